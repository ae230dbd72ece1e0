/**
 * A hash table of colourings, or of labels on all points, numbered in the order in which they are added.
 *
 * The hash is the exclusive or of one random number for each point and value: A. L. Zobrist, "A new hashing method with application for
 * game playing", University of Wisconsin, 1970. Entries lie in one array, n bytes each, so that an entry costs no object.
 */

import { mixed } from './mixed.js';

const EMPTY = -1;

export class ColouringIndex {
  readonly points: number;
  /** [entry * points + point]: the entries, with room for more behind them. */
  keys: Uint8Array<ArrayBuffer>;
  count = 0;
  readonly #values: number;
  /** [point * values + value] */
  readonly #noise: Int32Array;
  #slots: Int32Array;

  /** @param values all bytes of entries are below it */
  constructor(points: number, values: number, expected = 256) {
    this.points = points;
    this.#values = values;
    this.#noise = Int32Array.from({ length: points * values }, (_, index) => mixed(index));
    this.keys = new Uint8Array(points * expected);
    this.#slots = new Int32Array(2 ** Math.ceil(Math.log2(2 * expected))).fill(EMPTY);
  }

  /** Returns the number of an entry, -1 if there is none. */
  find(key: Uint8Array): number {
    return this.#slots[this.#slotOf(key)];
  }

  /** Returns the number of an entry; if it is new, it is `count` - 1 from then on. */
  add(key: Uint8Array): number {
    const slot = this.#slotOf(key);
    const known = this.#slots[slot];
    if (known !== EMPTY) return known;
    const entry = this.count++;
    const { points } = this;
    if (this.count * points > this.keys.length) {
      const longer = new Uint8Array(this.keys.length * 2);
      longer.set(this.keys);
      this.keys = longer;
    }
    const { keys } = this;
    for (let point = 0, at = entry * points; point < points; point++, at++) keys[at] = key[point];
    this.#slots[slot] = entry;
    if (this.count * 2 > this.#slots.length) this.#spread();
    return entry;
  }

  /** Writes an entry. */
  write(entry: number, key: Uint8Array): void {
    const { keys, points } = this;
    for (let point = 0, at = entry * points; point < points; point++, at++) key[point] = keys[at];
  }

  /** The slot of an entry, or the empty one where it belongs. */
  #slotOf(key: Uint8Array): number {
    const { points, keys } = this;
    const noise = this.#noise;
    const values = this.#values;
    const slots = this.#slots;
    const mask = slots.length - 1;
    let hash = 0;
    for (let point = 0, row = 0; point < points; point++, row += values) hash ^= noise[row + key[point]];
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const entry = slots[slot];
      if (entry === EMPTY) return slot;
      let point = 0;
      for (let at = entry * points; point < points && keys[at] === key[point]; at++) point++;
      if (point === points) return slot;
    }
  }

  #spread(): void {
    const key = new Uint8Array(this.points);
    this.#slots = new Int32Array(this.#slots.length * 2).fill(EMPTY);
    for (let entry = 0; entry < this.count; entry++) {
      this.write(entry, key);
      this.#slots[this.#slotOf(key)] = entry;
    }
  }
}
