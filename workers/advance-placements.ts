/** Piscina entry point: one worker's share of a batch of layers of a pattern. */

import type { BatchResult, BatchTask } from '../src/engines/batches.js';
import type { SharedBitsets } from '../src/engines/patterns/bitsets.js';
import { bitsetsWorker } from '../src/engines/patterns/layers.js';

export const release = () => bitsetsWorker.release();

export default function advancePlacements(task: BatchTask<SharedBitsets>): BatchResult<readonly number[]> {
  return bitsetsWorker.findLayers(task);
}
