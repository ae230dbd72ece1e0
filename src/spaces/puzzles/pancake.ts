/**
 * Pancake sorting: n pancakes of different sizes in a pile; a move puts a spatula under the k-th from the top and turns the
 * k pancakes above it over, which reverses the first k places.
 *
 * Its states are numbered as permutation-space.ts tells. The diameter, the pancake number, is known up to n = 19.
 *
 * *The gap heuristic* counts the gaps of a pile: pairs of pancakes that touch, and whose sizes are not neighbours, with the plate
 * as a pancake n + 1 below all others. Turning over the first k pancakes reverses the pairs above the spatula, which stay gaps or
 * no gaps, and replaces the single pair at the spatula by another one. So a move changes the count by at most 1. The pile in order
 * has no gap, so the count is consistent and never exceeds the distance. Example: `3 1 2 4` has two gaps, 3 1 and 2 4, and the two
 * moves `3` and `2` put it in order.
 *
 * Source: J. E. Goodman ("Harry Dweighter"), problem E2569, American Mathematical Monthly 82 (1975); W. H. Gates and
 * C. H. Papadimitriou, "Bounds for sorting by prefix reversal", Discrete Mathematics 27 (1979); pancake numbers: OEIS A058986;
 * tested distributions: cayleypy, pancake_cayley_growth.csv; the heuristic: M. Helmert, "Landmark heuristics for the pancake
 * problem", SoCS 2010.
 */

import { InputError } from '../../base/input-error.js';
import type { SpaceDefinition, StateHeuristic } from '../../space/definition.js';
import { MOST_PIECES, permutationSpace } from '../permutation/groups/permutation-space.js';
import { unrankBytes } from '../permutation/rank.js';

/**
 * The space of all orders of n pancakes, top first; the start is 1 2 ... n. The moves are called `2` to `n`, after how many
 * pancakes they turn over.
 * @param n 2..13
 * @throws InputError if n is out of range
 */
export function pancake(n: number): SpaceDefinition {
  if (!(Number.isInteger(n) && n >= 2 && n <= MOST_PIECES)) {
    throw new InputError(`pancake:N takes 2 to ${MOST_PIECES} pancakes, such as pancake:10; found ${n}`);
  }
  const moves = Array.from({ length: n - 1 }, (_, move) => ({
    name: String(move + 2),
    images: prefixReversal(n, move + 2),
  }));
  return { ...permutationSpace(`pancake:${n}`, moves), heuristics: { gap: gaps(n) } };
}

/** Returns the gap heuristic of n pancakes, which reads their places: sizes are neighbours that are one place apart. */
function gaps(n: number): StateHeuristic {
  const places = new Uint8Array(n);
  return (state) => {
    unrankBytes(state, places);
    let count = places[n - 1] === n - 1 ? 0 : 1;
    for (let size = 1; size < n; size++) if (Math.abs(places[size] - places[size - 1]) !== 1) count++;
    return count;
  };
}

/** The permutation of 0..n-1 that reverses the first k places. */
export function prefixReversal(n: number, k: number): number[] {
  return Array.from({ length: n }, (_, place) => (place < k ? k - 1 - place : place));
}
