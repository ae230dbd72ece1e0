/** The room of a work folder. */

import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { StorageError } from '../../../base/storage/errors.js';
import { freeSpace } from '../../../base/storage/free-space.js';
import { bytesText } from '../../../base/text/numbers.js';
import { ownFiles } from '../../saved/own-files.js';
import { named } from './transfers.js';

/** The unit in which stat counts the room of a file, in bytes. */
const BLOCK_BYTES = 512;

/** @param bytes that the work files take at their fullest @throws StorageError with both figures, if the disk has too little room */
export async function checkWorkRoom(folder: string, bytes: number): Promise<void> {
  let present = 0;
  for (const name of await named(folder, 'read', () => ownFiles(folder))) {
    present += await named(join(folder, name), 'read', () => roomOf(join(folder, name)));
  }
  const free = await named(folder, 'read', () => freeSpace(folder));
  if (bytes - present <= free) return;
  throw new StorageError(
    `${folder} has ${bytesText(free)} free, but the work files take up to ${bytesText(bytes - present)} more: free up space, or choose a folder on another disk`,
  );
}

/** Returns the bytes that a file takes; holes take none, and neither does a file that another process has removed meanwhile. */
async function roomOf(path: string): Promise<number> {
  try {
    return (await stat(path)).blocks * BLOCK_BYTES;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 0;
    throw error;
  }
}
