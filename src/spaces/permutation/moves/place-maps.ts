/**
 * Place maps: the images of a word's places by moves. An eta takes the states of one bit type to those of another.
 *
 * States of words differ only on points whose label stands for several colours. A few of these points tell them apart, and a state is
 * found by its colours there. Every state of a word is compared, so a map is proved to be a bijection.
 */

import { inversePermutation } from '../../../permutations/permutation.js';
import { ColouringIndex } from '../colourings/colouring-index.js';
import type { ColouringWords } from '../colourings/numbering.js';
import type { ColouredPuzzle } from '../colourings/puzzle.js';
import { sharedPoints } from './framed-moves.js';

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
export class PlaceMaps {
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
