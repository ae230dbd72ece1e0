/**
 * Permutations as lists of images, as sources and files hold them: the point i moves to images[i]. Products are read from left to right.
 * For many products, permutation.ts has permutations in bytes.
 *
 * Cycles give powers and orders. Example: `1 2 0 4 3` has the cycles (0 1 2)(3 4). Its order is 6, and its inverse takes each point to
 * the one before it in its cycle.
 */

import { greatestCommonDivisor } from './greatest-common-divisor.js';

/** [point]: its image. */
export type Images = readonly number[];

/** Returns the product of two permutations, the first one applied first. */
export function productOf(first: Images, second: Images): number[] {
  return first.map((image) => second[image]);
}

/** Returns the power of a permutation. @param exponent any whole number; -1 gives the inverse */
export function powerOf(images: Images, exponent: number): number[] {
  const power = new Array<number>(images.length);
  for (const cycle of cyclesOf(images, images.keys())) {
    const steps = ((exponent % cycle.length) + cycle.length) % cycle.length;
    for (const [place, point] of cycle.entries()) power[point] = cycle[(place + steps) % cycle.length];
  }
  return power;
}

/** Returns the order of a permutation: the least exponent above 0 whose power is the identity. Infinity if it is above the limit. */
export function orderOf(images: Images, limit: number): number {
  let order = 1;
  for (const { length } of cyclesOf(images, images.keys())) {
    order *= length / greatestCommonDivisor(order, length);
    if (order > limit) return Number.POSITIVE_INFINITY;
  }
  return order;
}

/**
 * Returns the cycles of a permutation, fixed points included, each beginning with its first point in `points`.
 * @param points the points of whole cycles, in the order in which cycles have to begin
 */
export function cyclesOf(images: ArrayLike<number>, points: Iterable<number>): number[][] {
  const seen = new Uint8Array(images.length);
  const cycles: number[][] = [];
  for (const first of points) {
    if (seen[first] === 1) continue;
    const cycle: number[] = [];
    for (let point = first; seen[point] === 0; point = images[point]) {
      seen[point] = 1;
      cycle.push(point);
    }
    cycles.push(cycle);
  }
  return cycles;
}

/** Returns cycles of labels in cycle notation: `(1 2)(3 4)`, or `()` if there are none. */
export function cycleNotation(cycles: readonly (readonly string[])[]): string {
  return cycles.length === 0 ? '()' : cycles.map((cycle) => `(${cycle.join(' ')})`).join('');
}

/**
 * Returns the permutation of the points 0..points-1 with these cycles; it fixes all other points.
 * @param cycles of points that count from `first`, each point once
 */
export function imagesOfCycles(cycles: readonly Images[], points: number, first: 0 | 1): number[] {
  const images = Array.from({ length: points }, (_, point) => point);
  for (const cycle of cycles) {
    for (const [place, point] of cycle.entries()) images[point - first] = cycle[(place + 1) % cycle.length] - first;
  }
  return images;
}
