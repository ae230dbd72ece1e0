/** An observer on each worker that writes the depth of each new state into an array. */

import type { FreshBlock, LayerObserver } from '../../engines/bits/kernel/layer-advancer.js';
import type { Layout } from '../../engines/bits/layout/blocks.js';
import { lowestBit, STATES_PER_WORD } from '../../spaces/board/numbering/geometry.js';
import type { DistancesOfCell } from './board-distances.js';

export class DepthWriter implements LayerObserver<undefined> {
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
