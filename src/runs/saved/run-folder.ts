/** Folders from which explorations are resumed. Only one process uses a folder at a time, and no exploration replaces another. */

import { isDeepStrictEqual } from 'node:util';
import { StorageError } from '../../base/storage/errors.js';
import { reasonOf } from '../../base/storage/failure.js';
import { makeFolder } from '../../base/storage/folder.js';
import { type FolderLock, lockFolder } from '../../base/storage/folder-lock.js';
import type { SavedRun } from './manifest.js';
import { ownBulkFiles } from './own-files.js';
import { readSavedRun } from './saved-run.js';

/**
 * Performs work in a folder that no other process uses meanwhile.
 * @param make true to create the folder if it does not exist
 * @throws StorageError if another process uses the folder, or it cannot be written; whatever `work` throws
 */
export async function inLockedFolder<Result>(
  folder: string,
  make: boolean,
  work: () => Promise<Result>,
): Promise<Result> {
  if (make) await makeRunFolder(folder);
  const lock: FolderLock = await written(folder, lockFolder(folder));
  try {
    return await work();
  } finally {
    lock.release();
  }
}

/** Performs work in a folder that other processes may use too. @throws StorageError if it cannot be created; whatever `work` throws */
export async function inSharedFolder<Result>(
  folder: string,
  make: boolean,
  work: () => Promise<Result>,
): Promise<Result> {
  if (make) await makeRunFolder(folder);
  return work();
}

/** Creates a folder if it does not exist. @throws StorageError */
export async function makeRunFolder(folder: string): Promise<void> {
  await written(folder, (async () => makeFolder(folder))());
}

/** Performs an action on a folder. @throws StorageError instead of the file system's error */
export async function written<Result>(folder: string, writing: Promise<Result>): Promise<Result> {
  try {
    return await writing;
  } catch (error) {
    if (error instanceof StorageError) throw error;
    throw new StorageError(`${folder} cannot be written: ${reasonOf(error)}`);
  }
}

/** Compares the run in a locked folder with the one read before. @throws StorageError if the folder no longer holds that run */
export async function checkUnchanged(folder: string, run: SavedRun): Promise<void> {
  const found = await readSavedRun(folder);
  // The source of a moved module has its new path.
  const { source } = run.facts;
  if (found !== undefined && isDeepStrictEqual({ ...found, facts: { ...found.facts, source } }, run)) return;
  throw new StorageError(`another process has changed the contents of ${folder}: resume again`);
}

/** Checks that a run can begin in a folder. @throws StorageError if the folder holds files that may be needed */
export async function checkUnused(folder: string): Promise<void> {
  const run = await readSavedRun(folder);
  if (run !== undefined) {
    const depth = run.histogram.length - 1;
    throw new StorageError(
      `${folder} holds an exploration of ${run.facts.name} that is complete up to depth ${depth}: resume it (--resume ${folder}), or choose another folder`,
    );
  }
  const [name] = await ownBulkFiles(folder);
  if (name === undefined) return;
  throw new StorageError(
    `${folder} has a file ${name} but no manifest, so it is not part of an exploration that can be resumed: remove it, or choose another folder`,
  );
}
