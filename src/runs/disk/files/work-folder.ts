/** The disk space of a work folder. */

import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { StorageError } from '../../../base/storage/errors.js';
import { freeSpace } from '../../../base/storage/free-space.js';
import { bytesText } from '../../../base/text/numbers.js';
import { ownFiles } from '../../saved/own-files.js';
import { named } from './transfers.js';

/** Bytes of the unit in which stat counts a file's disk space. */
const BLOCK_BYTES = 512;

/**
 * Checks that a disk has enough space. @param bytes maximum bytes of the work files @throws StorageError with both figures if the space
 * is insufficient
 */
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

/** Returns the disk space of a file: none for holes, and none if another process has removed the file meanwhile. */
async function roomOf(path: string): Promise<number> {
  try {
    return (await stat(path)).blocks * BLOCK_BYTES;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 0;
    throw error;
  }
}
