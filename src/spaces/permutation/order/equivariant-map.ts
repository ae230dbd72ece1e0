/**
 * Maps that all moves respect, from the points of an orbit to points: f with `f[s[i]] = s[f[i]]` for every move s.
 *
 * The piece on point i then travels with the piece on point f[i]. If f leads to another orbit, the colours of the first orbit determine
 * those of the second. If it leads to the orbit itself, it permutes the orbit and is called c here. All cycles of c have the same
 * length k, since a power of c that fixes one point fixes all of them. The points of a cycle are then the facets of a piece that
 * turns, and c turns every piece by one. A move takes facet j of a piece to facet j + t of a place, with the same t for all j. So
 * the group lies in the wreath product of the cyclic group of order k with the permutations of the cycles. The converse
 * holds too: if pieces turn like this, turning each of them by one is such a map.
 *
 * Example: the corners of the 2x2x2 cube show 24 facelets. The map that takes each facelet to the next one clockwise on its
 * corner is respected by all turns of faces.
 *
 * Since an orbit's points are all reached from one of them, the image of that one determines f.
 */

import type { Permutation } from '../permutation.js';

/** [point]: the image of a point of the orbit; NO_IMAGE for other points. */
export type EquivariantMap = Int16Array;

export const NO_IMAGE = -1;

/** Returns the map that takes a point to another one, if all moves respect it. */
export function equivariantMap(moves: readonly Permutation[], from: number, to: number): EquivariantMap | undefined {
  const map = new Int16Array(moves[0].length).fill(NO_IMAGE);
  map[from] = to;
  const reached = [from];
  for (const point of reached) {
    for (const move of moves) {
      const next = move[point];
      const image = move[map[point]];
      if (map[next] === NO_IMAGE) {
        map[next] = image;
        reached.push(next);
      } else if (map[next] !== image) {
        return undefined;
      }
    }
  }
  return map;
}
