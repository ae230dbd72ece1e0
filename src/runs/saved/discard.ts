/** Removal of the files from which an exploration can be resumed, after its results are saved. */

import { existsSync } from 'node:fs';
import { rm, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { StorageError } from '../../base/storage/errors.js';
import { reasonOf } from '../../base/storage/failure.js';
import { syncFolder } from '../../base/storage/folder.js';
import { lockFolder } from '../../base/storage/folder-lock.js';
import { ownFiles, ownManifests } from './own-files.js';

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
