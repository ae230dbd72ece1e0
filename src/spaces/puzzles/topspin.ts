/**
 * TopSpin: a ring of n pieces, and a turntable that holds k of them. A move either pushes all pieces one place along the ring, in one
 * of two directions, or turns the turntable by half. The latter reverses the pieces on the first k places.
 *
 * The same ring read from another place is a different state. If n is odd and floor(k / 2) even, every move is an even permutation. Then
 * at most half of the orders are reached: exactly half for 7,4 and 9,4, for example.
 *
 * Source: T. Chen and S. S. Skiena, "Sorting with fixed-length reversals", Discrete Applied Mathematics 71 (1996); these three
 * generators and the tested distributions: cayleypy, top_spin_cayley_growth.csv.
 */

import type { PuzzleDefinition } from '../permutation/colourings/puzzle-definition.js';
import { prefixReversal } from './pancake.js';
import { checkParameter } from './parameter.js';

const FORM = { name: 'topspin:N,K', example: 'topspin:8,4' };

/** Maximum number of pieces: points of a puzzle are bytes, and 255 stands for none. */
const MOST_PIECES = 255;

/**
 * Returns the orders of n pieces on a ring; the solved one is 1 2 ... n. The moves are called `l` (every piece moves one place to the
 * left, the first to the last), `r` (right) and `t` (turntable).
 * @param n number of pieces, 2..255
 * @param k number of pieces on the turntable, 2..n
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
