/**
 * Rows of words: where a move takes each word of a block, and the places in it.
 *
 * Let h be the projection of a word, with the frame tau_h, and kappa a move of blocks as the base sees it. It takes the word to that of the
 * projection g = h kappa, and its places by
 *
 *     eta = tau_h kappa tau_g^-1
 *
 * Again, only how eta permutes points whose label stands for several colours matters, so etas are few. Both g and eta are put together from
 * parts: see row-part.ts.
 */

import type { ChainNumbering, ColouringWords } from '../colourings/chain.js';
import type { PlaceMap } from './bit-order.js';
import { etaPoints } from './eta-points.js';
import { type FramedMove, inverseFrames } from './framed-moves.js';
import { partsOfPoints, RowPart } from './row-part.js';

export interface WordRow {
  /** [word]: the word that it is taken to. */
  readonly targets: Uint32Array;
  /** [word]: which of the place maps takes its places there. */
  readonly maps: Uint16Array;
}

/** A few times as many as permutations of bits: maps between words of different bit types may be alike. */
const MOST_MAPS = 1 << 14;
const NONE = 0xffffffff;
const OUT_OF_TYPE = 'a move takes a word out of the type of its block';

/** Products of the values of parts are looked up in a table of at most this many entries for each projection. */
const MOST_PRODUCTS = 64;

/** Makes rows, and collects the place maps that they share. */
export class WordRows {
  readonly maps: PlaceMap[] = [];
  readonly #numbering: ChainNumbering;
  readonly #words: ColouringWords;
  readonly #parts: readonly RowPart[];
  /** [value of the first part + values of the first part * (value of the second part + ...)]: the projection that has them, or NONE. */
  readonly #projections: Uint32Array;
  /** [part][number of the bit type and the etas of the parts before it][eta of the part]: the number of all of them together. */
  readonly #together: readonly number[][][];
  /** [part]: how many numbers there are. */
  readonly #counts: number[];
  /** [number of the bit type and all etas]: the place map. */
  readonly #mapOf: number[] = [];
  /** [projection * points + point]: the frames backwards. */
  readonly #backs: Uint8Array;

  /** @param labels of words */
  constructor(numbering: ChainNumbering, words: ColouringWords, labels: readonly number[]) {
    const { points } = numbering.puzzle;
    const projections = words.frames.length / points;
    this.#numbering = numbering;
    this.#words = words;
    const known = etaPoints(numbering, words, labels);
    const partOf = (part: Uint8Array) => new RowPart(numbering, words, labels, part, known);
    const parts = partsOfPoints(numbering).map(partOf);
    const products = parts.reduce((product, { count }) => product * count, 1);
    const few = products <= MOST_PRODUCTS * projections;
    this.#parts = few ? parts : [partOf(numbering.puzzle.solved.map((_, point) => point))];
    this.#projections = new Uint32Array(few ? products : projections).fill(NONE);
    for (let projection = 0; projection < projections; projection++) {
      let product = 0;
      let weight = 1;
      for (const part of this.#parts) {
        product += weight * part.valueOf[projection];
        weight *= part.count;
      }
      this.#projections[product] = projection;
    }
    this.#together = this.#parts.map(() => []);
    this.#counts = this.#parts.map(() => 0);
    this.#backs = inverseFrames(words.frames, points);
  }

  /** Returns the row of a move, or why it is no bijection between the types of blocks. */
  row(move: FramedMove): WordRow | string {
    const { from, to, images } = move;
    const { count, projectionOf, wordOf, bitTypeOf } = this.#words;
    const parts = this.#parts;
    const moved = parts.map((part) => part.move(images));
    const targets = new Uint32Array(count);
    const maps = new Uint16Array(count);
    const taken = new Uint8Array(count);
    for (let word = 0; word < count; word++) {
      const source = projectionOf[from][word];
      let etas = bitTypeOf[from][word];
      let product = 0;
      let weight = 1;
      for (let i = 0; i < parts.length; i++) {
        const value = parts[i].valueOf[source];
        const image = moved[i].targets[value];
        if (image < 0) return OUT_OF_TYPE;
        product += weight * image;
        weight *= parts[i].count;
        etas = this.#metTogether(i, etas, moved[i].etas[value]);
      }
      const projection = this.#projections[product];
      const target = projection === NONE ? NONE : wordOf[to][projection];
      if (target === NONE) return OUT_OF_TYPE;
      if (taken[target]) return 'a move takes two words of a block to one';
      taken[target] = 1;
      targets[word] = target;
      let map = this.#mapOf[etas];
      if (map === undefined) {
        map = this.maps.length;
        if (map === MOST_MAPS) return `its moves permute the states of words in more than ${MOST_MAPS} ways`;
        const made = this.#placeMap(move, word, target);
        if (typeof made === 'string') return made;
        this.maps.push(made);
        this.#mapOf[etas] = map;
      }
      if (this.maps[map].to !== bitTypeOf[to][target]) return 'a move takes a word to two bit types';
      maps[word] = map;
    }
    return { targets, maps };
  }

  /** Returns the number of the etas of the parts up to this one. */
  #metTogether(part: number, before: number, eta: number): number {
    const together = this.#together[part];
    if (together[before] === undefined) together[before] = [];
    const known = together[before][eta];
    if (known !== undefined) return known;
    const number = this.#counts[part]++;
    together[before][eta] = number;
    return number;
  }

  /** Returns where a move takes the places of a word, or why it is no bijection to those of the word that it is taken to. */
  #placeMap({ from, to, images }: FramedMove, word: number, target: number): PlaceMap | string {
    const { states, statesOf, frames, projectionOf, bitTypeOf } = this.#words;
    const points = images.length;
    const frame = projectionOf[from][word] * points;
    const back = projectionOf[to][target] * points;
    const eta = images.map((_, point) => this.#backs[back + images[frames[frame + point]]]);
    const bitTypes = { from: bitTypeOf[from][word], to: bitTypeOf[to][target] };
    const imagesOfPlaces = new Uint8Array(states);
    const taken = new Uint8Array(states);
    const state = new Uint8Array(points);
    for (let place = 0; place < states; place++) {
      for (let point = 0; point < points; point++) state[eta[point]] = statesOf[bitTypes.from][place * points + point];
      const image = this.#numbering.placeOf(bitTypes.to, state);
      if (image < 0) return 'a move takes a state out of the bit type of its word';
      if (taken[image]) return 'a move takes two states of a word to one';
      taken[image] = 1;
      imagesOfPlaces[place] = image;
    }
    return { ...bitTypes, images: imagesOfPlaces };
  }
}
