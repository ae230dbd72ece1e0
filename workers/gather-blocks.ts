/** Piscina entry point: one worker's share of a batch of layers of a permutation puzzle. */

import type { RunBatchResult, RunBatchTask } from '../src/engines/batches.js';
import { planesWorker } from '../src/engines/groups/layers.js';
import type { SharedPlanes } from '../src/engines/groups/planes.js';

export function release(): void {
  planesWorker.release();
}

export default function gatherBlocks(task: RunBatchTask<SharedPlanes>): RunBatchResult {
  return planesWorker.findLayers(task);
}
