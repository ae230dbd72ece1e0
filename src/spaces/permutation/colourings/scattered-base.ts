/** The base if its states are numbered directly: in lexicographic order. */

import { lexicographicOrder } from '../lexicographic-order.js';
import { type BlockBase, TYPES_OVERLAP } from './block-base.js';
import type { ColouredPuzzle } from './colouring.js';
import { ColouringIndex, SHARED } from './colouring-index.js';
import { orbitOf } from './orbit.js';

/** States of a block that are numbered directly. */
export const MOST_SCATTERED_STATES = 3_000_000;

/** States of all types together. */
const MOST_STATES_OF_TYPES = 4_000_000;

export class ScatteredBase implements BlockBase {
  readonly states: number;
  /** [type]: its states in lexicographic order. */
  readonly statesOf: Uint8Array[] = [];
  readonly #points: number;
  /** The states of all types, type by type. */
  readonly #entries: ColouringIndex;
  readonly #state: Uint8Array;

  /**
   * Returns the base with type 0, or why it cannot be.
   * @param elements permutations that keep block 0
   */
  static of({ solved, colours, points }: ColouredPuzzle, elements: readonly Uint8Array[]): ScatteredBase | string {
    const orbit = orbitOf(solved, colours.length, elements, MOST_SCATTERED_STATES);
    if (orbit === null) return `a block has more than ${MOST_SCATTERED_STATES} states`;
    const { count, keys } = orbit.entries;
    const base = new ScatteredBase(points, colours.length, count);
    base.#add(keys);
    return base;
  }

  private constructor(points: number, colours: number, states: number) {
    this.states = states;
    this.#points = points;
    this.#state = new Uint8Array(points);
    this.#entries = new ColouringIndex(points, colours, states);
  }

  get types(): number {
    return this.statesOf.length;
  }

  addType(permutation: Uint8Array): string | null {
    if (this.states * (this.types + 1) > MOST_STATES_OF_TYPES) return 'blocks have too many types';
    const points = this.#points;
    const [first] = this.statesOf;
    const keys = new Uint8Array(first.length);
    for (let at = 0; at < first.length; at += points) {
      for (let point = 0; point < points; point++) keys[at + permutation[point]] = first[at + point];
    }
    return this.#add(keys);
  }

  #add(keys: Uint8Array): string | null {
    const points = this.#points;
    const sorted = new Uint8Array(this.states * points);
    for (const [rank, state] of lexicographicOrder(keys, points, this.states).entries()) {
      const key = keys.subarray(state * points, (state + 1) * points);
      sorted.set(key, rank * points);
      this.#entries.add(key);
    }
    this.statesOf.push(sorted);
    return this.#entries.count === this.types * this.states ? null : TYPES_OVERLAP;
  }

  typeOf(colouring: Uint8Array, frames: Uint8Array, at: number): number {
    return Math.floor(this.#entryOf(colouring, frames, at) / this.states);
  }

  rank(type: number, colouring: Uint8Array, frames: Uint8Array, at: number): number {
    const rank = this.#entryOf(colouring, frames, at) - type * this.states;
    return rank >= 0 && rank < this.states ? rank : -1;
  }

  #entryOf(colouring: Uint8Array, frames: Uint8Array, at: number): number {
    const points = this.#points;
    const state = this.#state;
    const { noise, values, keys } = this.#entries;
    let hash = 0;
    for (let point = 0, row = 0; point < points; point++, row += values) {
      const colour = colouring[frames[at + point]];
      state[point] = colour;
      hash ^= noise[row + colour];
    }
    const entry = this.#entries.withHash(hash);
    if (entry === SHARED) return this.#entries.find(state);
    let same = 0;
    for (let key = entry * points; same < points && keys[key] === state[same]; key++) same++;
    return same === points ? entry : -1;
  }

  write(type: number, rank: number, colouring: Uint8Array, frames: Uint8Array, at: number): void {
    const points = this.#points;
    const sorted = this.statesOf[type];
    for (let point = 0, key = rank * points; point < points; point++, key++)
      colouring[frames[at + point]] = sorted[key];
  }
}
