/**
 * A hash table of colourings, or of labels on all points. Entries are numbered in the order in which they are added.
 *
 * The hash is the exclusive or of one random number for each point and value: A. L. Zobrist, "A new hashing method with application for
 * game playing", University of Wisconsin, 1970. Entries are in one array, n bytes each, so an entry needs no object.
 *
 * Without comparing keys, `withHash` finds the only candidate for a hash. So a chain of look-ups compares keys once, at its end.
 */

import { randomBits } from '../../../permutations/random-elements.js';

/** Stands for the entry if several have the hash, so that keys must be compared. */
export const SHARED = -2;

let sharedNoise = new Int32Array(0);

/** Returns at least this many random numbers. All indices share them. */
function noiseOf(length: number): Int32Array {
  const known = sharedNoise.length;
  if (length > known) {
    const longer = new Int32Array(length);
    longer.set(sharedNoise);
    for (let index = known; index < length; index++) longer[index] = randomBits(index);
    sharedNoise = longer;
  }
  return sharedNoise;
}

export class ColouringIndex {
  readonly points: number;
  /** Upper bound of all bytes of entries, exclusive. */
  readonly values: number;
  /** [point * values + value], and more numbers behind: the hash of a key is the exclusive or of the numbers of its points. */
  readonly noise: Int32Array;
  /** [entry * points + point]: the value of the entry, with room for more entries behind. */
  keys: Uint8Array<ArrayBuffer>;
  count = 0;
  /** Pairs of an entry + 1 and its hash. The entry is negative if another one has the same hash; 0 is an empty slot. */
  #slots: Int32Array;

  constructor(points: number, values: number, expected = 256) {
    this.points = points;
    this.values = values;
    this.noise = noiseOf(points * values);
    this.keys = new Uint8Array(points * expected);
    this.#slots = new Int32Array(2 * 2 ** Math.ceil(Math.log2(2 * expected)));
  }

  /** Returns the number of an entry, -1 if there is none. @param hash of the key, if it is known */
  find(key: Uint8Array, hash = this.#hashOf(key)): number {
    return Math.abs(this.#slots[this.#slotOf(key, hash)]) - 1;
  }

  /** Returns the only entry with this hash, -1 if there is none, SHARED if there are several. */
  withHash(hash: number): number {
    const slots = this.#slots;
    const mask = slots.length - 1;
    for (let slot = (hash << 1) - 2; ; ) {
      slot = (slot + 2) & mask;
      const entry = slots[slot];
      if (entry === 0) return -1;
      if (slots[slot + 1] === hash) return entry > 0 ? entry - 1 : SHARED;
    }
  }

  /** Returns the number of an entry. A new entry is added, and its number is `count` - 1. */
  add(key: Uint8Array): number {
    const hash = this.#hashOf(key);
    const slot = this.#slotOf(key, hash);
    const known = this.#slots[slot];
    if (known !== 0) return Math.abs(known) - 1;
    const entry = this.count++;
    const { points } = this;
    if (this.count * points > this.keys.length) {
      const longer = new Uint8Array(this.keys.length * 2);
      longer.set(this.keys);
      this.keys = longer;
    }
    this.keys.set(key, entry * points);
    this.#slots[slot] = this.#shareHash(hash) ? -(entry + 1) : entry + 1;
    this.#slots[slot + 1] = hash;
    if (this.count * 4 > this.#slots.length) this.#spread();
    return entry;
  }

  /** Writes an entry. */
  write(entry: number, key: Uint8Array): void {
    const { keys, points } = this;
    for (let point = 0, at = entry * points; point < points; point++, at++) key[point] = keys[at];
  }

  #hashOf(key: Uint8Array): number {
    const { points, values, noise } = this;
    let hash = 0;
    for (let point = 0, row = 0; point < points; point++, row += values) hash ^= noise[row + key[point]];
    return hash;
  }

  /** Returns the slot of an entry; if it has none, the empty slot for it. */
  #slotOf(key: Uint8Array, hash: number): number {
    const { points, keys } = this;
    const slots = this.#slots;
    const mask = slots.length - 1;
    // The step comes first: if V8 compiles this before the step is ever taken, it has to compile it twice.
    for (let slot = (hash << 1) - 2; ; ) {
      slot = (slot + 2) & mask;
      const entry = slots[slot];
      if (entry === 0) return slot;
      if (slots[slot + 1] !== hash) continue;
      let point = 0;
      for (let at = (Math.abs(entry) - 1) * points; point < points && keys[at] === key[point]; at++) point++;
      if (point === points) return slot;
    }
  }

  /** Marks the entries with a hash as sharing it, and returns whether there are any. */
  #shareHash(hash: number): boolean {
    const slots = this.#slots;
    const mask = slots.length - 1;
    let shared = false;
    for (let slot = (hash << 1) & mask; slots[slot] !== 0; slot = (slot + 2) & mask) {
      if (slots[slot + 1] !== hash) continue;
      slots[slot] = -Math.abs(slots[slot]);
      shared = true;
    }
    return shared;
  }

  #spread(): void {
    const before = this.#slots;
    const slots = new Int32Array(before.length * 2);
    const mask = slots.length - 1;
    for (let from = 0; from < before.length; from += 2) {
      if (before[from] === 0) continue;
      let slot = (before[from + 1] << 1) & mask;
      while (slots[slot] !== 0) slot = (slot + 2) & mask;
      slots[slot] = before[from];
      slots[slot + 1] = before[from + 1];
    }
    this.#slots = slots;
  }
}

/**
 * Returns the indices of keys in lexicographic order: radix sort, from the last byte on. Keys have `points` bytes each.
 * @param base upper bound of the bytes, exclusive
 */
export function lexicographicOrder(keys: Uint8Array, base: number, points: number, count: number): Uint32Array {
  let order = new Uint32Array(count);
  for (let index = 0; index < count; index++) order[index] = index;
  let sorted = new Uint32Array(count);
  for (let point = points - 1; point >= 0; point--) {
    sortByPoint(keys, base, points, point, order, sorted);
    [order, sorted] = [sorted, order];
  }
  return order;
}

/** Writes indices in the order of one byte of their keys; equal bytes keep their order. */
function sortByPoint(
  keys: Uint8Array,
  base: number,
  points: number,
  point: number,
  order: Uint32Array,
  sorted: Uint32Array,
): void {
  const starts = new Uint32Array(base + 1);
  for (let at = point; at < order.length * points; at += points) starts[keys[at] + 1]++;
  for (let value = 0; value < base; value++) starts[value + 1] += starts[value];
  for (let index = 0; index < order.length; index++)
    sorted[starts[keys[order[index] * points + point]]++] = order[index];
}
