/** The base if its states are numbered directly: in lexicographic order. */

import { lexicographicOrder } from '../lexicographic-order.js';
import type { ColouredPuzzle } from './colouring.js';
import { type ColouringIndex, SHARED } from './colouring-index.js';
import { type Orbit, orbitOf } from './orbit.js';
import { type BlockBase, TYPES_OVERLAP } from './puzzle-numbering.js';

/** Maximum number of states of a block that are numbered directly. */
export const MOST_SCATTERED_STATES = 3_000_000;

/** Maximum number of states of all types together. */
const MOST_STATES_OF_TYPES = 4_000_000;

export class ScatteredBase implements BlockBase {
  readonly states: number;
  /** [type]: its states in lexicographic order. */
  readonly statesOf: Uint8Array[] = [];
  readonly #points: number;
  /** [state * elements + element]: the state of type 0 to which an element leads. */
  readonly #next: Uint32Array;
  /** [type][state]: its rank; states are numbered in the order of entries. */
  readonly #ranks: Uint32Array[] = [];
  /** The states of all types, type by type. */
  readonly #entries: ColouringIndex;
  readonly #state: Uint8Array;

  /**
   * Returns the base with type 0, or why there is none.
   * @param elements permutations that keep block 0
   */
  static of({ solved, colours, points }: ColouredPuzzle, elements: readonly Uint8Array[]): ScatteredBase | string {
    const orbit = orbitOf(solved, colours.length, elements, MOST_SCATTERED_STATES);
    if (orbit === null) return `a block has more than ${MOST_SCATTERED_STATES} states`;
    return new ScatteredBase(points, orbit);
  }

  /** @param first the states of type 0 */
  private constructor(points: number, first: Orbit) {
    this.states = first.entries.count;
    this.#next = first.next;
    this.#points = points;
    this.#state = new Uint8Array(points);
    this.#entries = first.entries;
    this.#sort(first.entries.keys);
  }

  get types(): number {
    return this.statesOf.length;
  }

  /** Returns [rank * elements + element]: the rank of the state to which the element of type 0 leads. */
  nextRanks(): Uint32Array {
    const { states } = this;
    const [ranks] = this.#ranks;
    const next = this.#next;
    const elements = next.length / states;
    const moved = new Uint32Array(next.length);
    for (let state = 0, from = 0; state < states; state++) {
      const to = ranks[state] * elements;
      for (let element = 0; element < elements; element++) moved[to + element] = ranks[next[from++]];
    }
    return moved;
  }

  addType(permutation: Uint8Array): string | null {
    if (this.states * (this.types + 1) > MOST_STATES_OF_TYPES) return 'blocks have too many types';
    const points = this.#points;
    const [first] = this.statesOf;
    const keys = new Uint8Array(first.length);
    for (let at = 0; at < first.length; at += points) {
      for (let point = 0; point < points; point++) keys[at + permutation[point]] = first[at + point];
    }
    for (let at = 0; at < keys.length; at += points) this.#entries.add(keys.subarray(at, at + points));
    if (this.#entries.count !== (this.types + 1) * this.states) return TYPES_OVERLAP;
    this.#sort(keys);
    return null;
  }

  /** Ranks the states of a type, which are the last entries. */
  #sort(keys: Uint8Array): void {
    const { states } = this;
    const points = this.#points;
    const sorted = new Uint8Array(states * points);
    const ranks = new Uint32Array(states);
    const order = lexicographicOrder(keys, this.#entries.values, points, states);
    for (let rank = 0, to = 0; rank < states; rank++) {
      ranks[order[rank]] = rank;
      for (let from = order[rank] * points, end = from + points; from < end; from++, to++) sorted[to] = keys[from];
    }
    this.statesOf.push(sorted);
    this.#ranks.push(ranks);
  }

  typeOf(colouring: Uint8Array, frames: Uint8Array, at: number): number {
    return Math.floor(this.#entryOf(colouring, frames, at) / this.states);
  }

  rank(type: number, colouring: Uint8Array, frames: Uint8Array, at: number): number {
    const entry = this.#entryOf(colouring, frames, at) - type * this.states;
    return entry >= 0 && entry < this.states ? this.#ranks[type][entry] : -1;
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
