/** Piscina entry point: one worker's share of a batch of layers, and the depths of the states that it found. */

import type { BatchTask, LayerResult } from '../src/explore/batch.js';
import { advanceBatch, release } from '../src/explore/worker.js';
import { DepthWriter } from '../src/export/depth-writer.js';
import type { DistancesOfCell } from '../src/export/distances.js';

/** Lets the coordinator wait until a worker has started. */
export function ready(): void {}

export { release };

export default function depthsOfLayers(task: BatchTask<readonly DistancesOfCell[]>): LayerResult<undefined>[] {
  return advanceBatch(task, (layout, distances, depth) => new DepthWriter(layout, distances, depth));
}
