/** Piscina entry point: one worker's share of a batch of layers, and the depths of the states that it found. */

import type { BatchTask, LayerResult } from '../src/engines/bits/run/batch.js';
import { advanceBatch, releaseBoard } from '../src/engines/bits/run/worker.js';
import type { DistancesOfCell } from '../src/study/replay/board-distances.js';
import { DepthWriter } from '../src/study/replay/depth-writer.js';

export { releaseBoard as release };

export default function depthsOfLayers(task: BatchTask<readonly DistancesOfCell[]>): Promise<LayerResult<undefined>[]> {
  return advanceBatch(task, (layout, distances, depth) => new DepthWriter(layout, distances, depth));
}
