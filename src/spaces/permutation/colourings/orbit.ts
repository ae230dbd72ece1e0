/**
 * Orbits of colourings, or of labels, under permutations of points.
 *
 * The path p_y of an entry y is the product of permutations by which the search takes the first entry to y. Products are read from left to
 * right.
 */

import {
  identity,
  inversePermutation,
  inversesAmong,
  isIdentity,
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

/** Number of entries from which on the inverses of permutations are looked for. */
const FEW_ENTRIES = 64;

/**
 * Returns the orbit of a colouring or of labels; null if it has more entries than allowed.
 * @param values upper bound of all of its bytes, exclusive
 */
export function orbitOf(first: Uint8Array, values: number, moves: readonly Uint8Array[], most: number): Orbit | null {
  const points = first.length;
  const count = moves.length;
  const entries = new ColouringIndex(points, values);
  entries.add(first);
  let next = new Uint32Array(256 * count).fill(NONE);
  let paths = new Uint8Array(256 * points);
  paths.set(identity(points));
  let undoneBy: readonly number[] = moves.map(() => -1);
  const moved = new Uint8Array(points);
  for (let entry = 0; entry < entries.count; entry++) {
    if (entry === FEW_ENTRIES) undoneBy = inversesAmong(moves);
    for (let index = 0; index < count; index++) {
      if (next[entry * count + index] !== NONE) continue;
      const known = entries.count;
      writeMovedFrom(entries.keys, entry * points, moves[index], moved);
      const target = entries.add(moved);
      if (target === known) {
        if (entries.count * count > next.length) next = twiceAsLong(next).fill(NONE, next.length);
        if (entries.count * points > paths.length) paths = twiceAsLong(paths);
        writeProduct(paths, entry * points, moves[index], paths, target * points, points);
      }
      next[entry * count + index] = target;
      if (undoneBy[index] >= 0) next[target * count + undoneBy[index]] = entry;
    }
    if (entries.count > most) return null;
  }
  next = next.subarray(0, entries.count * count);
  paths = paths.subarray(0, entries.count * points);
  return { permutations: moves, entries, next, paths };
}

function twiceAsLong<Numbers extends Uint8Array | Uint32Array>(numbers: Numbers): Numbers {
  const longer = new (numbers.constructor as new (length: number) => Numbers)(numbers.length * 2);
  longer.set(numbers);
  return longer;
}

/*
 * Elements of the stabiliser of an orbit's first entry.
 *
 * An entry y and a permutation s, with z = y s, have the *Schreier element* p_y s p_z^-1 with the paths p of orbit.ts. It keeps the first
 * entry, and all such elements generate its stabiliser.
 * Source: O. Schreier, "Die Untergruppen der freien Gruppen", Abh. Math. Sem. Hamburg 5 (1927).
 */

/** Returns the Schreier element of an entry and a permutation. */
function schreierElement(orbit: Orbit, entry: number, permutation: number): Uint8Array {
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
    writeMovedFrom(keys, 0, element, moved);
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
        writeMovedFrom(atEntry, 0, permutation, moved);
        if (!states.has(moved, paths, next[pair++] * points)) return schreierElement(orbit, entry, index);
      }
    }
  }
  return null;
}
