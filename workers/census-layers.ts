/** Piscina entry point: one worker's share of a batch of layers, and the census of the states that it found. */

import type { BatchTask, LayerResult } from '../src/engines/boards/board-search.js';
import { advanceBatch, releaseBoard } from '../src/engines/boards/layers.js';
import { CensusKernel, type CensusOf, CensusTaker, heuristicsOf, type LayerCensus } from '../src/study/layer-census.js';

/** State of the exploration that this worker has joined. */
let kernel: { readonly exploration: string; readonly census: CensusKernel | undefined } | undefined;

export function release(): void {
  kernel = undefined;
  releaseBoard();
}

export default function censusLayers(task: BatchTask<CensusOf>): Promise<LayerResult<LayerCensus>[]> {
  const { exploration, request } = task;
  if (kernel?.exploration !== exploration.id) {
    const { board, goalCell, metric } = request;
    const census = heuristicsOf(metric).length > 0 ? new CensusKernel(board, goalCell) : undefined;
    kernel = { exploration: exploration.id, census };
  }
  const { census } = kernel;
  return advanceBatch(task, (layout, of) => new CensusTaker(census, of, layout));
}
