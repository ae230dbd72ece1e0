/** Explores a board again and again in the same memory and with the same threads: all pages touched, all code compiled. */

import { WorkerPool } from '../src/base/threads/worker-pool.js';
import type { BatchTask, LayerResult } from '../src/engines/bits/layers/batch.js';
import type { Keeping } from '../src/engines/bits/layers/kept-states.js';
import { searchLayers } from '../src/engines/bits/layers/layers.js';
import { blocksOf } from '../src/engines/bits/memory/blocks.js';
import { compileKernel } from '../src/engines/bits/memory/kernel.js';
import { layOut } from '../src/engines/bits/memory/layout.js';
import { allocate, reset } from '../src/engines/bits/memory/memory.js';
import type { Board } from '../src/spaces/board/board.js';
import { geometryOf } from '../src/spaces/board/numbering/geometry.js';
import { type State, stateOf } from '../src/spaces/board/numbering/numbering.js';
import { orderedPosition } from '../src/spaces/board/position.js';

export interface WarmExploration {
  /** Seconds of the layers of one more exploration. */
  run(): Promise<number>;
  end(): Promise<void>;
}

export async function warmExploration(board: Board, threads: number): Promise<WarmExploration> {
  const geometry = geometryOf(board);
  const { layout, constants } = layOut(geometry, blocksOf(geometry), { table: true, fresh: false }, threads);
  const goal = stateOf(geometry, orderedPosition(board), orderedPosition(board));
  const pool = new WorkerPool<BatchTask<Keeping>, LayerResult<readonly State[]>[]>('advance-layers.cjs', threads);
  let memory = allocate(layout, constants, compileKernel(), goal);
  const run = async () => {
    memory = reset(memory, goal);
    const begin = performance.now();
    await searchLayers(pool, memory, { board, goal, look: { most: 20 } }, () => {});
    return (performance.now() - begin) / 1000;
  };
  await run();
  return { run, end: () => pool.destroy() };
}
