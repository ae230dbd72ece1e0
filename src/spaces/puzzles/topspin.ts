/**
 * TopSpin: a ring of n pieces, and a turntable that holds k of them. A move pushes all pieces one place along the ring, one
 * direction or the other, or turns the turntable by half, which reverses the pieces on the first k places.
 *
 * States are numbered as permutation-space.ts tells: all n! orders, the same ring from another place on being another. If n
 * is odd and floor(k / 2) even, every move is an even permutation, so that at most half of the orders are reached: for 7,4 and
 * 9,4 for instance.
 *
 * Source: T. Chen and S. S. Skiena, "Sorting with fixed-length reversals", Discrete Applied Mathematics 71 (1996); these three
 * generators and the tested distributions: cayleypy, top_spin_cayley_growth.csv.
 */

import { InputError } from '../../base/input-error.js';
import type { SpaceDefinition } from '../../space/definition.js';
import { MOST_PIECES, permutationSpace } from '../permutation/groups/permutation-space.js';
import { prefixReversal } from './pancake.js';

/**
 * The space of all orders of n pieces on a ring; the start is 1 2 ... n. The moves are called `l` (every piece goes one place
 * left, the first to the last), `r` (right), `t` (turntable).
 * @param n pieces, 2..13
 * @param k pieces on the turntable, 2..n
 * @throws InputError if they are out of range
 */
export function topspin(n: number, k: number): SpaceDefinition {
  if (!(Number.isInteger(n) && n >= 2 && n <= MOST_PIECES && Number.isInteger(k) && k >= 2 && k <= n)) {
    throw new InputError(
      `topspin:N,K takes a ring of 2 to ${MOST_PIECES} pieces and a turntable of 2 to N, such as topspin:8,4; found ${n},${k}`,
    );
  }
  return permutationSpace(`topspin:${n},${k}`, [
    { name: 'l', images: shift(n, n - 1) },
    { name: 'r', images: shift(n, 1) },
    { name: 't', images: prefixReversal(n, k) },
  ]);
}

function shift(n: number, places: number): number[] {
  return Array.from({ length: n }, (_, place) => (place + places) % n);
}
