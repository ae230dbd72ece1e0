/** A level of a stabiliser chain: the orbit of its base point, with an element for each point that leads back to the base point. */

import { inversePermutation, type Permutation, product } from '../permutation.js';

export class BasicOrbit {
  readonly base: number;
  /** Elements that fix the base points of all previous levels. */
  readonly generators: Permutation[] = [];
  /** Points to which generators take the base point, in the order of discovery. */
  readonly points: number[];
  /** [point]: a product of generators and their inverses that takes the point to the base point; undefined outside the orbit. */
  readonly back: (Permutation | undefined)[];
  readonly #inverses: Permutation[] = [];

  /** @param base the base point, below the degree */
  constructor(base: number, identity: Permutation) {
    this.base = base;
    this.points = [base];
    this.back = new Array(identity.length);
    this.back[base] = identity;
  }

  /** Adds a generator and the points that it makes reachable. */
  add(generator: Permutation): void {
    this.generators.push(generator);
    this.#inverses.push(inversePermutation(generator));
    const known = this.points.length;
    for (let at = 0; at < this.points.length; at++) {
      for (let index = at < known ? this.generators.length - 1 : 0; index < this.generators.length; index++) {
        this.#reach(this.points[at], index);
      }
    }
  }

  /**
   * Returns the product of an element and the one that leads its image of the base point back.
   * @param element takes the base point to a point of the orbit
   */
  fixing(element: Permutation): Permutation {
    const back = this.back[element[this.base]];
    return back === undefined ? element : product(element, back);
  }

  #reach(point: number, index: number): void {
    const image = this.generators[index][point];
    const back = this.back[point];
    if (this.back[image] !== undefined || back === undefined) return;
    this.back[image] = product(this.#inverses[index], back);
    this.points.push(image);
  }
}
