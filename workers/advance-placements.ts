/** Piscina entry point: one worker's share of a batch of layers of a pattern. */

import type { BatchResult, BatchTask } from '../src/engines/batches/batch.js';
import type { SharedBitsets } from '../src/engines/patterns/kernel/shared-bitsets.js';
import { bitsetsWorker } from '../src/engines/patterns/layers/worker.js';

export function release(): void {
  bitsetsWorker.release();
}

export default function advancePlacements(task: BatchTask<SharedBitsets>): BatchResult {
  return bitsetsWorker.findLayers(task);
}
