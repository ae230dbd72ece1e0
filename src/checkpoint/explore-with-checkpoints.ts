/** Enumerates all states of a board, and saves every now and then what is needed to go on from there. */

import { mkdir } from 'node:fs/promises';
import { formatBoard } from '../board/board.js';
import { InputError } from '../board/input-error.js';
import { type Exploration, type ExploreOptions, exploreFrom, goalOf, settingsOf } from '../explore/explore.js';
import { geometryOf } from '../numbering/geometry.js';
import { stateOf } from '../numbering/numbering.js';
import { ownBulkFiles } from '../saved/own-files.js';
import { readSavedRun, type SavedRun, writeSavedRun } from '../saved/saved-run.js';
import { StorageError } from '../storage/errors.js';
import { type FolderLock, lockFolder } from '../storage/folder-lock.js';
import { CheckpointedSearch } from './checkpointed-search.js';
import { reasonOf } from './failure.js';
import { FIRST_GENERATION } from './generation.js';
import { checkRoom } from './room.js';
import type { CheckpointDetails } from './saver.js';

export { checkpointBytes } from './room.js';

export interface CheckpointOptions extends ExploreOptions {
  /** Where checkpoints are saved; made where it is not there. No other process may use it meanwhile. */
  readonly folder: string;
  /** Seconds from the end of one checkpoint to the beginning of the next, 0 or more; by default 300. */
  readonly everySeconds?: number;
  /** Where the results are to go, an absolute path: kept for those who go on from a checkpoint. */
  readonly output?: string;
  /** Aborted: the layer in progress is finished, a checkpoint saved, and the promise rejects with StoppedError. */
  readonly stop?: AbortSignal;
}

export const DEFAULT_SECONDS = 300;

/**
 * Enumerates every state as `explore` does, and saves checkpoints while it does. The last one stays in the folder, also when the
 * exploration is complete: remove it with `discardSavedRun` once its results are kept.
 * @throws as explore; StoppedError where it was asked to stop; StorageError where the folder holds an unfinished exploration
 * or files of its own names, is used by another process, has no room, or cannot be written
 */
export async function exploreWithCheckpoints(options: CheckpointOptions): Promise<Exploration> {
  const { folder, output = null, stop } = options;
  const everySeconds = checkedSeconds(options.everySeconds);
  const settings = settingsOf(options);
  const { board, metric, table, antipodes } = settings;
  const goal = goalOf(board, options.goal);
  return inLockedFolder(folder, true, async () => {
    await checkUnused(folder);
    await checkRoom(folder, board, metric, table, 0);
    const details: CheckpointDetails = { generation: FIRST_GENERATION, sections: [] };
    const run: SavedRun = {
      store: 'memory',
      board,
      goal,
      metric,
      table,
      antipodes,
      output,
      histogram: [1],
      first: antipodes > 0 ? [stateOf(geometryOf(board), goal, goal)] : [],
      seconds: 0,
      details,
    };
    // From here on there is something to go on from, and the files beside it are known to be of this exploration.
    await written(folder, writeSavedRun(folder, run));
    const search = new CheckpointedSearch(run, settings, { folder, everySeconds, stop });
    try {
      return await exploreFrom(goal, search, settings);
    } finally {
      search.end();
    }
  });
}

/** @throws InputError */
export function checkedSeconds(everySeconds = DEFAULT_SECONDS): number {
  if (everySeconds >= 0) return everySeconds;
  throw new InputError(`checkpoints are saved every 0 seconds or more, found ${everySeconds}`);
}

/**
 * Works in a folder that no other process works in meanwhile.
 * @param make whether to make it where it is not there
 * @throws StorageError where another does, or it cannot be written; what `work` throws
 */
export async function inLockedFolder<Result>(
  folder: string,
  make: boolean,
  work: () => Promise<Result>,
): Promise<Result> {
  if (make) await written(folder, mkdir(folder, { recursive: true }));
  const lock: FolderLock = await written(folder, lockFolder(folder));
  try {
    return await work();
  } finally {
    lock.release();
  }
}

/** @throws StorageError in place of the file system's error */
async function written<Result>(folder: string, writing: Promise<Result>): Promise<Result> {
  try {
    return await writing;
  } catch (error) {
    if (error instanceof StorageError) throw error;
    throw new StorageError(`${folder} cannot be written: ${reasonOf(error)}`);
  }
}

/** @throws StorageError where the folder holds what might be needed */
async function checkUnused(folder: string): Promise<void> {
  const run = await readSavedRun(folder);
  if (run !== undefined) {
    const depth = run.histogram.length - 1;
    throw new StorageError(
      `${folder} holds an exploration of ${formatBoard(run.board)} that is complete up to depth ${depth}: go on with it (--resume ${folder}), or choose another folder`,
    );
  }
  const [name] = await ownBulkFiles(folder);
  if (name === undefined) return;
  throw new StorageError(
    `${folder} has a file ${name} and no manifest, so it is of no exploration that can be gone on with: remove it, or choose another folder`,
  );
}
