/**
 * Stabiliser chains: C. C. Sims, "Computational methods in the study of permutation groups", 1970.
 *
 * A base b_1, b_2, ... b_m is a list of points that only the identity fixes all together. Let G(i) be the elements that fix the first i base
 * points. The cosets of G(i) in G(i-1) correspond to the points of the orbit D(i) of b_i under G(i-1). So
 *
 *     |G| = |D(1)| |D(2)| ... |D(m)|.
 *
 * To sift an element g, take d = b_1^g. If d is in D(1), multiply g by the element that leads back from d to b_1: the product fixes b_1.
 * Continue with b_2. The group contains g if and only if g passes all levels and the identity is left.
 *
 * Example: S_3 has the base 0, 1 with D(1) = {0, 1, 2} and D(2) = {1, 2}, so its order is 3 * 2. Sifting `2 0 1` leads back from 2 by (0 2).
 * This leaves `0 2 1`, and leading back from 2 by (1 2) leaves the identity.
 *
 * A chain has generators of a subgroup for each level. Until it is proved, its orbits may be too small, and its order a lower bound.
 */

import { identity, isIdentity, type Permutation } from '../permutation.js';
import { BasicOrbit } from './basic-orbit.js';

export class StabiliserChain {
  readonly levels: BasicOrbit[] = [];
  readonly #identity: Permutation;

  constructor(points: number) {
    this.#identity = identity(points);
  }

  get base(): number[] {
    return this.levels.map(({ base }) => base);
  }

  get order(): bigint {
    return this.levels.reduce((order, { points }) => order * BigInt(points.length), 1n);
  }

  /** Returns whether a permutation is an element. @param permutation of the chain's points */
  holds(permutation: Permutation): boolean {
    const rest = permutation.slice();
    return this.sift(rest) === this.levels.length && isIdentity(rest);
  }

  /**
   * Sifts an element, which is overwritten by its rest.
   * @param first the level at which to begin; the element fixes the base points before it
   * @returns the level whose orbit the element leaves; the number of levels if it passes all of them
   */
  sift(rest: Permutation, first = 0): number {
    for (let at = first; at < this.levels.length; at++) {
      const { base, back } = this.levels[at];
      const image = rest[base];
      if (image === base) continue;
      const step = back[image];
      if (step === undefined) return at;
      for (let point = 0; point < rest.length; point++) rest[point] = step[rest[point]];
    }
    return this.levels.length;
  }

  /**
   * Sifts an element, and adds its rest as a generator of all levels from the first one to the one whose orbit it leaves.
   * Nothing is added if the rest is the identity.
   * @param first as for `sift`
   * @returns that level; undefined if nothing is added
   */
  insert(element: Permutation, first = 0): number | undefined {
    const rest = element.slice();
    const level = this.sift(rest, first);
    if (level === this.levels.length) {
      const moved = rest.findIndex((image, point) => image !== point);
      if (moved < 0) return undefined;
      this.addLevel(moved);
    }
    for (let at = first; at <= level; at++) this.levels[at].add(rest);
    return level;
  }

  /** Adds a level after the others. @param base a point that is not a base point yet */
  addLevel(base: number): BasicOrbit {
    const level = new BasicOrbit(base, this.#identity);
    this.levels.push(level);
    return level;
  }
}
