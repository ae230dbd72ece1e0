/** Piscina entry point: one worker's share of a batch of layers, and the depths of the states that it found. */

import type { BatchTask, LayerResult } from '../src/engines/boards/board-search.js';
import { advanceBatch, releaseBoard } from '../src/engines/boards/layers.js';
import { lowestBit, STATES_PER_WORD } from '../src/spaces/board/numbering.js';
import type { DepthArray } from '../src/study/state-passes.js';

export { releaseBoard as release };

/** Writes the depth of each new state into the array of its blank's cell. */
export default function depthsOfLayers(task: BatchTask<readonly DepthArray[]>): Promise<LayerResult<undefined>[]> {
  return advanceBatch(task, ({ blocks }, distances, depth) => ({
    wantsMore: true,
    observe({ cell, block, halves }) {
      const ofCell = distances[cell];
      for (let half = 0; half < halves.length; half++) {
        const first = (block * blocks.words + (half >> 1)) * STATES_PER_WORD + (half % 2) * 32;
        for (let bits = halves[half]; bits !== 0; bits &= bits - 1) ofCell[first + lowestBit(bits)] = depth;
      }
    },
    observed: () => undefined,
  }));
}
