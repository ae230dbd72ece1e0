/** Removes what an exploration was to be gone on with from, when its results are there. */

import { rm, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { syncFolder } from '../../base/storage/folder.js';
import { lockFolder } from '../../base/storage/folder-lock.js';
import { ownFiles, ownManifests } from './own-files.js';

/**
 * Removes a checkpoint, or what is in a work folder: manifests first, so that nothing incomplete is ever gone on with. The
 * folder goes too if nothing else is in it, and it is neither a link nor the current one.
 * @throws StorageError if another process works there; the file system's error
 */
export async function discardSavedRun(folder: string): Promise<void> {
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
    // An empty folder does no harm, and systems have many words for not removing one.
    if ((error as NodeJS.ErrnoException).code === undefined) throw error;
  }
}
