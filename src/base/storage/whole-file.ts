/** Files that are there whole or not at all. */

import { randomBytes } from 'node:crypto';
import { closeSync, openSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { syncFolder } from './folder.js';

/** Who writes: processes of several containers that share a folder may have the same number. */
const WRITER = `${process.pid}-${randomBytes(6).toString('hex')}`;

/** The name under which this process writes a file until it is complete. */
export function temporaryName(path: string): string {
  return join(dirname(path), `.${basename(path)}.${WRITER}.tmp`);
}

/**
 * Writes a file whole or not at all: `fill` writes bytes at offsets of a temporary file, which is then synced and
 * renamed to `path`; when this ends it is there after a power failure too.
 * @throws the file system's error, EEXIST if this process is writing the same file already; what fill throws
 */
export async function writeWhole(
  path: string,
  fill: (write: (bytes: Uint8Array, offset: number) => Promise<void>) => Promise<void>,
): Promise<void> {
  const temporary = temporaryName(path);
  // Made before anything is awaited. Were it made by the asynchronous open, a signal might find nothing to remove yet, and the
  // open, which waits in another thread's queue while the program ends, would make the file after that.
  closeSync(openSync(temporary, 'wx'));
  try {
    const file = await open(temporary, 'r+');
    try {
      await fill(async (bytes, offset) => {
        let done = 0;
        while (done < bytes.length) {
          done += (await file.write(bytes, done, bytes.length - done, offset + done)).bytesWritten;
        }
      });
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, path);
    await syncFolder(dirname(path));
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}
