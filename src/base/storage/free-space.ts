/** Free space on a disk. */

import { statfs } from 'node:fs/promises';

/** Returns the bytes that this process can still write to the file system of a folder. @throws the file system's error */
export async function freeSpace(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}
