/** The parts that the search of every layer uses, opened: the portions of the run, the divided memory, and the threads. */

import { randomBytes } from 'node:crypto';
import { WorkerPool } from '../../base/worker-pool.js';
import { cellsAtDepth } from '../../engines/boards/board-plan.js';
import type { BoardEnginePlan } from '../../engines/boards/engine.js';
import { BLANK } from '../../spaces/board/position.js';
import type { SavedRun } from '../exploration/saved-run.js';
import { allocateStaging } from './lanes.js';
import type { PortionSearch } from './portion-search.js';
import { detailsOf, PortionStore } from './portion-store.js';
import { Portions } from './portions.js';
import type { StageResult, StageTask } from './stage-advancer.js';
import {
  choosePortions,
  divideMemory,
  fileBytesOf,
  headBytesOfRun,
  placesOfPortion,
  type StagedBoard,
  type Staging,
  stagedBoard,
} from './staging.js';

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
export async function openSearch(plan: BoardEnginePlan, work: DiskWork): Promise<OpenedSearch> {
  const { need, threads, search } = plan;
  const { folder, isShared, limits } = work;
  const staged = stagedBoard(search);
  const { run, portions, division } = dividedRun(plan, work, staged);
  const { memoryBytes, slots } = division;
  const fileBytes = fileBytesOf(staged, portions, need);
  const pool = newPool(threads);
  try {
    const staging = allocateStaging(staged, division, need.table);
    const patience = isShared ? (limits?.patience ?? PATIENCE) : 0;
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

/* Divides the blocks of a run into portions, and divides its memory. */

/** Limits for tests. */
export interface DiskLimits {
  /** Maximum bytes of a lane of memory, and approximate bytes of a portion's file. */
  readonly mostLaneBytes?: number | undefined;
  readonly portionBytes?: number | undefined;
  /** Milliseconds to wait for files of other processes. @default 60,000 */
  readonly patience?: number | undefined;
}

/** The folder and the resources of a run on disk. */
export interface DiskWork {
  /** An existing folder, which is locked unless it is shared. */
  readonly folder: string;
  /** Bytes of memory that the search may allocate. */
  readonly memory: number;
  /** True if other processes make portions in the folder, too. */
  readonly isShared: boolean;
  /** Saved contents of the folder; undefined if it is empty. */
  readonly saved: SavedRun | undefined;
  /** Folder of the results of a new run, for its manifests. */
  readonly output?: string | null | undefined;
  readonly limits?: DiskLimits | undefined;
}

/** Divides the memory, and divides the blocks into portions. A resumed run keeps its portions. @throws MemoryError, StorageError */
function dividedRun(
  { search, need, threads, goal }: BoardEnginePlan,
  { folder, memory, isShared, saved, limits }: DiskWork,
  staged: StagedBoard,
): { readonly run: string; readonly portions: Portions; readonly division: Staging } {
  const { board } = search.geometry;
  const { count } = staged.blocks;
  const [even, odd] = [0, 1].map((depth) => cellsAtDepth(board, 'single', goal.indexOf(BLANK), depth));
  const details = saved && detailsOf(folder, saved, count);
  const places = details?.places ?? placesOfPortion(staged, limits?.portionBytes);
  const headBytes = headBytesOfRun(staged, places, need.first);
  const division = divideMemory(
    staged,
    { table: need.table, memory, threads, headBytes, shared: isShared },
    limits?.mostLaneBytes,
  );
  if (details === undefined) {
    const { portions } = choosePortions(staged, places, [even, odd], division, need.table ? 2 : 1);
    return { run: randomBytes(8).toString('hex'), portions, division };
  }
  const { run, outer, low } = details;
  return { run, portions: new Portions({ count, outer, low }, places, [even, odd]), division };
}
