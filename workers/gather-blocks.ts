/** Piscina entry point: one worker's share of a batch of layers of a permutation puzzle. */

import type { BatchResult, BatchTask } from '../src/engines/batches.js';
import { planesWorker } from '../src/engines/groups/layers.js';
import type { SharedPlanes } from '../src/engines/groups/planes.js';

export const release = () => planesWorker.release();

export default function gatherBlocks(task: BatchTask<SharedPlanes>): BatchResult<readonly number[]> {
  return planesWorker.findLayers(task);
}
