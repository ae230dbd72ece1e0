/**
 * Pancake sorting: n pancakes of different sizes in a pile; a move puts a spatula under the k-th from the top and turns the
 * k pancakes above it over, which reverses the first k places.
 *
 * Its states are numbered as permutation-space.ts tells. The diameter, the pancake number, is known up to n = 19.
 *
 * Source: J. E. Goodman ("Harry Dweighter"), problem E2569, American Mathematical Monthly 82 (1975); W. H. Gates and
 * C. H. Papadimitriou, "Bounds for sorting by prefix reversal", Discrete Mathematics 27 (1979); pancake numbers: OEIS A058986;
 * tested distributions: cayleypy, pancake_cayley_growth.csv.
 */

import { InputError } from '../../base/input-error.js';
import type { SpaceDefinition } from '../../space/definition.js';
import { MOST_PIECES, permutationSpace } from '../permutation/groups/permutation-space.js';

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
  return permutationSpace(`pancake:${n}`, moves);
}

/** The permutation of 0..n-1 that reverses the first k places. */
export function prefixReversal(n: number, k: number): number[] {
  return Array.from({ length: n }, (_, place) => (place < k ? k - 1 - place : place));
}
