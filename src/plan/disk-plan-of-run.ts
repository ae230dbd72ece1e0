/** The plan of a run on disk, within the available memory, or with all the memory that it can use. */

import { MemoryError } from '../base/memory.js';
import type { BoardEnginePlan } from '../engines/bits/engine.js';
import { type DiskPlan, diskPlanner } from './disk-plan.js';

/** A plan, and the reason why the available memory is insufficient; null if it is sufficient. */
export interface DiskPlanOfRun {
  readonly plan: DiskPlan;
  readonly tooLittleMemory: string | null;
}

/** Plans a run within the available memory, or if that is insufficient, with all the memory that the run can use. @throws InputError */
export function diskPlanOf(
  { search, need: { table, first }, threads }: BoardEnginePlan,
  memory: number,
  shared = false,
): DiskPlanOfRun {
  const { board } = search.geometry;
  const planned = diskPlanner(board, { table, threads, first, shared });
  try {
    return { plan: planned(memory), tooLittleMemory: null };
  } catch (error) {
    if (!(error instanceof MemoryError)) throw error;
    return { plan: planned(Number.MAX_SAFE_INTEGER), tooLittleMemory: error.message };
  }
}
