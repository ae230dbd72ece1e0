/**
 * Finds the entries of an orbit to which permutations take entries, from few of the points.
 *
 * Permutations keep their orbits of points, and all entries have every value equally often on each of these. So an entry is determined by
 * the points that do not have the most frequent value of their orbit: the *distinguishing* points. Let q = s(p) for each distinguishing
 * point p. The hash of the entry after s is the exclusive or of one number that all entries share, and one for each q and its value. If s
 * moves fewer points than there are distinguishing ones, only the points that it moves change the hash.
 *
 * Example: 125 of 128 pieces are alike. Then three points determine the entry to which a permutation takes an entry.
 */

import { pointOrbits } from '../point-orbits.js';
import type { ColouringIndex } from './colouring-index.js';

export class MovedEntries {
  readonly #entries: ColouringIndex;
  readonly #permutations: readonly Uint8Array[];
  /** [permutation]: the points that it moves. */
  readonly #supports: readonly Uint8Array[];
  /** [point]: the most frequent value of its orbit. */
  readonly #frequent: Uint8Array;
  /** The hash of all points with their most frequent values. */
  readonly #common: number;
  /** [point * values + value]: how a value other than the most frequent one changes the hash. */
  readonly #changes: Int32Array;
  readonly #distinguishing: Uint8Array;
  #distinguishingCount = 0;
  #entry = -1;
  #hash = 0;

  /** @param entries at least one; permutations make all of them from the first one */
  constructor(entries: ColouringIndex, permutations: readonly Uint8Array[]) {
    const { points, values, noise, keys } = entries;
    this.#entries = entries;
    this.#permutations = permutations;
    this.#supports = permutations.map((images) => Uint8Array.from(images.keys()).filter((p) => images[p] !== p));
    const frequent = frequentValues(keys.subarray(0, points), values, permutations);
    this.#frequent = frequent;
    this.#common = entries.hashOf(frequent);
    this.#changes = noise.slice(0, points * values);
    for (let point = 0; point < points; point++) {
      const shared = noise[point * values + frequent[point]];
      for (let value = 0; value < values; value++) this.#changes[point * values + value] ^= shared;
    }
    this.#distinguishing = new Uint8Array(points);
  }

  /** Chooses the entry to be moved. */
  #choose(entry: number): void {
    const { points, values, keys } = this.#entries;
    const frequent = this.#frequent;
    const distinguishing = this.#distinguishing;
    let hash = this.#common;
    let count = 0;
    for (let point = 0, at = entry * points; point < points; point++, at++) {
      if (keys[at] === frequent[point]) continue;
      distinguishing[count++] = point;
      hash ^= this.#changes[point * values + keys[at]];
    }
    this.#entry = entry;
    this.#hash = hash;
    this.#distinguishingCount = count;
  }

  /** Returns the hash of an entry after a permutation. */
  hashAfter(entry: number, permutation: number): number {
    if (entry !== this.#entry) this.#choose(entry);
    const images = this.#permutations[permutation];
    const support = this.#supports[permutation];
    const isMovedLess = support.length < this.#distinguishingCount;
    return isMovedLess ? this.#hashOfMoved(images, support) : this.#hashOfDistinguishing(images);
  }

  #hashOfMoved(images: Uint8Array, support: Uint8Array): number {
    const { points, values, keys } = this.#entries;
    const changes = this.#changes;
    const at = this.#entry * points;
    let hash = this.#hash;
    for (let i = 0; i < support.length; i++) {
      const point = support[i];
      const value = keys[at + point];
      hash ^= changes[point * values + value] ^ changes[images[point] * values + value];
    }
    return hash;
  }

  #hashOfDistinguishing(images: Uint8Array): number {
    const { points, values, keys } = this.#entries;
    const changes = this.#changes;
    const at = this.#entry * points;
    const distinguishing = this.#distinguishing;
    let hash = this.#common;
    for (let i = 0; i < this.#distinguishingCount; i++) {
      const point = distinguishing[i];
      hash ^= changes[images[point] * values + keys[at + point]];
    }
    return hash;
  }

  /** Returns whether a permutation takes the entry that was hashed last to another one. */
  leadsTo(permutation: number, other: number): boolean {
    const { points, keys } = this.#entries;
    const images = this.#permutations[permutation];
    const distinguishing = this.#distinguishing;
    const at = this.#entry * points;
    const to = other * points;
    let i = 0;
    while (i < this.#distinguishingCount && keys[to + images[distinguishing[i]]] === keys[at + distinguishing[i]]) i++;
    return i === this.#distinguishingCount;
  }
}

/** Returns the most frequent value of each point's orbit. */
function frequentValues(key: Uint8Array, values: number, permutations: readonly Uint8Array[]): Uint8Array {
  const frequent = new Uint8Array(key.length);
  for (const orbit of pointOrbits(permutations)) {
    const counts = new Uint8Array(values);
    let value = 0;
    for (const point of orbit) counts[key[point]]++;
    for (let other = 1; other < values; other++) if (counts[other] > counts[value]) value = other;
    for (const point of orbit) frequent[point] = value;
  }
  return frequent;
}
