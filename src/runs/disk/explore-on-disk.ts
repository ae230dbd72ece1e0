/** Enumerates all states of a board with the bitsets in files. */

import { InputError } from '../../base/input-error.js';
import { freeMemory } from '../../base/memory.js';
import { StorageError } from '../../base/storage/errors.js';
import type { BoardEnginePlan } from '../../engines/bits/engine.js';
import { type Exploration, exploreRun } from '../exploration/exploration.js';
import { checkUnused, inLockedFolder } from '../saved/run-folder.js';
import { planOfSaved, readSavedRun, type SavedRunHooks } from '../saved/saved-run.js';
import { DiskRun, type DiskWork } from './disk-run.js';

export interface DiskOptions {
  /** Folder of the work files, made if it does not exist. No other process may use it meanwhile. */
  readonly work: string;
  /** Bytes for everything that is allocated; by default 80 % of what is free. Node itself and its threads come on top. */
  readonly memory?: number | undefined;
  /** @internal Of a lane of memory at most, bytes; tests take less. */
  readonly mostLaneBytes?: number | undefined;
}

/** Of what is free, by default. */
const SHARE_OF_FREE_MEMORY = 0.8;

/**
 * Explores a board that may be larger than memory. After every layer the folder is what a run resumes from.
 * @throws as explore; InputError if the metric is not `single`
 * @internal
 */
export async function exploreOnDisk(
  plan: BoardEnginePlan,
  { work: folder, mostLaneBytes, ...options }: DiskOptions,
  { output, stop, onEvent }: SavedRunHooks,
): Promise<Exploration> {
  if (plan.metric !== 'single') {
    throw new InputError(`an exploration on disk has the metric single, found ${plan.metric}`);
  }
  const memory = memoryOf(options.memory);
  return inLockedFolder(folder, true, async () => {
    await checkUnused(folder);
    const work = { folder, memory, output: output ?? null, stop, saved: undefined, mostLaneBytes };
    return exploreIn(plan, work, onEvent);
  });
}

/** The options that may differ from the run before. @internal */
export type DiskResumeOptions = Omit<DiskOptions, 'work'> &
  Pick<SavedRunHooks, 'stop' | 'onEvent'> & {
    readonly threads?: number | undefined;
    readonly signal?: AbortSignal | undefined;
  };

/**
 * Resumes what a work folder holds.
 * @throws as exploreOnDisk; StorageError that names the file, and what of it, if one is damaged
 * @internal
 */
export async function resumeOnDisk(
  folder: string,
  { stop, onEvent, mostLaneBytes, ...options }: DiskResumeOptions,
): Promise<Exploration> {
  const memory = memoryOf(options.memory);
  return inLockedFolder(folder, false, async () => {
    const saved = await readSavedRun(folder);
    if (saved === undefined) throw new StorageError(`${folder} holds no exploration to go on with`);
    const work = { folder, memory, output: saved.output, stop, saved, mostLaneBytes };
    return exploreIn(planOfSaved(saved, options), work, onEvent);
  });
}

async function exploreIn(
  plan: BoardEnginePlan,
  work: DiskWork,
  onEvent: SavedRunHooks['onEvent'],
): Promise<Exploration> {
  const run = await DiskRun.open(plan, work);
  try {
    return await exploreRun(plan, run, onEvent);
  } finally {
    await run.close();
  }
}

function memoryOf(memory: number = Math.floor(SHARE_OF_FREE_MEMORY * freeMemory())): number {
  if (Number.isSafeInteger(memory) && memory > 0) return memory;
  throw new InputError(`memory must be a whole number of bytes above 0, found ${memory}`);
}
