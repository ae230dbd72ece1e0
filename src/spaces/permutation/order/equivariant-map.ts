/**
 * Equivariant maps from the points of an orbit to points. They commute with all moves: f with `f[s[i]] = s[f[i]]` for every move s.
 *
 * The piece on point i then moves along with the piece on point f[i]. If f leads to another orbit, the colours of the first orbit determine
 * those of the second. If it leads to the same orbit, it permutes the orbit and is called c here. All cycles of c have the same
 * length k, since a power of c that fixes one point fixes all of them. The points of a cycle are then the facets of a piece that
 * turns, and c turns every piece by one. A move takes facet j of a piece to facet j + t of a place, with the same t for all j. So
 * the group is in the wreath product of the cyclic group of order k with the permutations of the cycles. The converse
 * is also true: if pieces turn like this, turning each of them by one is an equivariant map.
 *
 * Example: the corners of the 2x2x2 cube show 24 facelets. The map that takes each facelet to the next one clockwise on its
 * corner commutes with all turns of faces.
 *
 * All points of an orbit are reached from one of them, so the image of that point determines f.
 */

import type { Permutation } from '../permutation.js';

/** [point]: the image of a point of the orbit; NO_IMAGE for other points. */
export type EquivariantMap = Int16Array;

export const NO_IMAGE = -1;

/** Returns the equivariant map that takes a point to another one, if it exists. */
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
