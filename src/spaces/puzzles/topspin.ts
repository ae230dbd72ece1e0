/**
 * TopSpin: a ring of n pieces, and a turntable that holds k of them. A move pushes all pieces one place along the ring, in one
 * direction or the other. Or it turns the turntable by half, which reverses the pieces on the first k places.
 *
 * The same ring from another place on is another state. If n is odd and floor(k / 2) even, every move is an even permutation. Then
 * at most half of the orders are reached: half of those of 7,4 and 9,4 for instance.
 *
 * Source: T. Chen and S. S. Skiena, "Sorting with fixed-length reversals", Discrete Applied Mathematics 71 (1996); these three
 * generators and the tested distributions: cayleypy, top_spin_cayley_growth.csv.
 */

import type { PuzzleDefinition } from '../permutation/colourings/puzzle-definition.js';
import { prefixReversal } from './pancake.js';
import { checkParameter } from './parameter.js';

const FORM = { name: 'topspin:N,K', example: 'topspin:8,4' };

/** Points of a puzzle are bytes, and 255 stands for none. */
const MOST_PIECES = 255;

/**
 * Returns the orders of n pieces on a ring; solved, they are 1 2 ... n. The moves are called `l` (every piece goes one place
 * left, the first to the last), `r` (right), `t` (turntable).
 * @param n pieces, 2..255
 * @param k pieces on the turntable, 2..n
 * @throws InputError if they are out of range
 */
export function topspin(n: number, k: number): PuzzleDefinition {
  checkParameter(FORM, 'pieces', n, 2, MOST_PIECES);
  checkParameter(FORM, `pieces on the turntable of a ring of ${n}`, k, 2, n);
  return {
    name: `topspin:${n},${k}`,
    generators: [
      { name: 'l', images: shift(n, n - 1) },
      { name: 'r', images: shift(n, 1) },
      { name: 't', images: prefixReversal(n, k) },
    ],
  };
}

function shift(n: number, places: number): number[] {
  return Array.from({ length: n }, (_, place) => (place + places) % n);
}
