/**
 * Orbits of colourings, or of labels, under permutations of points.
 *
 * The path p_y of an entry y is the product of permutations by which the search takes the first entry to y. Products are read from left to
 * right.
 */

import { factorsAmong, identity, inversesAmong } from '../permutation.js';
import { writeMovedFrom, writeProduct } from '../points-within.js';
import { ColouringIndex } from './colouring-index.js';
import { MovedEntries } from './moved-entries.js';

export interface Orbit {
  readonly permutations: readonly Uint8Array[];
  /** Entries in the order of a breadth-first search, with permutations in their given order. */
  readonly entries: ColouringIndex;
  /** [entry * permutations + permutation]: the entry to which the permutation takes it. */
  readonly next: Uint32Array;
  /** [entry * points + point]: the path of each entry. */
  readonly paths: Uint8Array;
}

/** Stands for an entry that is not known yet. */
const NONE = 0xffffffff;

/** Maximum size of an orbit without shortcuts: distinguishing points, and inverses and powers of permutations. */
const FEW_ENTRIES = 64;

/**
 * Returns the orbit of a colouring or of labels; null if it has more entries than allowed.
 * @param values upper bound of all of its bytes, exclusive
 */
export function orbitOf(
  first: Uint8Array,
  values: number,
  permutations: readonly Uint8Array[],
  most: number,
): Orbit | null {
  const search = new OrbitSearch(first, values, permutations);
  const { entries } = search;
  for (let entry = 0; entry < entries.count; entry++) {
    if (entry === FEW_ENTRIES) search.takeShortcuts();
    search.expand(entry);
    if (entries.count > most) return null;
  }
  return search.orbit;
}

class OrbitSearch {
  readonly entries: ColouringIndex;
  readonly #permutations: readonly Uint8Array[];
  #next: Uint32Array;
  #paths: Uint8Array;
  #movedEntries: MovedEntries | null = null;
  /** [permutation]: the index of its inverse, -1 if there is none; see inversesAmong. */
  #undoneBy: readonly number[];
  /** [permutation]: pairs of which it is the product, see factorsAmong. */
  #factors: readonly (readonly number[])[];
  readonly #moved: Uint8Array;

  constructor(first: Uint8Array, values: number, permutations: readonly Uint8Array[]) {
    this.entries = new ColouringIndex(first.length, values);
    this.entries.add(first);
    this.#permutations = permutations;
    this.#next = new Uint32Array(256 * permutations.length).fill(NONE);
    this.#paths = new Uint8Array(256 * first.length);
    this.#paths.set(identity(first.length));
    this.#undoneBy = permutations.map(() => -1);
    this.#factors = permutations.map(() => []);
    this.#moved = new Uint8Array(first.length);
  }

  get orbit(): Orbit {
    const { entries } = this;
    return {
      permutations: this.#permutations,
      entries,
      next: this.#next.subarray(0, entries.count * this.#permutations.length),
      paths: this.#paths.subarray(0, entries.count * entries.points),
    };
  }

  /** Prepares the shortcuts for large orbits. */
  takeShortcuts(): void {
    this.#undoneBy = inversesAmong(this.#permutations);
    this.#factors = factorsAmong(this.#permutations);
    this.#movedEntries = new MovedEntries(this.entries, this.#permutations);
  }

  /** Finds the entries to which all permutations take an entry. */
  expand(entry: number): void {
    const count = this.#permutations.length;
    for (let index = 0; index < count; index++) {
      if (this.#next[entry * count + index] === NONE) this.#reach(entry, index);
    }
  }

  #reach(entry: number, index: number): void {
    const count = this.#permutations.length;
    const before = this.entries.count;
    let target = this.#targetByFactors(entry, this.#factors[index]);
    if (target < 0) target = this.#targetByHash(entry, index);
    if (target === before) this.#addPath(entry, index);
    this.#next[entry * count + index] = target;
    const inverse = this.#undoneBy[index];
    if (inverse >= 0) this.#next[target * count + inverse] = entry;
  }

  /** Returns the entry to which two permutations, one after the other, take an entry, if it is known for some pair; otherwise -1. */
  #targetByFactors(entry: number, pairs: readonly number[]): number {
    const next = this.#next;
    const count = this.#permutations.length;
    for (let i = 0; i < pairs.length; i += 2) {
      const between = next[entry * count + pairs[i]];
      if (between === NONE) continue;
      const target = next[between * count + pairs[i + 1]];
      if (target !== NONE) return target;
    }
    return -1;
  }

  /** Returns the entry to which a permutation leads, a new one if necessary. */
  #targetByHash(entry: number, index: number): number {
    const { entries } = this;
    const movedEntries = this.#movedEntries;
    const hash = movedEntries?.hashAfter(entry, index);
    if (hash !== undefined) {
      const known = entries.withHash(hash);
      if (known >= 0 && movedEntries?.leadsTo(index, known)) return known;
    }
    writeMovedFrom(entries.keys, entry * entries.points, this.#permutations[index], this.#moved);
    return entries.add(this.#moved, hash);
  }

  /** Adds the path of the last entry, to which a permutation leads from another one. */
  #addPath(from: number, index: number): void {
    const { points, count } = this.entries;
    if (count * this.#permutations.length > this.#next.length) {
      const { length } = this.#next;
      this.#next = twiceAsLong(this.#next).fill(NONE, length);
    }
    if (count * points > this.#paths.length) this.#paths = twiceAsLong(this.#paths);
    writeProduct(this.#paths, from * points, this.#permutations[index], this.#paths, (count - 1) * points, points);
  }
}

function twiceAsLong<Numbers extends Uint8Array | Uint32Array>(numbers: Numbers): Numbers {
  const longer = new (numbers.constructor as new (length: number) => Numbers)(numbers.length * 2);
  longer.set(numbers);
  return longer;
}
