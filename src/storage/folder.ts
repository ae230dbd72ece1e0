/** Folders as the file system keeps them. */

import { mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Makes sure that what was made, renamed or removed in a folder is so after a power failure too. Where folders cannot be
 * synced, as on Windows, the file system does that by itself.
 * @throws the file system's error
 */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/**
 * Makes a folder, with those above it, where it is not there. Not by mkdir's own recursion, which never ends where no folder
 * can be made in one that is there, as in /proc.
 * @throws the file system's error
 */
export async function makeFolder(folder: string): Promise<void> {
  const made = await tryToMake(folder);
  if (made) return;
  await makeFolder(dirname(folder));
  await mkdir(folder);
}

/** @returns false where the one above it may be missing */
async function tryToMake(folder: string): Promise<boolean> {
  try {
    await mkdir(folder);
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return true;
    if (code === 'ENOENT' && dirname(folder) !== folder) return false;
    throw error;
  }
}
