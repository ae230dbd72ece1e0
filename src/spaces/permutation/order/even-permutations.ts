/**
 * A test for groups of all permutations, or of all even ones, that needs no chain of stabilisers.
 *
 * Let a group be transitive on n points, and let an element have a cycle of prime length p with n/2 < p < n - 2. All other cycles are shorter
 * than p, so a power of the element is that cycle alone. Suppose that the group kept a system of blocks, of at most n/2 points each and at
 * most n/2 of them. Then the power would keep each block and all of its points. So the group is primitive, and therefore contains all even
 * permutations: C. Jordan, "Sur la limite de transitivite des groupes non alternes", Bulletin de la Societe Mathematique de France 1 (1873).
 * One in ln n / ln 2 random permutations has such a cycle.
 */

import type { Permutation } from '../permutation.js';
import { pointOrbits } from '../point-orbits.js';
import { RandomProducts } from '../random-products.js';

/** Number of random elements that are tried: with 255 points, one in 10 has such a cycle. */
const TRIES = 100;

/**
 * Returns whether moves are found to generate all even permutations of their only orbit with several points.
 * @param moves at least one, of the same 1 to 255 points
 */
export function containsAllEven(moves: readonly Permutation[]): boolean {
  const [orbit, other] = pointOrbits(moves).filter(({ length }) => length > 1);
  if (orbit === undefined || other !== undefined) return false;
  const random = new RandomProducts(moves);
  for (let tries = 0; tries < TRIES; tries++) if (hasLongPrimeCycle(random.next(), orbit)) return true;
  return false;
}

function hasLongPrimeCycle(permutation: Permutation, orbit: readonly number[]): boolean {
  const seen = new Uint8Array(permutation.length);
  for (const first of orbit) {
    let length = 0;
    for (let point = first; seen[point] === 0; point = permutation[point]) {
      seen[point] = 1;
      length++;
    }
    if (2 * length > orbit.length && length < orbit.length - 2 && isPrime(length)) return true;
  }
  return false;
}

function isPrime(number: number): boolean {
  for (let divisor = 2; divisor * divisor <= number; divisor++) if (number % divisor === 0) return false;
  return number > 1;
}
