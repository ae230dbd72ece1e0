/** Piscina entry point: one worker's share of a batch of layers, and the states that are to be kept of them. */

import type { BatchTask, LayerResult } from '../src/engines/bits/layers/batch.js';
import { type Keeping, KeptStates } from '../src/engines/bits/layers/kept-states.js';
import { advanceBatch, release } from '../src/engines/bits/layers/worker.js';
import type { State } from '../src/spaces/board/numbering/numbering.js';

/** Lets the coordinator wait until a worker has started. */
export function ready(): void {}

export { release };

export default function advanceLayers(task: BatchTask<Keeping>): LayerResult<readonly State[]>[] {
  return advanceBatch(task, (layout, keeping, depth) => new KeptStates(layout, keeping, depth));
}
