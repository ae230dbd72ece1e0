/**
 * Folders from which explorations are resumed. Only one process uses a folder at a time, no exploration replaces another, and the files
 * are removed only after the results are saved.
 */

import { existsSync } from 'node:fs';
import { rm, rmdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { bytesText } from '../../base/text.js';
import { freeSpace, makeFolder, reasonOf, StorageError, syncFolder } from '../../files/files.js';
import { lockFolder } from '../../files/folder-lock.js';
import { ownBulkFiles, ownFiles, ownManifests, readSavedRun, type SavedRun } from './saved-run.js';

/**
 * Performs work in the folder of a run, which no other process uses meanwhile unless the run is shared.
 * @param saved the run in the folder, if it is resumed; the folder of a new run is created if it does not exist
 * @param isShared true for a run that other processes work on too. A process cannot find out if the owner of a lock on another machine is
 * alive, but processes that share a folder do each other no harm
 * @throws StorageError if another process uses the folder, it holds another run, or it cannot be written; whatever `work` throws
 */
export async function inRunFolder<Result>(
  folder: string,
  saved: SavedRun | undefined,
  work: () => Promise<Result>,
  isShared = false,
): Promise<Result> {
  if (saved === undefined) await named(folder, 'written', async () => makeFolder(folder));
  const lock = isShared ? undefined : await named(folder, 'written', () => lockFolder(folder));
  try {
    await (saved === undefined ? checkUnused(folder) : checkUnchanged(folder, saved));
    return await work();
  } finally {
    lock?.release();
  }
}

/**
 * Runs an action on a file or folder. @param done the action as a participle, for the message @throws StorageError that names the
 * file, instead of the file system's error
 */
export async function named<Outcome>(path: string, done: string, action: () => Promise<Outcome>): Promise<Outcome> {
  try {
    return await action();
  } catch (error) {
    if (error instanceof StorageError) throw error;
    throw new StorageError(`${path} cannot be ${done}: ${reasonOf(error)}`, { cause: error });
  }
}

/**
 * Checks that a disk has space for the files of a run, some of which may exist already.
 * @param bytes maximum bytes of the files
 * @param needed text of what takes the space, with the bytes that do not exist yet
 * @throws StorageError with both figures if the space is insufficient
 */
export async function checkSpace(folder: string, bytes: number, needed: (more: number) => string): Promise<void> {
  const more = bytes - (await presentBytes(folder));
  const free = await named(folder, 'read', () => freeSpace(folder));
  if (more <= free) return;
  throw new StorageError(
    `${folder} has ${bytesText(free)} free, but ${needed(more)}: free up space, or choose a folder on another disk`,
  );
}

/** Bytes of the unit in which stat counts a file's disk space. */
const BLOCK_BYTES = 512;

/** Returns the disk space of a run's files: none for holes, and none for files that another process removes meanwhile. @throws StorageError */
export async function presentBytes(folder: string): Promise<number> {
  if (!existsSync(folder)) return 0;
  return named(folder, 'read', async () => {
    let bytes = 0;
    for (const name of await ownFiles(folder)) {
      const status = await stat(join(folder, name)).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOENT') throw error;
      });
      bytes += (status?.blocks ?? 0) * BLOCK_BYTES;
    }
    return bytes;
  });
}

/** Compares the run in a locked folder with the one read before. @throws StorageError if the folder no longer holds that run */
async function checkUnchanged(folder: string, run: SavedRun): Promise<void> {
  const found = await readSavedRun(folder);
  // The source of a moved module has its new path.
  const { source } = run.facts;
  if (found !== undefined && isDeepStrictEqual({ ...found, facts: { ...found.facts, source } }, run)) return;
  throw new StorageError(`another process has changed the contents of ${folder}: resume again`);
}

/** Checks that a run can begin in a folder. @throws StorageError if the folder holds files that may be needed */
async function checkUnused(folder: string): Promise<void> {
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

/* Removal of the files from which an exploration can be resumed, after its results are saved. */

/**
 * Removes a checkpoint, or the contents of a work folder. Manifests are removed first, so that an incomplete run is never resumed. The
 * folder is removed too if it is then empty, and neither a link nor the current folder. A folder that is gone is left alone.
 * @param folder path of the folder
 * @throws StorageError if another process uses the folder, or its files cannot be removed
 * @example
 * ```ts
 * import { discardSavedRun, explore, saveTable } from 'antipode';
 *
 * const { table } = await explore({ space: '3x4', disk: { work: './work' } });
 * await saveTable(table, '3x4.table');
 * await discardSavedRun('./work');
 * ```
 */
export async function discardSavedRun(folder: string): Promise<void> {
  try {
    await removeOwnFiles(folder);
  } catch (error) {
    if (error instanceof StorageError) throw error;
    const reason = reasonOf(error);
    if (existsSync(folder)) throw new StorageError(`the files in ${folder} could not be removed: ${reason}`);
  }
}

/** @throws StorageError if another process uses the folder; the file system's error */
async function removeOwnFiles(folder: string): Promise<void> {
  const lock = await lockFolder(folder);
  try {
    for (const name of ownManifests(folder)) await rm(join(folder, name), { force: true });
    await syncFolder(folder);
    for (const name of await ownFiles(folder)) await rm(join(folder, name), { force: true });
  } finally {
    lock.release();
  }
  try {
    await rmdir(folder);
  } catch (error) {
    // An empty folder does no harm, and systems report the failure to remove one by many different codes.
    if ((error as NodeJS.ErrnoException).code === undefined) throw error;
  }
}
