/** Opens the parts that the search of every layer uses: the memory, the threads, and the portions of the run. */

import { WorkerPool } from '../../base/threads/worker-pool.js';
import type { BoardEnginePlan } from '../../engines/bits/engine.js';
import { dealOut, type SearchWork } from './deal-out.js';
import type { StageResult, StageTask } from './lanes/advance-stage.js';
import { allocateStaging } from './lanes/shared-staging.js';
import { fileBytesOf, stagedBoard } from './lanes/staging.js';
import type { PortionSearch } from './make-portions.js';
import { PortionStore } from './portion-store.js';

/** A search with its allocated resources. */
export interface OpenedSearch extends PortionSearch {
  readonly memoryBytes: number;
  /** Maximum bytes of the run's files. */
  readonly fileBytes: number;
}

/** Milliseconds to wait for a file of another process: twice the time for which network file systems cache folders. */
export const PATIENCE = 60_000;

/**
 * Starts the threads, and allocates the memory. The threads run until the pool is left.
 * @throws MemoryError, StorageError
 */
export async function openSearch(plan: BoardEnginePlan, work: SearchWork): Promise<OpenedSearch> {
  const { need, threads, search } = plan;
  const { folder, shared } = work;
  const staged = stagedBoard(search);
  const { run, portions, division } = dealOut(plan, work, staged);
  const { memoryBytes, slots } = division;
  const fileBytes = fileBytesOf(staged, portions, need);
  const pool = newPool(threads);
  try {
    const staging = allocateStaging(staged, division, need.table);
    const patience = shared === undefined ? 0 : (shared.patience ?? PATIENCE);
    const store = new PortionStore({ folder, run, most: need.first, staged, portions, staging, patience });
    return { store, slots, pool, signal: need.signal, memoryBytes, fileBytes };
  } catch (error) {
    void pool.leave(memoryBytes);
    throw error;
  }
}

/**
 * Prepares a search for reuse after a failure in the middle of a layer, with new threads in the same memory. The facts of the portions
 * that were being made must be reread.
 * @throws WorkerError
 */
export async function renewSearch(search: OpenedSearch): Promise<OpenedSearch> {
  await search.pool.destroy();
  const { counters, lanes } = search.store.staging;
  counters.fill(0);
  // An interrupted stage has not left its lane.
  for (const { places } of lanes) places.fill(0);
  const pool = newPool(search.pool.threads);
  await pool.ready();
  return { ...search, pool };
}

function newPool(threads: number): OpenedSearch['pool'] {
  return new WorkerPool<StageTask, StageResult>('advance-stages.cjs', threads);
}
