/** Piscina entry point: one worker's share of a batch of layers, and the states to keep of them. */

import type { BatchResult, BatchTask } from '../src/engines/batches.js';
import { boardWorker } from '../src/engines/boards/layers.js';
import type { SharedBoard } from '../src/engines/boards/memory.js';
import { type KeepingShares, KeptStates } from '../src/engines/boards/observers.js';
import type { State } from '../src/spaces/board/numbering.js';

const worker = boardWorker((layout, keeping: KeepingShares) => (depth) => new KeptStates(layout, keeping, depth));

export const release = () => worker.release();

export default function advanceLayers(task: BatchTask<SharedBoard, KeepingShares>): BatchResult<readonly State[]> {
  return worker.findLayers(task);
}
