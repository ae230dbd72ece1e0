/**
 * The interface by which a metric finds the states of a layer, and by which observers read the states as they are found; and the observer
 * that keeps some of the states of each layer.
 */

import { lowestBit, type State } from '../../spaces/board/numbering.js';
import type { Keeping, Observation, Observer } from '../batches.js';
import type { Layout } from './board-plan.js';

/**
 * Finds the fresh states of layers. A layer is found in consecutive rounds. A round may read the results of all workers in earlier
 * rounds. In a round, each block has a number of units of work, which can be done in any order and in parallel.
 */
export interface LayerAdvancer {
  /** Number of rounds of a layer, at least one. */
  readonly rounds: number;
  /** Returns the number of units of each block. @param round 0..rounds-1 */
  units(depth: number, round: number): number;
  /**
   * Does one unit.
   * @param unit 0..units-1
   * @param observer receives the fresh states once, in one of the rounds
   * @returns the number of fresh states found
   */
  advance(depth: number, round: number, block: number, unit: number, observer: BlockObserver<unknown>): number;
}

/** The fresh states of a block, as given to an observer. */
export interface FreshBlock {
  readonly cell: number;
  readonly block: number;
  /** Bits of the states, two halves per word; valid until the next block is advanced. */
  readonly halves: Uint32Array;
}

/** Queries about the block that an observer receives. */
export interface NeighbourCounter {
  /**
   * Counts the neighbours of the fresh states that are no farther from the goal than the states themselves.
   * @returns [k] number of states with k such neighbours
   */
  countNotFurther(fresh: FreshBlock): readonly number[];
}

/** Receives the fresh states of a layer block by block, on the worker that found them. */
export interface BlockObserver<Observed> {
  /** True if the observer needs more blocks. */
  readonly wantsMore: boolean;
  observe(block: FreshBlock, counter: NeighbourCounter): void;
  /** Returns the observations as plain data. Called once, at the end of the layer. */
  observed(): Observed;
}

/** The observers of a worker, one for each layer. */
export class BlockObservers<Observed> implements Observer<Observed> {
  readonly #newObserver: (depth: number) => BlockObserver<Observed>;
  readonly #layers: { readonly depth: number; readonly observer: BlockObserver<Observed> }[] = [];

  constructor(newObserver: (depth: number) => BlockObserver<Observed>) {
    this.#newObserver = newObserver;
  }

  /** The observer of the layer that was begun last. */
  get current(): BlockObserver<Observed> {
    return this.#layers[this.#layers.length - 1].observer;
  }

  begin(depth: number): void {
    this.#layers.push({ depth, observer: this.#newObserver(depth) });
  }

  observed(): Observation<Observed>[] {
    // The list stays the same. V8 has compiled the search for it, and would do that again in the next batch of layers.
    return this.#layers.splice(0).map(({ depth, observer }) => ({ depth, observed: observer.observed() }));
  }
}

/**
 * If only a small share of a layer is kept, most states are skipped without a test, in whole groups of words. States of the other
 * groups are kept with a higher probability, which compensates for that.
 */
const GROUP_WORDS = 16;
/** Words per group, which have 960 states. The two probabilities need not be exact, but their product is. */
const GROUP_STATES = 1024;
/** Replaces a state's bit in the hash that decides about a group. */
const NO_BIT = 63;

/** Selection of the states to keep of each layer. */
export interface KeepingShares extends Keeping {
  /** Share of the states to keep, 0 to 1, by depth. States are chosen pseudorandomly by their numbers. @default all states */
  readonly shares?: readonly number[];
}

/** Keeps the first fresh states of a layer, in the order in which this worker claims blocks. */
export class KeptStates implements BlockObserver<readonly State[]> {
  readonly #blockWords: number;
  readonly #most: number;
  /** Share of the groups that are tested, and share of their states that are kept. */
  readonly #groupShare: number;
  readonly #share: number;
  readonly #kept: State[] = [];

  constructor({ blocks }: Layout, { most, from = 0, shares }: KeepingShares, depth: number) {
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

/** Returns a number from 0 to 1 that depends only on the state, evenly distributed over all states: a hash by two multiplications. */
function chanceOf(cell: number, word: number, bit: number): number {
  let hash = Math.imul(word, 0x9e3779b1) ^ (cell * 64 + bit);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32;
}

/**
 * Returns the first of the states that all workers kept, in the order of blocks, cells, words and bits. Each worker claimed its blocks
 * in this order. The cells of lanes follow each other lane by lane.
 */
export function firstOf(kept: readonly (readonly State[])[], { blocks, cells, sweeps }: Layout, most: number): State[] {
  const inOrder = sweeps?.lanes.flat() ?? Array.from({ length: cells }, (_, cell) => cell);
  const orders = inOrder.map((_, cell) => inOrder.indexOf(cell));
  const unit = ({ cell, word }: State) => Math.floor(word / blocks.words) * cells + orders[cell];
  return kept
    .flat()
    .sort((a, b) => unit(a) - unit(b) || a.word - b.word || a.bit - b.bit)
    .slice(0, most);
}
