/**
 * Place maps: the images of a word's places by moves. An eta takes the states of one bit type to those of another.
 *
 * States of words differ only on points whose label stands for several colours. A few of these points tell them apart, and a state is
 * found by its colours there.
 *
 * Let no two points have the same colour. Then exchanges of colours make all states of a bit type from any one of them. They are the same
 * exchanges for all bit types: those that the stabiliser of the first word makes of the solved state. Exchanges of colours commute with
 * permutations of points. So if an eta takes one state of a bit type to a state of another one, it does so with all of them. A single
 * comparison proves it, and the exchanges give all other images (colour-exchanges.ts). If pieces are identical, every state is compared.
 */

import { inversePermutation } from '../../../permutations/permutation.js';
import { ColouringIndex, SHARED } from '../colourings/colouring-index.js';
import type { ColouringWords } from '../colourings/numbering.js';
import { areAllDifferent, type ColouredPuzzle } from '../colourings/puzzle.js';
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
  /** Exchanges of colours; null if pieces are identical. */
  readonly #exchanges: ColourExchanges | null;

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
    const placeOf = (bitType: number, place: number, exchange: Uint8Array) => {
      for (let i = 0; i < this.#distinguishing.length; i++)
        key[i] = exchange[statesOf[bitType][place * points + this.#distinguishing[i]]];
      key[this.#distinguishing.length] = bitType;
      return this.#index.find(key) - bitType * states;
    };
    this.#exchanges = areAllDifferent(puzzle) ? new ColourExchanges(statesOf, points, placeOf) : null;
  }

  /** Returns the map of an eta from one bit type to another, or why it is not a bijection between their states. */
  map(from: number, to: number, eta: Uint8Array): PlaceMap | string {
    const states = this.#states;
    const { noise, values } = this.#index;
    const sources = this.#statesOf[from];
    const targets = this.#statesOf[to];
    const back = inversePermutation(eta);
    const distinguishingBack = this.#distinguishing.map((point) => back[point]);
    const points = back.length;
    const noiseOfType = noise[distinguishingBack.length * values + to];
    const images = new Uint8Array(states);
    const taken = new Uint8Array(states);
    const compared = this.#exchanges === null ? states : 1;
    for (let place = 0, at = 0; place < compared; place++, at += points) {
      let hash = noiseOfType;
      for (let i = 0, row = 0; i < distinguishingBack.length; i++, row += values)
        hash ^= noise[row + sources[at + distinguishingBack[i]]];
      let entry = this.#index.withHash(hash);
      if (entry === SHARED)
        entry = this.#index.find(Uint8Array.of(...distinguishingBack.map((point) => sources[at + point]), to));
      const image = entry - to * states;
      if (image < 0 || image >= states) return OUT_OF_BIT_TYPE;
      for (let point = 0, target = image * points; point < points; point++) {
        if (targets[target + point] !== sources[at + back[point]]) return OUT_OF_BIT_TYPE;
      }
      if (taken[image]) return 'a move takes two states of a word to one';
      taken[image] = 1;
      images[place] = image;
    }
    this.#exchanges?.writeImages(from, to, images[0], images);
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

/**
 * Exchanges of colours, which make all states of a bit type from any one of them if no two points have the same colour. They are a group, the
 * same one for all bit types, and only the identity keeps a state.
 *
 * A few of them generate the group. So a chain of these leads from place 0 to each other place. If a map commutes with them, it takes the
 * chain to the same chain, beginning with the image of place 0.
 */

class ColourExchanges {
  /** Steps of the chains. Each begins with the place of an earlier step, and step 0 is place 0. */
  readonly #earlier: Uint8Array;
  /** [step]: its generator, times the number of states of a bit type. */
  readonly #generators: Uint16Array;
  /** [bit type][generator * states + place]: the place to which the generator leads. */
  readonly #after: Uint8Array[] = [];
  /** [bit type][step]: the place to which it leads. */
  readonly #places: Uint8Array[] = [];

  /**
   * @param statesOf [bit type]: its states, each of `points` bytes
   * @param placeOf returns the place, in a bit type, of a state after an exchange of colours
   */
  constructor(
    statesOf: readonly Uint8Array[],
    points: number,
    placeOf: (bitType: number, place: number, exchange: Uint8Array) => number,
  ) {
    const [first] = statesOf;
    const states = first.length / points;
    const tableOf = (bitType: number, exchange: Uint8Array): Uint8Array => {
      const table = new Uint8Array(states);
      for (let place = 0; place < states; place++) table[place] = placeOf(bitType, place, exchange);
      return table;
    };
    this.#earlier = new Uint8Array(states);
    this.#generators = new Uint16Array(states);
    const exchanges: Uint8Array[] = [];
    const tables: Uint8Array[] = [];
    const places = new Uint8Array(states);
    const isReached = new Uint8Array(states);
    isReached[0] = 1;
    let reached = 1;
    for (let place = states - 1; reached < states; place--) {
      if (isReached[place]) continue;
      const exchange = new Uint8Array(points);
      for (let point = 0; point < points; point++) exchange[first[point]] = first[place * points + point];
      exchanges.push(exchange);
      tables.push(tableOf(0, exchange));
      for (let step = 0; step < reached; step++) {
        for (let generator = 0; generator < tables.length; generator++) {
          const to = tables[generator][places[step]];
          if (isReached[to]) continue;
          isReached[to] = 1;
          this.#earlier[reached] = step;
          this.#generators[reached] = generator * states;
          places[reached++] = to;
        }
      }
    }
    for (let bitType = 0; bitType < statesOf.length; bitType++) {
      const after = new Uint8Array(exchanges.length * states);
      for (const [generator, exchange] of exchanges.entries()) {
        after.set(bitType === 0 ? tables[generator] : tableOf(bitType, exchange), generator * states);
      }
      this.#after.push(after);
      this.#places.push(this.#chains(after, 0));
    }
  }

  /** Writes the images of all places by a map from one bit type to another. @param first the image of place 0 */
  writeImages(from: number, to: number, first: number, images: Uint8Array): void {
    const places = this.#places[from];
    const ends = this.#chains(this.#after[to], first);
    for (let step = 0; step < ends.length; step++) images[places[step]] = ends[step];
  }

  /** Returns [step]: the place to which it leads if the chains begin at a given place. */
  #chains(after: Uint8Array, first: number): Uint8Array {
    const earlier = this.#earlier;
    const generators = this.#generators;
    const places = new Uint8Array(earlier.length);
    places[0] = first;
    for (let step = 1; step < places.length; step++) places[step] = after[generators[step] + places[earlier[step]]];
    return places;
  }
}
