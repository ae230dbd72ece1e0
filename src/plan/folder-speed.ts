/**
 * Measures how fast files are read and written in a folder, in about a second each, as work files are: past the
 * system's cache, in long pieces, several at once. Nothing is left of the file that this takes.
 *
 * What is read back has just been written. A cache that the system knows nothing of, in the disk or below a virtual one, may serve
 * some of it; then the disk is slower than it seems.
 */

import { randomFillSync } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DirectFile } from '../base/storage/direct-file.js';
import { freeSpace } from '../base/storage/free-space.js';
import { temporaryName } from '../base/storage/whole-file.js';
import { named, TRANSFER_BYTES, TRANSFERS } from '../runs/disk/files/transfers.js';

export interface FolderSpeed {
  readonly bytesReadPerSecond: number;
  readonly bytesWrittenPerSecond: number;
  /** True if they went past the system's cache; else reading was measured from memory. */
  readonly direct: boolean;
}

/** Seconds of reading, and of writing. */
const SECONDS = 1;
/** The most bytes of the file; and the share of the free space that it may take. */
const MOST_BYTES = 512e6;
const SHARE_OF_FREE = 0.1;
/** With less there is nothing to measure. */
const LEAST_PIECES = 2 * TRANSFERS;

/**
 * @param folder that exists
 * @param mostBytes of the file
 * @returns undefined if too little is free to measure anything
 * @throws StorageError if the folder cannot be written or read
 */
export async function measureFolder(folder: string, mostBytes: number = MOST_BYTES): Promise<FolderSpeed | undefined> {
  const bytes = Math.min(mostBytes, SHARE_OF_FREE * (await named(folder, 'read', () => freeSpace(folder))));
  const pieces = Math.floor(bytes / TRANSFER_BYTES);
  if (pieces < LEAST_PIECES) return undefined;
  const path = temporaryName(join(folder, 'speed'));
  return named(folder, 'written', async () => {
    try {
      const file = await DirectFile.open({ path, mode: 'create', direct: true });
      try {
        // Without a name it is gone with the process, however that ends.
        if (process.platform !== 'win32') await rm(path);
        return await measureFile(file, pieces);
      } finally {
        await file.close();
      }
    } finally {
      await rm(path, { force: true });
    }
  });
}

async function measureFile(file: DirectFile, pieces: number): Promise<FolderSpeed> {
  const buffers = Array.from({ length: TRANSFERS }, pageAligned);
  // Zeros might not be stored at all.
  for (const buffer of buffers) randomFillSync(buffer);
  const written = await transfers(pieces, false, (piece, stream) =>
    file.write(buffers[stream], piece * TRANSFER_BYTES),
  );
  const syncBegan = performance.now();
  await file.sync();
  const writeSeconds = written.seconds + (performance.now() - syncBegan) / 1000;
  const read = await transfers(written.pieces, true, async (piece, stream) => {
    await file.read(buffers[stream], piece * TRANSFER_BYTES);
  });
  return {
    bytesReadPerSecond: (read.pieces * TRANSFER_BYTES) / read.seconds,
    bytesWrittenPerSecond: (written.pieces * TRANSFER_BYTES) / writeSeconds,
    direct: file.direct,
  };
}

/** The beginning of a WebAssembly memory begins a page. */
function pageAligned(): Uint8Array<ArrayBuffer> {
  const pages = TRANSFER_BYTES / 65536;
  return new Uint8Array(new WebAssembly.Memory({ initial: pages, maximum: pages }).buffer);
}

/**
 * Transfers pieces 0, 1, 2 ..., several at once, until there are no more or time is up.
 * @param again whether to begin again after the last piece
 */
async function transfers(
  pieces: number,
  again: boolean,
  transfer: (piece: number, stream: number) => Promise<void>,
): Promise<{ readonly pieces: number; readonly seconds: number }> {
  const begin = performance.now();
  const seconds = () => (performance.now() - begin) / 1000;
  let next = 0;
  const stream = async (number: number) => {
    while ((again || next < pieces) && seconds() < SECONDS) await transfer(next++ % pieces, number);
  };
  await Promise.all(Array.from({ length: TRANSFERS }, (_, number) => stream(number)));
  return { pieces: next, seconds: seconds() };
}
