/**
 * The base: the points to which the frames of blocks take the states of all blocks. Words number its states, by the word's rank in its type and
 * then by the place in the word; or they are scattered, numbered directly in lexicographic order.
 *
 * The base numbers the states of each type of block from 0. All types have equally many, since permutations make them from type 0.
 *
 * The frame of a state's block is in `frames` from `at` on: it takes place p of the base to place frames[at + p].
 */

import { identity, writeInverse, writeMovedFrom, writeProduct } from '../../../permutations/permutation.js';
import { ColouringIndex, lexicographicOrder, SHARED } from './colouring-index.js';
import { type ColouringWords, noiseOfColours, OrderedFrames, project } from './numbering.js';
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
  readonly #puzzle: ColouredPuzzle;
  readonly #labels: Uint8Array;
  readonly #exact: boolean;
  /** Words of type 0, in the order of discovery. */
  readonly #orbit: Orbit;
  readonly #ordered: OrderedFrames;
  readonly #projections: ColouringIndex;
  #frames = new Uint8Array(1 << 12);
  readonly #places: BitTypes;
  readonly #projectionOf: Uint32Array[] = [];
  readonly #wordOf: Uint32Array[] = [];
  readonly #bitTypeOf: Uint8Array[] = [];
  /** [point * colours + colour]: the hash of a state's projection is the exclusive or of these numbers over its points. */
  readonly #noise: Int32Array;
  readonly #projected: Uint8Array;
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
    this.#puzzle = puzzle;
    this.#labels = labels;
    this.#exact = exact;
    this.#orbit = orbit;
    this.#ordered = new OrderedFrames(puzzle.moves, orbit.entries.keys.subarray(0, points));
    this.#projections = new ColouringIndex(points, Math.max(...labels) + 1);
    this.#noise = noiseOfColours(labels, this.#projections);
    this.#places = new BitTypes(first);
    this.#projected = new Uint8Array(points);
    this.#state = new Uint8Array(points);
    this.#placed = new Uint8Array(points);
  }

  get types(): number {
    return this.#projectionOf.length;
  }

  /** Number of states of each type. */
  get states(): number {
    return this.#orbit.entries.count * this.#places.states;
  }

  /** Adds the type that a permutation makes of type 0; returns null, or why it cannot. */
  addType(permutation: Uint8Array): string | null {
    const { points } = this.#puzzle;
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
      const bitType = this.#places.bitTypeAfter(path);
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
    const { points } = this.#puzzle;
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
    const { points, colours } = this.#puzzle;
    const state = this.#state;
    const labelNoise = this.#noise;
    let hash = 0;
    for (let point = 0, row = 0; point < points; point++, row += colours.length) {
      const colour = colouring[frames[at + point]];
      state[point] = colour;
      hash ^= labelNoise[row + colour];
    }
    let projection = this.#projections.withHash(hash);
    if (projection === SHARED) projection = this.#findProjection(state);
    this.#projection = projection;
    if (projection < 0) return;
    const wordFrames = this.#frames;
    const placed = this.#placed;
    const { noise, values } = this.#places.entries;
    let placeHash = 0;
    for (let point = 0, row = 0, frame = projection * points; point < points; point++, row += values, frame++) {
      const colour = state[wordFrames[frame]];
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
    const place = this.#places.placeOf(this.#bitTypeOf[type][word], this.#placed, this.#placeHash);
    return place < 0 ? -1 : word * this.#places.states + place;
  }

  /** Writes the state of a number. */
  write(type: number, rank: number, colouring: Uint8Array, frames: Uint8Array, at: number): void {
    const { points } = this.#puzzle;
    const { states, entries } = this.#places;
    const word = Math.floor(rank / states);
    const wordFrames = this.#frames;
    const wordFrame = this.#projectionOf[type][word] * points;
    const { keys } = entries;
    const from = (this.#bitTypeOf[type][word] * states + rank - word * states) * points;
    for (let point = 0; point < points; point++) {
      colouring[frames[at + wordFrames[wordFrame + point]]] = keys[from + point];
    }
  }

  /** Returns the projection of a state of the base, -1 if no type has it. */
  #findProjection(state: Uint8Array): number {
    project(this.#labels, state, this.#projected);
    return this.#projections.find(this.#projected);
  }

  /** Returns the words of all types. */
  words(): ColouringWords {
    const projections = this.#projections.count;
    return {
      count: this.#orbit.entries.count,
      states: this.#places.states,
      frames: this.#frames.subarray(0, projections * this.#puzzle.points),
      projectionOf: this.#projectionOf,
      wordOf: this.#wordOf.map((wordOf) => {
        const longer = new Uint32Array(projections).fill(NONE);
        longer.set(wordOf);
        return longer;
      }),
      bitTypeOf: this.#bitTypeOf,
      statesOf: this.#places.statesOfBitTypes(),
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
        for (let point = 0; point < solved.length; point++) state[point] = moved[frames[at + point]];
        return entries.find(state) >= 0;
      },
    };
    const leaving = leavingElement(words, states, areAllDifferent(puzzle));
    if (leaving === null) return entries;
    elements.push(leaving);
  }
}

/*
 * Bit types of words, and places in them.
 *
 * A word's frame takes the states of the word to the base. There they are the states of the first word, moved by a permutation. Words with
 * the same states there have the same bit type. A state's place is its rank among these states, in lexicographic order.
 */

const MOST_BIT_TYPES = 256;

class BitTypes {
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
    const place = this.entries.find(state, hash) - bitType * this.states;
    return place < this.states ? Math.max(-1, place) : -1;
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

/** Maximum number of states of a block that are numbered directly. */
export const MOST_SCATTERED_STATES = 3_000_000;

/** Maximum number of states of all types together. */
const MOST_STATES_OF_TYPES = 4_000_000;

export class ScatteredBase {
  readonly states: number;
  /** [type]: its states in lexicographic order. */
  readonly statesOf: Uint8Array[] = [];
  readonly #points: number;
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
    return new ScatteredBase(points, orbit.entries);
  }

  /** @param first the states of type 0 */
  private constructor(points: number, first: ColouringIndex) {
    this.states = first.count;
    this.#points = points;
    this.#state = new Uint8Array(points);
    this.#entries = first;
    this.#sort(first.keys);
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
    writeProduct(frames, at, colouring, this.#state, 0, this.#points);
    return this.#entries.find(this.#state);
  }

  write(type: number, rank: number, colouring: Uint8Array, frames: Uint8Array, at: number): void {
    const points = this.#points;
    const sorted = this.statesOf[type];
    for (let point = 0, key = rank * points; point < points; point++, key++)
      colouring[frames[at + point]] = sorted[key];
  }
}
