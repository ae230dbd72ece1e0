/** Enumerates all states of a board with the bitsets in files. */

import { InputError } from '../../base/input-error.js';
import { StorageError } from '../../base/storage/errors.js';
import type { Position } from '../../spaces/board/position.js';
import { type Exploration, type ExploreOptions, exploreFrom, goalOf, optionsOf, type Settings } from '../explore.js';
import { freeMemory } from '../requirements.js';
import { checkUnused, inLockedFolder } from '../saved/run-folder.js';
import { readSavedRun } from '../saved/saved-run.js';
import { DiskSearch, type DiskWork } from './disk-search.js';

export interface DiskOptions extends ExploreOptions {
  /** Folder for the work files, made where it is not there. Nobody else may use it meanwhile. */
  readonly work: string;
  /** Bytes for everything that is allocated; by default 80 % of what is free. Node itself and its threads come on top. */
  readonly memory?: number;
  /** Folder that results are to be written to, absolute: kept for who resumes. */
  readonly output?: string;
  /** Aborted: the layer in progress is finished, and the promise rejects with StoppedError. */
  readonly stop?: AbortSignal;
}

/** Of what is free when nothing else is said. */
const SHARE_OF_FREE_MEMORY = 0.8;

/**
 * As explore, for boards that are larger than memory. After every layer the folder is what a run goes on from that was stopped or
 * killed; it is not removed when the exploration is finished, because the table is read from it: see discardSavedRun.
 * @throws InputError where an option is wrong, or the metric is not `single`; MemoryError where `memory` does not suffice;
 * StorageError where the folder is in use, or not empty, or a file cannot be written; Error where the disk has not the room;
 * WorkerError where a thread dies; StoppedError; and the signal's reason where that aborts
 */
export async function exploreOnDisk(options: DiskOptions): Promise<Exploration> {
  return exploreInFolder(options);
}

/**
 * @param mostLaneBytes of a lane of memory at most; tests take less
 * @internal
 */
export async function exploreInFolder(options: DiskOptions, mostLaneBytes?: number): Promise<Exploration> {
  const settings = optionsOf(options);
  const goal = goalOf(settings.board, options.goal);
  if (settings.metric !== 'single') {
    throw new InputError(`an exploration on disk has the metric single, found ${settings.metric}`);
  }
  const { work: folder, stop, output = null } = options;
  const memory = memoryOf(options.memory);
  return inLockedFolder(folder, true, async () => {
    await checkUnused(folder);
    return searched(goal, settings, { folder, memory, output, stop, saved: undefined, mostLaneBytes });
  });
}

/** What may differ from the run before. */
export type DiskResumeOptions = Pick<DiskOptions, 'threads' | 'memory' | 'onEvent' | 'signal' | 'stop'>;

/**
 * Goes on with what a work folder holds.
 * @param mostLaneBytes as in exploreInFolder
 * @throws as exploreOnDisk; StorageError that names the file, and what of it, where one is damaged
 */
export async function resumeOnDisk(
  folder: string,
  options: DiskResumeOptions = {},
  mostLaneBytes?: number,
): Promise<Exploration> {
  const { stop } = options;
  const memory = memoryOf(options.memory);
  return inLockedFolder(folder, false, async () => {
    const saved = await readSavedRun(folder);
    if (saved === undefined) throw new StorageError(`${folder} holds no exploration to go on with`);
    const { board, metric, table, antipodes, output } = saved;
    const settings = optionsOf({ ...options, board, metric, table, antipodes });
    return searched(saved.goal, settings, { folder, memory, output, stop, saved, mostLaneBytes });
  });
}

async function searched(goal: Position, settings: Settings, work: DiskWork): Promise<Exploration> {
  const search = new DiskSearch(settings, work);
  try {
    return await exploreFrom(goal, search, settings, work.saved);
  } finally {
    search.end();
  }
}

function memoryOf(memory: number = Math.floor(SHARE_OF_FREE_MEMORY * freeMemory())): number {
  if (Number.isSafeInteger(memory) && memory > 0) return memory;
  throw new InputError(`memory must be a whole number of bytes above 0, found ${memory}`);
}
