/** Piscina entry point: one worker's share of a batch of layers, and the depths of the states that it found. */

import type { BatchTask, LayerResult } from '../src/engines/boards/board-search.js';
import { advanceBatch, releaseBoard } from '../src/engines/boards/layers.js';
import type { DistancesOfCell } from '../src/study/board-replay.js';
import { DepthWriter } from '../src/study/depth-writer.js';

export { releaseBoard as release };

export default function depthsOfLayers(task: BatchTask<readonly DistancesOfCell[]>): Promise<LayerResult<undefined>[]> {
  return advanceBatch(task, (layout, distances, depth) => new DepthWriter(layout, distances, depth));
}
