/** Folders as the file system keeps them. */

import { existsSync, mkdirSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Makes sure that what was made, renamed or removed in a folder is so after a power failure too. Where folders cannot be
 * synced, as on Windows, or may be written and not read, that is left to the file system.
 * @throws the file system's error
 */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  let handle: FileHandle;
  try {
    handle = await open(folder, 'r');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EACCES') return;
    throw error;
  }
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/**
 * Makes a folder, and those above it, if they do not exist; not by mkdir's own recursion, which never ends in /proc.
 * @throws the file system's error
 */
export function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  const parent = dirname(folder);
  if (parent !== folder) makeFolder(parent);
  try {
    mkdirSync(folder);
  } catch (error) {
    // Another process may make it at the same time.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}
