/** Keeps some of the states of each layer, as an observer on each worker. */

import { lowestBit } from '../../../spaces/board/numbering/geometry.js';
import type { State } from '../../../spaces/board/numbering/numbering.js';
import type { FreshBlock, LayerObserver } from '../kernel/layer-advancer.js';
import type { Layout } from '../layout/blocks.js';

/**
 * Of layers of which a small share is kept, most states are not looked at: whole groups of words are left out, and of the
 * others each state is kept with a chance that makes up for it, so that about one is.
 */
const GROUP_WORDS = 16;
/** Of 960 in so many words: the chances need not be exact, their product is. */
const GROUP_STATES = 1024;
/** In place of a state's bit, for the chance of a group. */
const NO_BIT = 63;

/** Which states to keep of each layer. Plain data. */
export interface Keeping {
  /** How many, at most, on each worker. */
  readonly most: number;
  /** The first layer of which states are kept. @default 0 */
  readonly from?: number | undefined;
  /** Which share of them, by depth, 0 to 1: chosen by their numbers, as good as at random. All, where it is not given. */
  readonly shares?: readonly number[];
}

/** The first fresh states of a layer, in the order in which this worker takes its blocks. */
export class KeptStates implements LayerObserver<readonly State[]> {
  readonly #blockWords: number;
  readonly #most: number;
  /** Of the groups, the share that is looked at; and of their states, the share that is kept. */
  readonly #groupShare: number;
  readonly #share: number;
  readonly #kept: State[] = [];

  constructor({ blocks }: Layout, { most, from = 0, shares }: Keeping, depth: number) {
    this.#blockWords = blocks.words;
    this.#most = depth < from ? 0 : most;
    const share = shares?.[depth] ?? 1;
    this.#groupShare = Math.min(1, share * GROUP_STATES);
    this.#share = share / this.#groupShare;
  }

  get wantsMore(): boolean {
    return this.#kept.length < this.#most;
  }

  observe(fresh: FreshBlock): void {
    const words = fresh.halves.length / 2;
    if (this.#groupShare === 1) {
      this.#keep(fresh, 0, words);
      return;
    }
    for (let begin = 0; begin < words; begin += GROUP_WORDS) {
      const chance = chanceOf(fresh.cell, fresh.block * this.#blockWords + begin, NO_BIT);
      if (chance < this.#groupShare) this.#keep(fresh, begin, Math.min(begin + GROUP_WORDS, words));
    }
  }

  #keep({ cell, block, halves }: FreshBlock, begin: number, end: number): void {
    for (let half = 2 * begin; half < 2 * end; half++) {
      for (let bits = halves[half]; bits !== 0; bits &= bits - 1) {
        if (!this.wantsMore) return;
        const bit = (half % 2) * 32 + lowestBit(bits);
        const word = block * this.#blockWords + (half >> 1);
        if (this.#share === 1 || chanceOf(cell, word, bit) < this.#share) this.#kept.push({ cell, word, bit });
      }
    }
  }

  observed(): readonly State[] {
    return this.#kept;
  }
}

/** A number from 0 to 1 that depends on the state alone, spread evenly over all states: a hash by two multiplications. */
function chanceOf(cell: number, word: number, bit: number): number {
  let hash = Math.imul(word, 0x9e3779b1) ^ (cell * 64 + bit);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32;
}

/**
 * The first states of those that all workers kept, in the order of blocks, cells, words and bits: each worker took its
 * blocks in that order. The cells of lanes come lane by lane.
 */
export function firstOf(kept: readonly (readonly State[])[], { blocks, cells, sweeps }: Layout, most: number): State[] {
  const inOrder = sweeps?.lanes.flat() ?? Array.from({ length: cells }, (_, cell) => cell);
  const places = inOrder.map((_, cell) => inOrder.indexOf(cell));
  const unit = ({ cell, word }: State) => Math.floor(word / blocks.words) * cells + places[cell];
  return kept
    .flat()
    .sort((a, b) => unit(a) - unit(b) || a.word - b.word || a.bit - b.bit)
    .slice(0, most);
}
