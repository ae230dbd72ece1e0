/**
 * Rows of words: the word to which a move takes each word of a block, and the map of its places.
 *
 * Let h be the projection of a word, with the frame tau_h, and kappa a move of blocks in the base. It takes the word to that of the
 * projection g = h kappa, and its places by
 *
 *     eta = tau_h kappa tau_g^-1
 *
 * Again, all that matters is how eta permutes points whose label stands for several colours, so there are few etas. Both g and eta are
 * combined from parts: see row-parts.ts.
 */

import { inversePermutation, permutationText } from '../../../permutations/permutation.js';
import { ColouringIndex } from '../colourings/colouring-index.js';
import type { BlockNumbering, ColouringWords } from '../colourings/numbering.js';
import { areAllDifferent, type ColouredPuzzle } from '../colourings/puzzle.js';
import { PERMUTATION_BITS } from './compiled-moves.js';
import { type FramedMove, sharedPoints } from './framed-moves.js';
import { partsOfPoints, RowPart } from './row-parts.js';

export interface WordRow {
  /** [word]: the word to which it is taken. */
  readonly targets: Uint32Array;
  /** [word]: the number of the map that takes its places there. */
  readonly maps: Uint16Array;
}

/** Maximum number of place maps. It exceeds that of permutations of bits, since maps between different bit types may be alike. */
const MOST_MAPS = 1 << 14;

/** Maximum number of place maps of words of one bit type, which all differ. */
const MOST_MAPS_OF_ONE_TYPE = 1 << PERMUTATION_BITS;
const NONE = 0xffffffff;
const TOO_MANY_MAPS = `its moves permute the states of words in too many ways`;
const OUT_OF_TYPE = 'a move takes a word out of the type of its block';

/** Maximum number of entries for each projection of a table that looks up products of the values of parts. */
const MOST_PRODUCTS = 64;

/** Maximum number of entries of a table that looks up bit types and etas of all parts together. */
const MOST_ETAS = 1 << 20;
const NO_MAP = 0xffff;

/** Maker of rows, and collection of the place maps that they share. */
export class WordRows {
  readonly maps: PlaceMap[] = [];
  readonly #words: ColouringWords;
  readonly #placeMaps: PlaceMaps;
  readonly #parts: readonly RowPart[];
  /** [value of the first part + values of the first part * (value of the second part + ...)]: the projection that has them, or NONE. */
  readonly #projections: Uint32Array;
  /** [bit type + bit types * (eta of the first part + etas of the first part * ...)]: the place map, or NO_MAP. */
  readonly #mapOf: Uint16Array;

  /**
   * Returns a maker of the rows of moves, or why there is none.
   * @param labels of words
   */
  static of(
    numbering: BlockNumbering,
    words: ColouringWords,
    labels: readonly number[],
    moves: readonly FramedMove[],
  ): WordRows | string {
    const { points, solved } = numbering.puzzle;
    const known = etaPoints(numbering, words, labels);
    const partOf = (part: Uint8Array) => new RowPart(numbering, words, labels, part, known);
    const etasOf = (parts: readonly RowPart[]) => {
      for (const part of parts) for (const { images } of moves) part.move(images);
      return parts.reduce((product, part) => product * part.etas, words.statesOf.length);
    };
    const parts = partsOfPoints(numbering).map(partOf);
    if (valuesOf(parts) <= (MOST_PRODUCTS * words.frames.length) / points) {
      const etas = etasOf(parts);
      if (etas <= MOST_ETAS) return new WordRows(numbering, words, labels, parts, etas);
    }
    const all = [partOf(solved.map((_, point) => point))];
    const etas = etasOf(all);
    return etas <= MOST_ETAS ? new WordRows(numbering, words, labels, all, etas) : TOO_MANY_MAPS;
  }

  private constructor(
    { puzzle }: BlockNumbering,
    words: ColouringWords,
    labels: readonly number[],
    parts: readonly RowPart[],
    etas: number,
  ) {
    const { points } = puzzle;
    this.#words = words;
    this.#placeMaps = new PlaceMaps(puzzle, words, labels);
    this.#parts = parts;
    this.#mapOf = new Uint16Array(etas).fill(NO_MAP);
    this.#projections = new Uint32Array(valuesOf(parts)).fill(NONE);
    const products = new Uint32Array(words.frames.length / points);
    let weight = 1;
    for (const part of parts) {
      for (let projection = 0; projection < products.length; projection++) {
        products[projection] += weight * part.valueOf[projection];
      }
      weight *= part.count;
    }
    for (let projection = 0; projection < products.length; projection++) {
      this.#projections[products[projection]] = projection;
    }
  }

  /** Returns the row of a move, or why it is not a bijection between the types of blocks. */
  row(move: FramedMove): WordRow | string {
    const { from, to, images } = move;
    const { count, statesOf } = this.#words;
    const [sources, wordOf] = [this.#words.projectionOf[from], this.#words.wordOf[to]];
    const [bitTypes, bitTypesAfter] = [this.#words.bitTypeOf[from], this.#words.bitTypeOf[to]];
    const targets = new Uint32Array(count);
    const etas = Uint32Array.from(bitTypes);
    let weight = 1;
    let etaWeight = statesOf.length;
    for (const part of this.#parts) {
      const moved = part.move(images);
      if (!addWeighted(moved.targets, part.valueOf, sources, weight, targets)) return OUT_OF_TYPE;
      addWeighted(moved.etas, part.valueOf, sources, etaWeight, etas);
      weight *= part.count;
      etaWeight *= part.etas;
    }
    if (!lookUp(this.#projections, targets) || !lookUp(wordOf, targets)) return OUT_OF_TYPE;
    if (!areDifferent(targets)) return 'a move takes two words of a block to one';
    const mapOf = this.#mapOf;
    const maps = new Uint16Array(count);
    for (let word = 0; word < count; word++) {
      let map = mapOf[etas[word]];
      if (map === NO_MAP) {
        if (this.maps.length === (statesOf.length > 1 ? MOST_MAPS : MOST_MAPS_OF_ONE_TYPE)) return TOO_MANY_MAPS;
        const made = this.#placeMap(move, word, targets[word]);
        if (typeof made === 'string') return made;
        map = this.maps.length;
        mapOf[etas[word]] = map;
        this.maps.push(made);
      }
      if (this.maps[map].to !== bitTypesAfter[targets[word]]) return 'a move takes a word to two bit types';
      maps[word] = map;
    }
    return { targets, maps };
  }

  /** Returns the map of a word's places by a move, or why it is not a bijection between the places of the two words. */
  #placeMap({ from, to, images }: FramedMove, word: number, target: number): PlaceMap | string {
    const { frames, projectionOf, bitTypeOf } = this.#words;
    const points = images.length;
    const frame = projectionOf[from][word] * points;
    const back = projectionOf[to][target] * points;
    const placeOf = inversePermutation(frames.subarray(back, back + points));
    const eta = new Uint8Array(points);
    for (let point = 0; point < points; point++) eta[point] = placeOf[images[frames[frame + point]]];
    return this.#placeMaps.map(bitTypeOf[from][word], bitTypeOf[to][target], eta);
  }
}

/** Returns the number of values that all parts can have together. */
function valuesOf(parts: readonly RowPart[]): number {
  return parts.reduce((product, { count }) => product * count, 1);
}

// Small functions, which V8 compiles soon: see permutation.ts.

/** Adds each word's number times a weight to the sum. Returns whether all words have one. @param numbers negative for words without one */
function addWeighted(
  numbers: Int32Array,
  values: Uint32Array,
  projections: Uint32Array,
  weight: number,
  sum: Uint32Array,
): boolean {
  let least = 0;
  for (let word = 0; word < sum.length; word++) {
    const number = numbers[values[projections[word]]];
    least = Math.min(least, number);
    sum[word] += weight * number;
  }
  return least === 0;
}

/** Replaces numbers by their entries in a table. Returns whether all of them have one. */
function lookUp(table: Uint32Array, numbers: Uint32Array): boolean {
  for (let i = 0; i < numbers.length; i++) numbers[i] = table[numbers[i]];
  return !numbers.includes(NONE);
}

/** Returns whether no word occurs twice. */
function areDifferent(words: Uint32Array): boolean {
  const taken = new Uint8Array(words.length);
  for (let i = 0; i < words.length; i++) taken[words[i]] = 1;
  return !taken.includes(0);
}

/**
 * Returns points whose images determine the effect of an eta on the states of words: those whose label of words stands for several colours.
 *
 * Fewer are enough if frames are exact and all colours are different. Then etas are elements of the group that keeps the first word, whose
 * states are the images of the solved one under these elements. So a base of the group is enough: points whose images differ
 * for all of them. It is chosen point by point.
 */
function etaPoints(
  { puzzle, projections }: BlockNumbering,
  { states, statesOf }: ColouringWords,
  labels: readonly number[],
): number[] {
  const { solved, points } = puzzle;
  const shared = sharedPoints(solved, labels);
  if (projections.frames === 'ordered' || !areAllDifferent(puzzle)) return shared;
  const images = Array.from({ length: states }, (_, place) => {
    const state = statesOf[0].subarray(place * points, (place + 1) * points);
    return solved.map((colour) => state.indexOf(colour));
  });
  const chosen: number[] = [];
  const distinct = (base: readonly number[]) =>
    new Set(images.map((element) => Uint8Array.from(base, (point) => element[point])).map(permutationText)).size;
  while (distinct(chosen) < states) {
    const sizes = shared.map((point) => distinct([...chosen, point]));
    chosen.push(shared[sizes.indexOf(Math.max(...sizes))]);
  }
  return chosen;
}

/*
 * Place maps: the images of a word's places by moves. An eta takes the states of one bit type to those of another.
 *
 * States of words differ only on points whose label stands for several colours. A few of these points tell them apart, and a state is
 * found by its colours there. Every state of a word is compared, so a map is proved to be a bijection.
 */

/** Map of the places of a word to those of another word, by a move. */
export interface PlaceMap {
  /** Bit types. */
  readonly from: number;
  readonly to: number;
  /** [place]: the place to which it is taken. */
  readonly images: Uint8Array;
}

const OUT_OF_BIT_TYPE = 'a move takes a state out of the bit type of its word';

/** Maker of the maps of places. */
class PlaceMaps {
  /** Number of states of a word. */
  readonly #states: number;
  readonly #statesOf: readonly Uint8Array[];
  readonly #distinguishing: Uint8Array;
  /** Colours on distinguishing points, and the bit type. Entry = bit type * states + place. */
  readonly #index: ColouringIndex;

  /** @param labels of words */
  constructor(puzzle: ColouredPuzzle, { states, statesOf }: ColouringWords, labels: readonly number[]) {
    const { points, solved } = puzzle;
    this.#states = states;
    this.#statesOf = statesOf;
    this.#distinguishing = distinguishingPoints(statesOf, points, sharedPoints(solved, labels));
    const key = new Uint8Array(this.#distinguishing.length + 1);
    this.#index = new ColouringIndex(key.length, Math.max(points, statesOf.length), states * statesOf.length);
    for (const [bitType, keys] of statesOf.entries()) {
      for (let at = 0; at < keys.length; at += points) {
        for (let i = 0; i < this.#distinguishing.length; i++) key[i] = keys[at + this.#distinguishing[i]];
        key[this.#distinguishing.length] = bitType;
        this.#index.add(key);
      }
    }
  }

  /** Returns the map of an eta from one bit type to another, or why it is not a bijection between their states. */
  map(from: number, to: number, eta: Uint8Array): PlaceMap | string {
    const states = this.#states;
    const sources = this.#statesOf[from];
    const targets = this.#statesOf[to];
    const back = inversePermutation(eta);
    const distinguishingBack = this.#distinguishing.map((point) => back[point]);
    const points = back.length;
    const key = Uint8Array.of(...distinguishingBack, to);
    const images = new Uint8Array(states);
    const taken = new Uint8Array(states);
    for (let place = 0, at = 0; place < states; place++, at += points) {
      for (let i = 0; i < distinguishingBack.length; i++) key[i] = sources[at + distinguishingBack[i]];
      const entry = this.#index.find(key);
      const image = entry - to * states;
      if (image < 0 || image >= states) return OUT_OF_BIT_TYPE;
      for (let point = 0, target = image * points; point < points; point++) {
        if (targets[target + point] !== sources[at + back[point]]) return OUT_OF_BIT_TYPE;
      }
      if (taken[image]) return 'a move takes two states of a word to one';
      taken[image] = 1;
      images[place] = image;
    }
    return { from, to, images };
  }
}

/** Returns points by which the states of each bit type can be told apart, chosen one after the other. */
function distinguishingPoints(statesOf: readonly Uint8Array[], points: number, shared: readonly number[]): Uint8Array {
  const states = statesOf[0].length / points;
  const distinguishing: number[] = [];
  // States that the chosen points do not tell apart have the same class.
  let classes = Uint16Array.from({ length: states * statesOf.length }, (_, state) => Math.floor(state / states));
  let count = statesOf.length;
  for (const point of shared) {
    if (count === classes.length) break;
    const numbers = new Map<number, number>();
    const finer = classes.map((number, state) => {
      const colour = statesOf[Math.floor(state / states)][(state % states) * points + point];
      const pair = number * points + colour;
      const known = numbers.get(pair) ?? numbers.size;
      numbers.set(pair, known);
      return known;
    });
    if (numbers.size === count) continue;
    distinguishing.push(point);
    classes = finer;
    count = numbers.size;
  }
  return Uint8Array.from(distinguishing);
}
