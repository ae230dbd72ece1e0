/** Piscina entry point: one worker's share of a batch of layers, and the census of what it found. */

import { CensusKernel } from '../src/analysis/census-kernel.js';
import { type CensusOf, CensusTaker, type LayerCensus } from '../src/analysis/layer-census.js';
import type { BatchTask, LayerResult } from '../src/explore/batch.js';
import { advanceBatch } from '../src/explore/worker.js';

/** Of the exploration that this worker takes part in. */
let kernel: { readonly exploration: string; readonly census: CensusKernel } | undefined;

/** Lets the coordinator wait until a worker has started. */
export function ready(): void {}

export default function censusLayers(task: BatchTask<CensusOf>): LayerResult<LayerCensus>[] {
  const { exploration, look } = task;
  if (kernel?.exploration !== exploration.id) {
    kernel = { exploration: exploration.id, census: new CensusKernel(look.board, look.goalCell) };
  }
  const { census } = kernel;
  return advanceBatch(task, (layout, of) => new CensusTaker(census, of, layout));
}
