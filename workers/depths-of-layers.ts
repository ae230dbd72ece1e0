/** Piscina entry point: one worker's share of a batch of layers, and the depths of the states that it found. */

import type { BatchTask, LayerResult } from '../src/engines/bits/layers/batch.js';
import { advanceBatch, release } from '../src/engines/bits/layers/worker.js';
import type { DistancesOfCell } from '../src/study/replay/board-distances.js';
import { DepthWriter } from '../src/study/replay/depth-writer.js';

/** Lets the coordinator wait until a worker has started. */
export function ready(): void {}

export { release };

export default function depthsOfLayers(task: BatchTask<readonly DistancesOfCell[]>): LayerResult<undefined>[] {
  return advanceBatch(task, (layout, distances, depth) => new DepthWriter(layout, distances, depth));
}
