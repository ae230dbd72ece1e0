/** Explores a board again and again in the same memory and with the same threads: all pages touched, all code compiled. */

import type { Board } from '../src/board/board.js';
import { orderedPosition } from '../src/board/position.js';
import type { BatchTask, LayerResult } from '../src/explore/batch.js';
import { blocksOf } from '../src/explore/blocks.js';
import type { Keeping } from '../src/explore/kept-states.js';
import { compileKernel } from '../src/explore/kernel.js';
import { searchLayers } from '../src/explore/layers.js';
import { layOut } from '../src/explore/layout.js';
import { allocate, reset } from '../src/explore/memory.js';
import { geometryOf } from '../src/numbering/geometry.js';
import { type State, stateOf } from '../src/numbering/numbering.js';
import { WorkerPool } from '../src/threads/worker-pool.js';

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
