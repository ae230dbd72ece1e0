/** Piscina entry point: one worker's share of a batch of layers, and the states to keep of them. */

import type { BatchTask, LayerResult } from '../src/engines/boards/board-search.js';
import { advanceBatch, releaseBoard } from '../src/engines/boards/layers.js';
import { type Keeping, KeptStates } from '../src/engines/boards/observers.js';
import type { State } from '../src/spaces/board/numbering.js';

export { releaseBoard as release };

export default function advanceLayers(task: BatchTask<Keeping>): Promise<LayerResult<readonly State[]>[]> {
  return advanceBatch(task, (layout, keeping, depth) => new KeptStates(layout, keeping, depth));
}
