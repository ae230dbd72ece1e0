/**
 * Bit types of words, and places in them.
 *
 * A word's frame takes the states of the word to the base. There they are the states of the first word, moved by a permutation. Words with
 * the same states there have the same bit type. A state's place is its rank among these states, in lexicographic order.
 */

import { lexicographicOrder } from '../lexicographic-order.js';
import { writeMovedFrom } from '../points-within.js';
import { ColouringIndex, SHARED } from './colouring-index.js';

const MOST_BIT_TYPES = 256;

export class BitTypes {
  /** Number of states of a word. */
  readonly states: number;
  /** States of all bit types, each bit type in lexicographic order. */
  readonly entries: ColouringIndex;
  readonly #first: ColouringIndex;
  readonly #moved: Uint8Array;

  /** @param first the states of the first word, beginning with the solved one */
  constructor(first: ColouringIndex) {
    this.states = first.count;
    this.entries = new ColouringIndex(first.points, first.values);
    this.#first = first;
    this.#moved = new Uint8Array(first.points);
  }

  /** Returns the bit type of the states that a permutation makes of the first word, or why there is none. */
  bitTypeAfter(permutation: Uint8Array): number | string {
    const { states, entries } = this;
    const moved = this.#moved;
    writeMovedFrom(this.#first.keys, 0, permutation, moved);
    const known = entries.find(moved);
    return known < 0 ? this.#add(permutation) : Math.floor(known / states);
  }

  /** Adds the bit type of the states that a permutation makes of the first word, or returns why it cannot. */
  #add(permutation: Uint8Array): number | string {
    const { states, entries } = this;
    const { points, keys } = this.#first;
    const bitType = entries.count / states;
    if (bitType === MOST_BIT_TYPES) return `words have more than ${MOST_BIT_TYPES} bit types`;
    const movedKeys = new Uint8Array(states * points);
    const moved = this.#moved;
    for (let at = 0; at < movedKeys.length; at += points) {
      writeMovedFrom(keys, at, permutation, moved);
      movedKeys.set(moved, at);
    }
    for (const state of lexicographicOrder(movedKeys, entries.values, points, states)) {
      entries.add(movedKeys.subarray(state * points, (state + 1) * points));
    }
    return entries.count === (bitType + 1) * states ? bitType : 'bit types of words overlap';
  }

  /**
   * Returns the place of a state of a word, moved to the base by the word's frame; -1 if the bit type lacks it.
   * @param hash of the state, see ColouringIndex
   */
  placeOf(bitType: number, state: Uint8Array, hash: number): number {
    const { states, entries } = this;
    const found = entries.withHash(hash);
    const entry = found === SHARED ? entries.find(state) : found;
    const place = entry - bitType * states;
    if (place < 0 || place >= states) return -1;
    const { keys, points } = entries;
    let same = 0;
    for (let key = entry * points; same < points && keys[key] === state[same]; key++) same++;
    return same === points ? place : -1;
  }

  /** Returns the states of each bit type. */
  statesOfBitTypes(): Uint8Array[] {
    const { states, entries } = this;
    const bytes = states * entries.points;
    return Array.from({ length: entries.count / states }, (_, bitType) =>
      entries.keys.subarray(bitType * bytes, (bitType + 1) * bytes),
    );
  }
}
