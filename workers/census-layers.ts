/** Piscina entry point: one worker's share of a batch of layers, and the census of the states that it found. */

import type { BatchResult, BatchTask } from '../src/engines/batches.js';
import { boardWorker } from '../src/engines/boards/layers.js';
import type { SharedBoard } from '../src/engines/boards/memory.js';
import { type CensusOf, censusKernel, censusTaker, heuristicsOf, type LayerCensus } from '../src/study/layer-census.js';

const worker = boardWorker((layout, of: CensusOf) => {
  const { board, goalCell, metric } = of;
  const kernel = heuristicsOf(metric).length > 0 ? censusKernel(board, goalCell) : undefined;
  return () => censusTaker(kernel, of, layout);
});

export const release = () => worker.release();

export default function censusLayers(task: BatchTask<SharedBoard, CensusOf>): BatchResult<LayerCensus> {
  return worker.findLayers(task);
}
