/**
 * Orbits of colourings, or of labels, under permutations of points.
 *
 * The path p_y of an entry y is the product of permutations by which the search takes the first entry to y. Products are read from left to
 * right.
 */

import {
  factorsAmong,
  identity,
  inversePermutation,
  inversesAmong,
  isIdentity,
  pointOrbits,
  writeMovedFrom,
  writeProduct,
} from '../../../permutations/permutation.js';
import { RandomProducts, randomBits } from '../../../permutations/random-elements.js';
import { ColouringIndex } from './colouring-index.js';

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

class MovedEntries {
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

/**
 * Elements of the stabiliser of an orbit's first entry.
 *
 * An entry y and a permutation s, with z = y s, have the *Schreier element* p_y s p_z^-1 with the paths p of orbit.ts. It keeps the first
 * entry, and all such elements generate its stabiliser.
 * Source: O. Schreier, "Die Untergruppen der freien Gruppen", Abh. Math. Sem. Hamburg 5 (1927).
 */

/** Returns the Schreier element of an entry and a permutation. */
export function schreierElement(orbit: Orbit, entry: number, permutation: number): Uint8Array {
  const { permutations, next, paths, entries } = orbit;
  const { points } = entries;
  const path = paths.subarray(entry * points);
  const target = next[entry * permutations.length + permutation] * points;
  const back = inversePermutation(paths.subarray(target, target + points));
  return permutations[permutation].map((_, point) => back[permutations[permutation][path[point]]]);
}

/** Maximum number of Schreier elements in a random product. Many of them are the identity, and each is left out at random. */
const FACTORS = 32;

/**
 * Returns elements of the stabiliser of the first entry, except the identity: random products of Schreier elements, with a fixed seed.
 * They may generate a subgroup of the stabiliser.
 */
export function stabiliserElements(orbit: Orbit, count: number): Uint8Array[] {
  const { entries, permutations } = orbit;
  const elements: Uint8Array[] = [];
  if (permutations.length === 0) return elements;
  let product = identity(entries.points);
  let draws = 0;
  const below = (bound: number) => (randomBits(draws++) >>> 0) % bound;
  for (let tries = 0; tries < 2 * count && elements.length < count; tries++) {
    for (let factor = 0; factor < FACTORS; factor++) {
      // With a fixed number of factors, all products would be even if all factors were odd.
      if (below(2) === 0) continue;
      const element = schreierElement(orbit, below(entries.count), below(permutations.length));
      product = product.map((point) => element[point]);
    }
    if (!isIdentity(product)) elements.push(product);
  }
  return elements;
}

/**
 * Returns elements of the stabiliser of the first entry, except the identity, which look random even if most Schreier elements are the
 * identity. With all powers of a cycle of 128 points and one exchange, one in 128 is not.
 */
export function evenStabiliserElements(orbit: Orbit, count: number): Uint8Array[] {
  const { entries, permutations, paths } = orbit;
  const { points, keys } = entries;
  const elements: Uint8Array[] = [];
  if (permutations.length === 0) return elements;
  const random = new RandomProducts(permutations);
  const moved = new Uint8Array(points);
  for (let tries = 0; tries < 2 * count && elements.length < count; tries++) {
    const element = random.next();
    for (let point = 0; point < points; point++) moved[element[point]] = keys[point];
    const at = entries.find(moved) * points;
    const back = inversePermutation(paths.subarray(at, at + points));
    const kept = element.map((image) => back[image]);
    if (!isIdentity(kept)) elements.push(kept);
  }
  return elements;
}

/** States that elements of a stabiliser should take to each other, numbered from 0. */
interface StatesOfStabiliser {
  readonly count: number;
  write(number: number, state: Uint8Array): void;
  /** Returns whether the state that a frame takes to the base is one of them. The frame is at frames[at..]. */
  has(colouring: Uint8Array, frames: Uint8Array, at: number): boolean;
}

/** Minimum number of states that are tried, unless fewer are a proof. */
const TRIES = 20_000;

/**
 * Returns a Schreier element that takes one of these states to another state; null if none is found. Each element is tried with at least one
 * state.
 *
 * Let no two points have the same colour, and let the states be images of one of them under a group of elements of the stabiliser. Then one
 * state for each element is a proof. An element of that group takes all of the states to such states, and any other element none. So the
 * group is the whole stabiliser.
 * @param different true if no two points have the same colour
 */
export function leavingElement(orbit: Orbit, states: StatesOfStabiliser, different: boolean): Uint8Array | null {
  const { permutations, next, paths, entries } = orbit;
  const { points, count } = entries;
  const state = new Uint8Array(points);
  const atEntry = new Uint8Array(points);
  const moved = new Uint8Array(points);
  const pairs = count * permutations.length;
  const rounds = different ? 1 : Math.min(states.count, Math.ceil(TRIES / pairs));
  for (let round = 0; round < rounds; round++) {
    for (let entry = 0, pair = 0; entry < count; entry++) {
      states.write(rounds === states.count ? round : (randomBits(entry + round * count) >>> 0) % states.count, state);
      for (let point = 0, at = entry * points; point < points; point++, at++) atEntry[paths[at]] = state[point];
      for (const [index, permutation] of permutations.entries()) {
        for (let point = 0; point < points; point++) moved[permutation[point]] = atEntry[point];
        if (!states.has(moved, paths, next[pair++] * points)) return schreierElement(orbit, entry, index);
      }
    }
  }
  return null;
}
