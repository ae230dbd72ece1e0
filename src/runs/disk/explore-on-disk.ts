/** Enumerates all states of a board with the bitsets in files. */

import { InputError } from '../../base/input-error.js';
import { freeMemory } from '../../base/memory.js';
import type { BoardEnginePlan } from '../../engines/bits/engine.js';
import { type Exploration, exploreRun } from '../exploration/exploration.js';
import type { SavedRun } from '../saved/manifest.js';
import { checkUnchanged, checkUnused, inLockedFolder, inSharedFolder } from '../saved/run-folder.js';
import type { SavedRunHooks } from '../saved/saved-run.js';
import { DiskRun, type HandOut } from './disk-run.js';

export interface DiskOptions {
  /** Folder of the work files, made if it does not exist. No other process may use it meanwhile. */
  readonly work: string;
  /** Bytes for everything that is allocated; by default 80 % of what is free. Node itself and its threads come on top. */
  readonly memory?: number | undefined;
  /** @internal Has the portions made by other processes, which share the folder. */
  readonly handOut?: HandOut | undefined;
  /** @internal Milliseconds to wait for their files. @default 60,000 */
  readonly patience?: number | undefined;
  /** @internal Of a lane of memory at most, bytes; tests take less. */
  readonly mostLaneBytes?: number | undefined;
  /** @internal Of a portion's file, about, bytes; tests take less. */
  readonly portionBytes?: number | undefined;
}

/** Of what is free, by default. */
const SHARE_OF_FREE_MEMORY = 0.8;

/**
 * Explores a board that may be larger than memory. After every layer the folder is what a run resumes from.
 * @param plan in the metric `single`
 * @param saved the run in the folder that is resumed, if one is
 * @throws as explore; StorageError that names the file and the damaged part, if one is damaged
 * @internal
 */
export async function exploreOnDisk(
  plan: BoardEnginePlan,
  { work: folder, memory: given, handOut, ...sizes }: DiskOptions,
  saved: SavedRun | undefined,
  { output, stop, onEvent }: SavedRunHooks,
): Promise<Exploration> {
  const memory = memoryOf(given);
  // Processes on several machines cannot see whether the owner of a lock is alive; they cannot do any harm either.
  const inFolder = handOut === undefined ? inLockedFolder : inSharedFolder;
  return inFolder(folder, saved === undefined, async () => {
    await (saved === undefined ? checkUnused(folder) : checkUnchanged(folder, saved));
    const where = saved === undefined ? (output ?? null) : saved.output;
    const run = await DiskRun.open(plan, { folder, memory, output: where, stop, saved, handOut, ...sizes });
    try {
      return await exploreRun(plan, run, onEvent);
    } finally {
      await run.close();
    }
  });
}

function memoryOf(memory: number = Math.floor(SHARE_OF_FREE_MEMORY * freeMemory())): number {
  if (Number.isSafeInteger(memory) && memory > 0) return memory;
  throw new InputError(`memory must be a whole number of bytes above 0, found ${memory}`);
}
