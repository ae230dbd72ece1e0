/** Piscina entry point: one worker's share of a batch of layers, and the states that are to be kept of them. */

import type { BatchTask, LayerResult } from '../src/explore/batch.js';
import { type Keeping, KeptStates } from '../src/explore/kept-states.js';
import { advanceBatch, release } from '../src/explore/worker.js';
import type { State } from '../src/numbering/numbering.js';

/** Lets the coordinator wait until a worker has started. */
export function ready(): void {}

export { release };

export default function advanceLayers(task: BatchTask<Keeping>): LayerResult<readonly State[]>[] {
  return advanceBatch(task, (layout, keeping, depth) => new KeptStates(layout, keeping, depth));
}
