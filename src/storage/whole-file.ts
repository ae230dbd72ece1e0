/** Files that are there whole or not at all. */

import { open, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/** The name under which a file is written until it is complete. */
export function temporaryName(path: string): string {
  return join(dirname(path), `.${basename(path)}.${process.pid}.tmp`);
}

/**
 * Writes a file whole or not at all: `fill` writes bytes at offsets of a temporary file, which is then synced and
 * renamed to `path`.
 */
export async function writeWhole(
  path: string,
  fill: (write: (bytes: Uint8Array, offset: number) => Promise<void>) => Promise<void>,
): Promise<void> {
  const temporary = temporaryName(path);
  try {
    const file = await open(temporary, 'w');
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
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}
