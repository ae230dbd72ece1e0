/** Piscina entry point: one worker's share of a batch of layers, and the census of the states that it found. */

import type { BatchTask, LayerResult } from '../src/engines/bits/run/batch.js';
import { advanceBatch, releaseBoard } from '../src/engines/bits/run/worker.js';
import { CensusKernel } from '../src/study/census/board/census-kernel.js';
import { type CensusOf, CensusTaker, heuristicsOf, type LayerCensus } from '../src/study/census/board/layer-census.js';

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
