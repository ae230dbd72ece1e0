/** Piscina entry point: one worker's share of a batch of layers, and the depths of the states that it found. */

import type { BatchResult, BatchTask } from '../src/engines/batches.js';
import { boardWorker } from '../src/engines/boards/layers.js';
import type { SharedBoard } from '../src/engines/boards/memory.js';
import type { DistancesOfCell } from '../src/study/board-replay.js';
import { DepthWriter } from '../src/study/depth-writer.js';

type Distances = readonly DistancesOfCell[];

const worker = boardWorker((layout, distances: Distances) => (depth) => new DepthWriter(layout, distances, depth));

export const release = () => worker.release();

export default function depthsOfLayers(task: BatchTask<SharedBoard, Distances>): BatchResult<undefined> {
  return worker.findLayers(task);
}
