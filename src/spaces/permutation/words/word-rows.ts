/**
 * Rows of words: where a move takes each word of a block, and the places in it.
 *
 * Let h be the projection of a word, with the frame tau_h, and kappa a move of blocks as the base sees it. It takes the word to that of the
 * projection g = h kappa, and its places by
 *
 *     eta = tau_h kappa tau_g^-1
 *
 * Again, only how eta permutes points whose label stands for several colours matters. So etas are few: they are looked up by these points
 * and by the bit type, and the places are only moved if an eta is new.
 */

import type { ChainNumbering, ColouringWords } from '../colourings/chain.js';
import { ColouringIndex } from '../colourings/colouring-index.js';
import type { PlaceMap } from './bit-order.js';
import { type FramedMove, inverseFrames, sharedPoints } from './framed-moves.js';
import { MovedProjections } from './moved-projections.js';

export interface WordRow {
  /** [word]: the word that it is taken to. */
  readonly targets: Uint32Array;
  /** [word]: which of the place maps takes its places there. */
  readonly maps: Uint16Array;
}

const MOST_MAPS = 0xffff;
const NONE = 0xffffffff;

/** Makes rows, and collects the place maps that they share. */
export class WordRows {
  readonly maps: PlaceMap[] = [];
  readonly #numbering: ChainNumbering;
  readonly #words: ColouringWords;
  readonly #projections: MovedProjections;
  /** The points that an eta is known by. */
  readonly #shared: Uint8Array;
  readonly #etas: ColouringIndex;
  /** The points of the base whose images are needed. */
  readonly #needed: Uint8Array;
  /** [projection * points + point]: the frames backwards. */
  readonly #backs: Uint8Array;

  /** @param labels of words */
  constructor(numbering: ChainNumbering, words: ColouringWords, labels: readonly number[]) {
    const { puzzle, projections } = numbering;
    const { points, solved } = puzzle;
    this.#numbering = numbering;
    this.#words = words;
    const labelled = (own: readonly number[]) => solved.map((colour) => own[colour]);
    this.#projections = new MovedProjections(words, labelled(projections.block), labelled(labels));
    this.#shared = Uint8Array.from(sharedPoints(solved, labels));
    this.#etas = new ColouringIndex(this.#shared.length + 1, 256);
    this.#needed = Uint8Array.from(new Set([...this.#shared, ...this.#projections.telling]));
    this.#backs = inverseFrames(words.frames, points);
  }

  /** Returns the row of a move, or why it is no bijection between the types of blocks. */
  row({ from, to, images }: FramedMove): WordRow | string {
    const { points } = this.#numbering.puzzle;
    const { count, frames, projectionOf, wordOf, bitTypeOf } = this.#words;
    const shared = this.#shared;
    const needed = this.#needed;
    const backs = this.#backs;
    const targets = new Uint32Array(count);
    const maps = new Uint16Array(count);
    const taken = new Uint8Array(count);
    const path = new Uint8Array(points);
    const key = new Uint8Array(shared.length + 1);
    for (let word = 0; word < count; word++) {
      const frame = projectionOf[from][word] * points;
      for (let i = 0; i < needed.length; i++) path[needed[i]] = images[frames[frame + needed[i]]];
      const projection = this.#projections.find(path);
      const target = projection < 0 ? NONE : wordOf[to][projection];
      if (target === NONE) return 'a move takes a word out of the type of its block';
      if (taken[target]) return 'a move takes two words of a block to one';
      taken[target] = 1;
      targets[word] = target;
      const back = projection * points;
      for (let i = 0; i < shared.length; i++) key[i] = backs[back + path[shared[i]]];
      const bitType = bitTypeOf[from][word];
      key[shared.length] = bitType;
      const map = this.#etas.add(key);
      if (map === this.maps.length) {
        if (map === MOST_MAPS) return `its moves permute the states of words in more than ${MOST_MAPS} ways`;
        const eta = images.map((_, point) => backs[back + images[frames[frame + point]]]);
        const made = this.#mapOf(eta, bitType, bitTypeOf[to][target]);
        if (typeof made === 'string') return made;
        this.maps.push(made);
      }
      if (this.maps[map].to !== bitTypeOf[to][target]) return 'a move takes a word to two bit types';
      maps[word] = map;
    }
    return { targets, maps };
  }

  /** Returns where a permutation of points takes the places of a bit type, or why it is no bijection to the other one. */
  #mapOf(eta: Uint8Array, from: number, to: number): PlaceMap | string {
    const { states, statesOf } = this.#words;
    const points = eta.length;
    const images = new Uint8Array(states);
    const taken = new Uint8Array(states);
    const state = new Uint8Array(points);
    for (let place = 0; place < states; place++) {
      for (let point = 0; point < points; point++) state[eta[point]] = statesOf[from][place * points + point];
      const image = this.#numbering.placeOf(to, state);
      if (image < 0) return 'a move takes a state out of the bit type of its word';
      if (taken[image]) return 'a move takes two states of a word to one';
      taken[image] = 1;
      images[place] = image;
    }
    return { from, to, images };
  }
}
