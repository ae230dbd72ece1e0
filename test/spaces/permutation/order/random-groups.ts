/** Random moves of all kinds: on one orbit or several, with blocks, repeated, or without effect. The same seed gives the same moves. */

import { SeededRandom } from '#src/spaces/board/random.js';
import { wreathProduct } from './known-groups.js';

/** Returns the moves of a random group. @param most maximum number of points */
export function randomGroup(seed: number, most = 24): Uint8Array[] {
  const random = new SeededRandom(seed);
  const points = 1 + random.below(most);
  const moves = Array.from({ length: 1 + random.below(3) }, () => randomMove(points, random));
  if (random.below(4) === 0) moves.push(moves[0]);
  if (random.below(4) === 0) moves.push(Uint8Array.from({ length: points }, (_, point) => point));
  if (random.below(3) > 0 || points < 4) return moves.map((move) => relabelled(move, points));
  const ofCopy = Math.max(1, Math.floor(points / 3));
  return wreathProduct([randomMove(ofCopy, random)], 3).map((move) => relabelled(move, 3 * ofCopy));
}

/** Returns a random permutation of the points of each of some ranges. */
function randomMove(points: number, random: SeededRandom): Uint8Array {
  const images = Uint8Array.from({ length: points }, (_, point) => point);
  const parts = 1 + random.below(3);
  for (let part = 0; part < parts; part++) {
    const first = Math.floor((part * points) / parts);
    const end = random.below(5) === 0 ? first : Math.floor(((part + 1) * points) / parts);
    for (let left = end - 1; left > first; left--) {
      const other = first + random.below(left + 1 - first);
      [images[left], images[other]] = [images[other], images[left]];
    }
  }
  return images;
}

/** Returns a move with the points renumbered, so that those of an orbit are not consecutive. */
function relabelled(move: Uint8Array, points: number): Uint8Array {
  const names = Array.from({ length: points }, (_, point) => point).sort((a, b) => ((a * 37) % 101) - ((b * 37) % 101));
  const images = new Uint8Array(points);
  for (const [point, image] of move.entries()) images[names[point]] = names[image];
  return images;
}
