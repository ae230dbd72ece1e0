/** Piscina entry point: one worker's share of a batch of layers, and the depths of the states that it found. */

import type { BatchResult, BatchTask } from '../src/engines/batches.js';
import { boardWorker } from '../src/engines/boards/layers.js';
import type { SharedBoard } from '../src/engines/boards/memory.js';
import { lowestBit, STATES_PER_WORD } from '../src/spaces/board/numbering.js';
import type { DepthArray } from '../src/study/state-passes.js';

type Distances = readonly DepthArray[];

/** Writes the depth of each new state into the array of its blank's cell. */
const worker = boardWorker(({ blocks }, distances: Distances) => (depth) => ({
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

export const release = () => worker.release();

export default function depthsOfLayers(task: BatchTask<SharedBoard, Distances>): BatchResult<undefined> {
  return worker.findLayers(task);
}
