/** Folders as the file system keeps them. */

import { open } from 'node:fs/promises';

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
