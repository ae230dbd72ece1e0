/**
 * Pancake sorting: n pancakes of different sizes form a pile. A move puts a spatula under the k-th from the top and turns over the
 * top k pancakes, which reverses the first k places.
 *
 * The diameter, the pancake number, is known up to n = 19.
 *
 * *The gap heuristic* counts the gaps of a pile: pairs of pancakes that touch and whose sizes do not differ by one. The plate counts
 * as a pancake n + 1 below all others. Turning over the first k pancakes reverses the pairs above the spatula, which remain gaps or
 * remain none. It replaces only the pair at the spatula. So a move changes the count by at most 1. The pile in order
 * has no gap, so the count is consistent and never exceeds the distance. Example: `3 1 2 4` has two gaps, 3 1 and 2 4, and the two
 * moves `3` and `2` put it in order.
 *
 * Source: J. E. Goodman ("Harry Dweighter"), problem E2569, American Mathematical Monthly 82 (1975); W. H. Gates and
 * C. H. Papadimitriou, "Bounds for sorting by prefix reversal", Discrete Mathematics 27 (1979); pancake numbers: OEIS A058986;
 * tested distributions: cayleypy, pancake_cayley_growth.csv; the heuristic: M. Helmert, "Landmark heuristics for the pancake
 * problem", SoCS 2010.
 */

import type { PuzzleDefinition } from '../permutation/colourings/puzzle-definition.js';
import { checkParameter } from './parameter.js';

const FORM = { name: 'pancake:N', example: 'pancake:10' };

/** Maximum number of pancakes: points of a puzzle are bytes, and 255 stands for none. */
const MOST_PANCAKES = 255;

/**
 * Returns all orders of n pancakes, top first. The solved pile is 1 2 ... n. The moves are called `2` to `n`, after the number of
 * pancakes that they turn over.
 * @param n 2..255
 * @throws InputError if n is out of range
 */
export function pancake(n: number): PuzzleDefinition {
  checkParameter(FORM, 'pancakes', n, 2, MOST_PANCAKES);
  const generators = Array.from({ length: n - 1 }, (_, move) => ({
    name: String(move + 2),
    images: prefixReversal(n, move + 2),
  }));
  return { name: `pancake:${n}`, generators, heuristics: { gap: gaps } };
}

/** Returns the number of gaps in a pile. @param pile its sizes from 0, top first */
function gaps(pile: Uint8Array): number {
  const last = pile.length - 1;
  let count = pile[last] === last ? 0 : 1;
  for (let place = 0; place < last; place++) if (Math.abs(pile[place] - pile[place + 1]) !== 1) count++;
  return count;
}

/** Returns the permutation of 0..n-1 that reverses the first k places. */
export function prefixReversal(n: number, k: number): number[] {
  return Array.from({ length: n }, (_, place) => (place < k ? k - 1 - place : place));
}
