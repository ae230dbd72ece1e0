/**
 * Random elements of a group, by product replacement. A list holds elements that generate the group. In each step, one of them is replaced by
 * its product with another one. The product of all replacements is the next element.
 *
 * Elements only need to look random: results found with them are proved. The same generators give the same elements.
 *
 * Source: F. Celler, C. R. Leedham-Green, S. H. Murray, A. C. Niemeyer, E. A. O'Brien, "Generating random elements of a finite group",
 * Communications in Algebra 23 (1995), with the accumulator ("rattle") of C. R. Leedham-Green.
 */

import { cyclesOf, inversePermutation, type Permutation, pointOrbits, product } from './permutation.js';

const LEAST_LENGTH = 10;

/** Number of replacements before the first element, for each entry of the list. */
const WARM_UP = 20;

export class RandomProducts {
  readonly #list: Permutation[];
  #product: Permutation;
  #draws = 0;

  /** @param generators at least one */
  constructor(generators: readonly Permutation[]) {
    const length = Math.max(LEAST_LENGTH, generators.length);
    this.#list = Array.from({ length }, (_, index) => generators[index % generators.length]);
    this.#product = generators[0];
    for (let step = 0; step < WARM_UP * length; step++) this.next();
  }

  /** Returns the next element. */
  next(): Permutation {
    const list = this.#list;
    const replaced = this.#below(list.length);
    const other = (replaced + 1 + this.#below(list.length - 1)) % list.length;
    const factor = this.#below(2) === 0 ? list[other] : inversePermutation(list[other]);
    list[replaced] = this.#below(2) === 0 ? product(list[replaced], factor) : product(factor, list[replaced]);
    this.#product = product(this.#product, list[replaced]);
    return this.#product;
  }

  #below(limit: number): number {
    return (randomBits(this.#draws++) >>> 0) % limit;
  }
}

/*
 * Reproducible pseudorandom bits, the same on every machine: multiples of a number without pattern, each mixed.
 * Source: SplitMix; G. L. Steele, D. Lea, C. H. Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014,
 * here with the 32-bit mixer of MurmurHash3 by A. Appleby.
 */

/** 2^32 divided by the golden ratio. */
export const GOLDEN_STEP = 0x9e3779b9;

/** Returns 32 pseudorandom bits. The same counter gives the same bits. */
export function randomBits(counter: number): number {
  return mixedBits(Math.imul(counter + 1, GOLDEN_STEP));
}

/** Returns 32 bits, each of which depends on all of the given ones. */
export function mixedBits(bits: number): number {
  let mixed = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return mixed ^ (mixed >>> 16);
}

/*
 * A test for groups of all permutations, or of all even ones, that needs no chain of stabilisers.
 *
 * Let a group be transitive on n points, and let an element have a cycle of prime length p with n/2 < p < n - 2. All other cycles are shorter
 * than p, so a power of the element is that cycle alone. Suppose that the group kept a system of blocks, of at most n/2 points each and at
 * most n/2 of them. Then the power would keep each block and all of its points. So the group is primitive, and therefore contains all even
 * permutations: C. Jordan, "Sur la limite de transitivite des groupes non alternes", Bulletin de la Societe Mathematique de France 1 (1873).
 * One in ln n / ln 2 random permutations has such a cycle.
 */

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
  return cyclesOf(permutation, orbit).some(
    ({ length }) => 2 * length > orbit.length && length < orbit.length - 2 && isPrime(length),
  );
}

function isPrime(number: number): boolean {
  for (let divisor = 2; divisor * divisor <= number; divisor++) if (number % divisor === 0) return false;
  return number > 1;
}
