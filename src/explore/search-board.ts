/** Starts threads, allocates memory, and searches the layers of a board. */

import { geometryOf } from '../numbering/geometry.js';
import { WorkerPool } from '../threads/worker-pool.js';
import type { BatchTask, LayerResult, SharedExploration } from './batch.js';
import { blocksOf } from './blocks.js';
import { compileKernel } from './kernel.js';
import { type LayerSearch, searchLayers } from './layers.js';
import { type Bitsets, layOut } from './layout.js';
import { allocate, bytesOf } from './memory.js';

export interface BoardSearch<Look> extends LayerSearch<Look> {
  readonly bitsets: Bitsets;
  readonly threads: number;
}

export interface SearchedBoard {
  readonly memory: SharedExploration;
  /** States of each depth. */
  readonly histogram: readonly number[];
  /** From the allocation of the bitsets to the end of the last layer. */
  readonly seconds: number;
}

/**
 * @param worker the file of dist/workers that does a BatchTask with this look
 * @param onStart called with the bytes of the bitsets when they are allocated
 * @param onLayer as for searchLayers; `since` are seconds since that allocation
 * @throws MemoryError, WorkerError; the reason of the signal where that aborts
 */
export async function searchBoard<Look, Seen>(
  worker: string,
  { bitsets, threads, ...search }: BoardSearch<Look>,
  onStart: (bytes: number) => void,
  onLayer: (
    depth: number,
    fresh: number,
    seen: readonly Seen[],
    memory: SharedExploration,
    since: number,
  ) => void | Promise<void>,
): Promise<SearchedBoard> {
  const pool = new WorkerPool<BatchTask<Look>, LayerResult<Seen>[]>(worker, threads);
  try {
    const geometry = geometryOf(search.board);
    const { layout, constants } = layOut(geometry, blocksOf(geometry), bitsets, threads);
    const kernel = compileKernel();
    await pool.ready();

    const begin = performance.now();
    const since = () => (performance.now() - begin) / 1000;
    const memory = allocate(layout, constants, kernel, search.goal);
    onStart(bytesOf(memory));
    const histogram = await searchLayers(pool, memory, search, (depth, fresh, seen) =>
      onLayer(depth, fresh, seen, memory, since()),
    );
    return { memory, histogram, seconds: since() };
  } finally {
    // Not awaited: the threads end while the caller goes on.
    void pool.destroy();
  }
}
