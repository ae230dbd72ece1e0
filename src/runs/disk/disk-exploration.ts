/** Enumerates all states of a board with the bitsets in files. */

import { freeMemory } from '../../base/memory.js';
import { InputError } from '../../base/text.js';
import type { BoardEnginePlan } from '../../engines/boards/engine.js';
import { type Exploration, exploreRun } from '../exploration/exploration.js';
import { checkUnchanged, checkUnused, inLockedFolder, makeRunFolder } from '../exploration/run-folder.js';
import type { SavedRun, SavedRunHooks } from '../exploration/saved-run.js';
import { DiskRun, type HandOut } from './disk-run.js';
import type { DiskLimits } from './opened-search.js';

export interface DiskOptions {
  /** Folder of the work files, created if it does not exist. No other process may use it meanwhile. */
  readonly work: string;
  /** Bytes of memory that the exploration may allocate, without those of Node and its threads. @default 80 % of the free memory */
  readonly memory?: number | undefined;
  /** @internal Lets other processes that share the folder make the portions. */
  readonly handOut?: HandOut | undefined;
  /** @internal */
  readonly limits?: DiskLimits | undefined;
}

/** Share of the free memory that is used by default. */
const SHARE_OF_FREE_MEMORY = 0.8;

/**
 * Explores a board that may be larger than memory. After every layer the run can be resumed from the folder.
 * @param plan in the metric `single`
 * @param saved the run in the folder, if it is resumed
 * @throws the errors of explore; StorageError that names the file and the damaged part, if a file is damaged
 * @internal
 */
export async function exploreOnDisk(
  plan: BoardEnginePlan,
  { work: folder, memory: given, handOut, limits }: DiskOptions,
  saved: SavedRun | undefined,
  { output, stop, onEvent }: SavedRunHooks,
): Promise<Exploration> {
  const memory = memoryOf(given);
  const isNew = saved === undefined;
  const isShared = handOut !== undefined;
  const explored = async () => {
    await (isNew ? checkUnused(folder) : checkUnchanged(folder, saved));
    const work = { folder, memory, output: output ?? null, saved, isShared, limits };
    const run = await DiskRun.open(plan, work, { stop, handOut });
    try {
      return await exploreRun(plan, run, onEvent);
    } finally {
      await run.close();
    }
  };
  // A process cannot find out if the owner of a lock on another machine is alive. But processes that share a folder do each other no
  // harm.
  if (!isShared) return inLockedFolder(folder, isNew, explored);
  if (isNew) await makeRunFolder(folder);
  return explored();
}

function memoryOf(memory: number = Math.floor(SHARE_OF_FREE_MEMORY * freeMemory())): number {
  if (Number.isSafeInteger(memory) && memory > 0) return memory;
  throw new InputError(`memory must be a whole number of bytes above 0, found ${memory}`);
}
