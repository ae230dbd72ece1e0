/**
 * Random elements of a group, by product replacement. A list holds elements that generate the group. In each step, one of them is replaced by
 * its product with another one. The product of all replacements is the next element.
 *
 * Elements only need to look random: results found with them are proved. The same generators give the same elements.
 *
 * Source: F. Celler, C. R. Leedham-Green, S. H. Murray, A. C. Niemeyer, E. A. O'Brien, "Generating random elements of a finite group",
 * Communications in Algebra 23 (1995), with the accumulator ("rattle") of C. R. Leedham-Green.
 */

import { inversePermutation, type Permutation, product } from './permutation.js';

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
