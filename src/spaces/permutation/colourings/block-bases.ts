/**
 * The base: the points to which the frames of blocks take the states of all blocks. Words number its states, by the word's rank in its type and
 * then by the place in the word; or they are scattered, numbered directly in lexicographic order.
 *
 * The base numbers the states of each type of block from 0. All types have equally many, since permutations make them from type 0.
 *
 * The frame of a state's block is in `frames` from `at` on: it takes place p of the base to place frames[at + p].
 */

import { identity, writeInverse, writeMovedFrom, writeProduct } from '../../../permutations/permutation.js';
import { ColouringIndex, lexicographicOrder } from './colouring-index.js';
import { type ColouringWords, OrderedFrames, ProjectionFinder, project } from './numbering.js';
import { leavingElement, type Orbit, orbitOf, stabiliserElements } from './orbit.js';
import { areAllDifferent, type ColouredPuzzle, type Projections } from './puzzle.js';

/** Maximum number of states of a word: the number of bits in the kernel's words. */
export const LONGEST_WORD = 128;

/** Maximum number of words of a block, so that its rows stay in the cache. */
const MOST_WORDS = 1 << 18;

/** Number of elements of the stabiliser of the first word to begin with. */
const FIRST_ELEMENTS = 3;

const NONE = 0xffffffff;

const TYPES_OVERLAP = 'types of blocks overlap';

export type BlockBase = WordedBase | ScatteredBase;

export class WordedBase {
  readonly #points: number;
  readonly #exact: boolean;
  /** Words of type 0, in the order of discovery. */
  readonly #orbit: Orbit;
  readonly #ordered: OrderedFrames;
  readonly #projections: ColouringIndex;
  readonly #finder: ProjectionFinder;
  #frames = new Uint8Array(1 << 12);
  readonly #bitTypes: StateTypes;
  readonly #projectionOf: Uint32Array[] = [];
  readonly #wordOf: Uint32Array[] = [];
  readonly #bitTypeOf: Uint8Array[] = [];
  readonly #state: Uint8Array;
  /** State that was moved here last: its projection; its colours, placed by its word's frame; and their hash. */
  #projection = -1;
  readonly #placed: Uint8Array;
  #placeHash = 0;

  /**
   * Returns the base with type 0, or why there is none.
   * @param labels of colours, finer than those of blocks
   * @param elements permutations that keep block 0
   * @param expected number of states of a block, if it is known
   */
  static of(
    puzzle: ColouredPuzzle,
    labels: Uint8Array,
    frames: Projections['frames'],
    elements: readonly Uint8Array[],
    expected: number | undefined,
  ): WordedBase | string {
    const { points, solved } = puzzle;
    const projected = new Uint8Array(points);
    project(labels, solved, projected);
    const words = orbitOf(projected, Math.max(...labels) + 1, elements, MOST_WORDS);
    if (words === null) return `a block has more than ${MOST_WORDS} words`;
    const states = firstWord(puzzle, words, expected && expected / words.entries.count);
    if (states === null) return `a word has more than ${LONGEST_WORD} states`;
    const base = new WordedBase(puzzle, labels, frames === 'exact', words, states);
    return base.addType(identity(points)) ?? base;
  }

  private constructor(puzzle: ColouredPuzzle, labels: Uint8Array, exact: boolean, orbit: Orbit, first: ColouringIndex) {
    const { points } = puzzle;
    this.#points = points;
    this.#exact = exact;
    this.#orbit = orbit;
    this.#ordered = new OrderedFrames(puzzle.moves, orbit.entries.keys.subarray(0, points));
    this.#projections = new ColouringIndex(points, Math.max(...labels) + 1);
    this.#finder = new ProjectionFinder(labels, this.#projections);
    this.#bitTypes = new StateTypes(first);
    this.#state = new Uint8Array(points);
    this.#placed = new Uint8Array(points);
  }

  get types(): number {
    return this.#projectionOf.length;
  }

  /** Number of states of each type. */
  get states(): number {
    return this.#orbit.entries.count * this.#bitTypes.states;
  }

  /** Adds the type that a permutation makes of type 0; returns null, or why it cannot. */
  addType(permutation: Uint8Array): string | null {
    const points = this.#points;
    const { entries, paths } = this.#orbit;
    const words = entries.count;
    const keys = new Uint8Array(words * points);
    const projections = new Uint32Array(words);
    const bitTypes = new Uint8Array(words);
    const key = new Uint8Array(points);
    const path = new Uint8Array(points);
    const back = new Uint8Array(points);
    for (let word = 0, at = 0; word < words; word++, at += points) {
      writeMovedFrom(entries.keys, at, permutation, key);
      writeProduct(paths, at, permutation, path, 0, points);
      keys.set(key, at);
      const projection = this.#addProjection(key, path);
      writeInverse(this.#frames, projection * points, back, 0, points);
      writeProduct(path, 0, back, path, 0, points);
      const bitType = this.#bitTypeAfter(path);
      if (typeof bitType === 'string') return bitType;
      for (let type = 0; type < this.types; type++) {
        const known = this.#wordOf[type][projection];
        if (known !== undefined && known !== NONE && this.#bitTypeOf[type][known] === bitType) return TYPES_OVERLAP;
      }
      projections[word] = projection;
      bitTypes[word] = bitType;
    }
    const order = lexicographicOrder(keys, entries.values, points, words);
    const wordOf = new Uint32Array(this.#projections.count).fill(NONE);
    const projectionOf = new Uint32Array(words);
    const bitTypeOf = new Uint8Array(words);
    for (let word = 0; word < words; word++) {
      const found = order[word];
      wordOf[projections[found]] = word;
      projectionOf[word] = projections[found];
      bitTypeOf[word] = bitTypes[found];
    }
    this.#projectionOf.push(projectionOf);
    this.#bitTypeOf.push(bitTypeOf);
    this.#wordOf.push(wordOf);
    return null;
  }

  #addProjection(key: Uint8Array, path: Uint8Array): number {
    const before = this.#projections.count;
    const projection = this.#projections.add(key);
    if (projection < before) return projection;
    const points = this.#points;
    const at = projection * points;
    if (at + points > this.#frames.length) {
      const longer = new Uint8Array((at + points) * 2);
      longer.set(this.#frames);
      this.#frames = longer;
    }
    if (this.#exact) this.#frames.set(path, at);
    else this.#ordered.write(this.#projections.keys, this.#frames, at);
    return projection;
  }

  /** Returns the bit type of the states that a permutation makes of the first word, a new one if necessary; or why there is none. */
  #bitTypeAfter(permutation: Uint8Array): number | string {
    const known = this.#bitTypes;
    const type = known.typeAfter(permutation);
    if (type < known.types) return type;
    if (type === MOST_BIT_TYPES) return `words have more than ${MOST_BIT_TYPES} bit types`;
    return known.add(permutation) ? type : 'bit types of words overlap';
  }

  /** Returns the type of a state, -1 if there is none. */
  typeOf(colouring: Uint8Array, frames: Uint8Array, at: number): number {
    this.#moveToBase(colouring, frames, at);
    for (let type = 0; type < this.types; type++) if (this.#movedRank(type) >= 0) return type;
    return -1;
  }

  /** Returns the number of a state in a type, -1 if the type lacks it. */
  rank(type: number, colouring: Uint8Array, frames: Uint8Array, at: number): number {
    this.#moveToBase(colouring, frames, at);
    return this.#movedRank(type);
  }

  /** Moves a state to the base and on by the frame of its word, if that is known. */
  #moveToBase(colouring: Uint8Array, frames: Uint8Array, at: number): void {
    const state = this.#state;
    writeProduct(frames, at, colouring, state, 0, state.length);
    const projection = this.#finder.find(state);
    this.#projection = projection;
    if (projection < 0) return;
    const wordFrames = this.#frames;
    const placed = this.#placed;
    const { noise, values } = this.#bitTypes.entries;
    let placeHash = 0;
    for (let point = 0, row = 0, frame = projection * state.length; point < state.length; point++, row += values) {
      const colour = state[wordFrames[frame + point]];
      placed[point] = colour;
      placeHash ^= noise[row + colour];
    }
    this.#placeHash = placeHash;
  }

  /** Returns the rank in a type of the state that was moved here last, -1 if the type lacks it. */
  #movedRank(type: number): number {
    const projection = this.#projection;
    if (projection < 0 || projection >= this.#wordOf[type].length) return -1;
    const word = this.#wordOf[type][projection];
    if (word === NONE) return -1;
    // The comparison of the state also detects a hash that belongs to another word or block.
    const place = this.#bitTypes.rankIn(this.#bitTypeOf[type][word], this.#placed, this.#placeHash);
    return place < 0 ? -1 : word * this.#bitTypes.states + place;
  }

  /** Writes the state of a number. */
  write(type: number, rank: number, colouring: Uint8Array, frames: Uint8Array, at: number): void {
    const points = this.#points;
    const { states, statesOf } = this.#bitTypes;
    const word = Math.floor(rank / states);
    const wordFrames = this.#frames;
    const wordFrame = this.#projectionOf[type][word] * points;
    const keys = statesOf[this.#bitTypeOf[type][word]];
    const from = (rank - word * states) * points;
    for (let point = 0; point < points; point++) {
      colouring[frames[at + wordFrames[wordFrame + point]]] = keys[from + point];
    }
  }

  /** Returns the words of all types. */
  words(): ColouringWords {
    const projections = this.#projections.count;
    const bitTypes = this.#bitTypes;
    return {
      count: this.#orbit.entries.count,
      states: bitTypes.states,
      frames: this.#frames.subarray(0, projections * this.#points),
      projections: this.#projections,
      projectionOf: this.#projectionOf,
      wordOf: this.#wordOf.map((wordOf) => {
        const longer = new Uint32Array(projections).fill(NONE);
        longer.set(wordOf);
        return longer;
      }),
      bitTypeOf: this.#bitTypeOf,
      statesOf: bitTypes.statesOf,
      rankIn: (bitType, state) => bitTypes.rankIn(bitType, state),
    };
  }
}

/**
 * Returns the states of the first word; null if there are too many.
 * @param expected their number, if it is known
 */
function firstWord(puzzle: ColouredPuzzle, words: Orbit, expected: number | undefined): ColouringIndex | null {
  const { solved, colours } = puzzle;
  const elements = stabiliserElements(words, FIRST_ELEMENTS);
  const state = new Uint8Array(solved.length);
  for (;;) {
    const orbit = orbitOf(solved, colours.length, elements, LONGEST_WORD);
    if (orbit === null) return null;
    const { entries } = orbit;
    if (entries.count === expected) return entries;
    const states = {
      count: entries.count,
      write: (number: number, written: Uint8Array) => entries.write(number, written),
      has: (moved: Uint8Array, frames: Uint8Array, at: number) => {
        writeProduct(frames, at, moved, state, 0, solved.length);
        return entries.find(state) >= 0;
      },
    };
    const leaving = leavingElement(words, states, areAllDifferent(puzzle));
    if (leaving === null) return entries;
    elements.push(leaving);
  }
}

/*
 * Types of states: what permutations make of the states of a first type. All states differ, and those of a type have places in lexicographic
 * order.
 *
 * The base has the states of words as *bit types*. A word's frame takes its states to the base. There they are the states of the first
 * word, moved by a permutation. Words with the same states there have the same bit type. Without words, the types are those of blocks.
 */

const MOST_BIT_TYPES = 256;

class StateTypes {
  /** Number of states of each type. */
  readonly states: number;
  /** [type]: its states in lexicographic order. */
  readonly statesOf: Uint8Array[] = [];
  /** States of all types, type by type, each in the order in which they were found. */
  readonly entries: ColouringIndex;
  /** [type][entry of the type]: the place of the state. */
  readonly #places: Uint32Array[] = [];
  readonly #moved: Uint8Array;

  /** @param first the states of the first type */
  constructor(first: ColouringIndex) {
    this.states = first.count;
    this.entries = first;
    this.#moved = new Uint8Array(first.points);
    this.#sort(first.keys);
  }

  get types(): number {
    return this.statesOf.length;
  }

  /** Returns the type of what a permutation makes of the first type; the number of types if none of them has it. */
  typeAfter(permutation: Uint8Array): number {
    writeMovedFrom(this.entries.keys, 0, permutation, this.#moved);
    const entry = this.entries.find(this.#moved);
    return entry < 0 ? this.types : Math.floor(entry / this.states);
  }

  /** Adds what a permutation makes of the first type. Returns false if that is not a type of its own. */
  add(permutation: Uint8Array): boolean {
    const { entries, types, states } = this;
    const [first] = this.statesOf;
    const keys = new Uint8Array(first.length);
    for (let at = 0; at < first.length; at += entries.points) {
      writeMovedFrom(first, at, permutation, this.#moved);
      keys.set(this.#moved, at);
      entries.add(this.#moved);
    }
    this.#sort(keys);
    return entries.count === (types + 1) * states;
  }

  /** Sorts the states of a type, which are the last entries. */
  #sort(keys: Uint8Array): void {
    const { states, entries } = this;
    const { points } = entries;
    const sorted = new Uint8Array(states * points);
    const places = new Uint32Array(states);
    const order = lexicographicOrder(keys, entries.values, points, states);
    for (let place = 0, to = 0; place < states; place++) {
      places[order[place]] = place;
      for (let from = order[place] * points, end = from + points; from < end; from++, to++) sorted[to] = keys[from];
    }
    this.statesOf.push(sorted);
    this.#places.push(places);
  }

  /** Returns the place of a state in a type, -1 if the type lacks it. @param hash of the state, if it is known */
  rankIn(type: number, state: Uint8Array, hash?: number): number {
    const entry = this.entries.find(state, hash) - type * this.states;
    return entry >= 0 && entry < this.states ? this.#places[type][entry] : -1;
  }
}

/** Maximum number of states of a block that are numbered directly. */
export const MOST_SCATTERED_STATES = 3_000_000;

/** Maximum number of states of all types together. */
const MOST_STATES_OF_TYPES = 4_000_000;

export class ScatteredBase extends StateTypes {
  readonly #state: Uint8Array;

  /**
   * Returns the base with type 0, or why there is none.
   * @param elements permutations that keep block 0
   */
  static of({ solved, colours }: ColouredPuzzle, elements: readonly Uint8Array[]): ScatteredBase | string {
    const orbit = orbitOf(solved, colours.length, elements, MOST_SCATTERED_STATES);
    if (orbit === null) return `a block has more than ${MOST_SCATTERED_STATES} states`;
    return new ScatteredBase(orbit.entries);
  }

  private constructor(first: ColouringIndex) {
    super(first);
    this.#state = new Uint8Array(first.points);
  }

  addType(permutation: Uint8Array): string | null {
    if (this.states * (this.types + 1) > MOST_STATES_OF_TYPES) return 'blocks have too many types';
    return this.add(permutation) ? null : TYPES_OVERLAP;
  }

  typeOf(colouring: Uint8Array, frames: Uint8Array, at: number): number {
    return Math.floor(this.entries.find(this.#moveToBase(colouring, frames, at)) / this.states);
  }

  rank(type: number, colouring: Uint8Array, frames: Uint8Array, at: number): number {
    return this.rankIn(type, this.#moveToBase(colouring, frames, at));
  }

  #moveToBase(colouring: Uint8Array, frames: Uint8Array, at: number): Uint8Array {
    const state = this.#state;
    writeProduct(frames, at, colouring, state, 0, state.length);
    return state;
  }

  write(type: number, rank: number, colouring: Uint8Array, frames: Uint8Array, at: number): void {
    const { points } = this.entries;
    const states = this.statesOf[type];
    for (let point = 0, from = rank * points; point < points; point++)
      colouring[frames[at + point]] = states[from + point];
  }
}
