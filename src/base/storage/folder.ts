/** Operations on folders. */

import { existsSync, mkdirSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Makes the creation, renaming and removal of entries in a folder durable across a power failure. If folders cannot be synced, as on
 * Windows or in a write-only folder, that is left to the file system.
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
 * Creates a folder and its parents, if they do not exist. Does not use mkdir's recursive option, which never ends in /proc.
 * @throws the file system's error
 */
export function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  const parent = dirname(folder);
  if (parent !== folder) makeFolder(parent);
  try {
    mkdirSync(folder);
  } catch (error) {
    // Another process may create the folder at the same time.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}
