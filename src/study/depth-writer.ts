/**
 * An observer on each worker that writes the depth of each new state of a board into an array. The worker loads only this file,
 * without the coordinator.
 */

import type { Layout } from '../engines/boards/board-plan.js';
import type { BlockObserver, FreshBlock } from '../engines/boards/observers.js';
import { lowestBit, STATES_PER_WORD } from '../spaces/board/numbering.js';
import type { DistancesOfCell } from './board-replay.js';

export class DepthWriter implements BlockObserver<undefined> {
  readonly wantsMore = true;
  readonly #blockWords: number;
  readonly #distances: readonly DistancesOfCell[];
  readonly #depth: number;

  /** @param distances arrays in shared memory, one for each cell of the blank */
  constructor({ blocks }: Layout, distances: readonly DistancesOfCell[], depth: number) {
    this.#blockWords = blocks.words;
    this.#distances = distances;
    this.#depth = depth;
  }

  observe({ cell, block, halves }: FreshBlock): void {
    const distances = this.#distances[cell];
    const depth = this.#depth;
    for (let half = 0; half < halves.length; half++) {
      const first = (block * this.#blockWords + (half >> 1)) * STATES_PER_WORD + (half % 2) * 32;
      for (let bits = halves[half]; bits !== 0; bits &= bits - 1) distances[first + lowestBit(bits)] = depth;
    }
  }

  observed(): undefined {
    return undefined;
  }
}
