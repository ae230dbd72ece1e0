/**
 * Measures how fast files are read and written in a folder, in about a second each. The transfers resemble those of work files: they
 * bypass the system's cache, are long, and overlap. The measurement's file is removed.
 *
 * The data read has just been written. A cache beyond the system's control, in the disk or below a virtual disk, may serve some of it.
 * The disk is then slower than measured.
 */

import { randomFillSync } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { measureMoves } from '../engines/boards/engine.js';
import { DirectFile, pageMemory } from '../files/direct-file.js';
import { freeSpace, temporaryName } from '../files/files.js';
import type { Board } from '../spaces/board/board.js';
import { named } from './disk/run-folder.js';
import { TRANSFER_BYTES, TRANSFERS } from './disk/work-files.js';

export interface FolderSpeed {
  readonly bytesReadPerSecond: number;
  readonly bytesWrittenPerSecond: number;
  /** True if the transfers bypassed the system's cache; false if reading was measured from memory. */
  readonly direct: boolean;
}

/** Seconds of reading, and also of writing. */
const SECONDS = 1;
/** Maximum bytes of the file, and the maximum share of the free space that it may take. */
const MOST_BYTES = 512e6;
const SHARE_OF_FREE = 0.1;
/** Minimum bytes of a useful measurement. */
const LEAST_PIECES = 2 * TRANSFERS;

/**
 * Measures the speed of a folder.
 * @param folder an existing folder
 * @param mostBytes maximum bytes of the file
 * @returns undefined if there is too little free space to measure anything
 * @throws StorageError if the folder cannot be written or read
 */
export async function measureFolder(folder: string, mostBytes: number = MOST_BYTES): Promise<FolderSpeed | undefined> {
  const bytes = Math.min(mostBytes, SHARE_OF_FREE * (await named(folder, 'read', () => freeSpace(folder))));
  const pieces = Math.floor(bytes / TRANSFER_BYTES);
  if (pieces < LEAST_PIECES) return undefined;
  const path = temporaryName(join(folder, 'speed'));
  return named(folder, 'written', async () => {
    try {
      const file = await DirectFile.open(path, 'create');
      try {
        // A file without a name disappears with the process, no matter how the process ends.
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
  const buffers = Array.from({ length: TRANSFERS }, () => pageMemory(TRANSFER_BYTES));
  // A file system might not store zeros.
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

/**
 * Transfers pieces 0, 1, 2 ..., several in parallel, until all are transferred or the time is up.
 * @param again true to restart after the last piece
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

/* Measures how fast the processors do the work of a layer on disk. */

/**
 * Bytes of blocks moved, counted once for each move into each target, and bytes of blocks in files, whose checksums are computed and
 * compared.
 */
export type ProcessorSpeed = { readonly bytesMovedPerSecond: number; readonly bytesCheckedPerSecond: number };

/**
 * Measures the speed of all threads together.
 * @param board the board to explore
 * @param threads maximum number of worker threads
 * @throws WorkerError if a thread dies
 */
export async function measureProcessors(board: Board, threads: number): Promise<ProcessorSpeed> {
  return { bytesMovedPerSecond: await measureMoves(board, threads), bytesCheckedPerSecond: measureChecksums(threads) };
}

const CHECKED_BYTES = 1 << 20;
const CHECKS = 64;

/** Returns the speed of all threads together, up to the number of processors. */
export function measureChecksums(threads: number): number {
  const bytes = new Uint8Array(CHECKED_BYTES).fill(1);
  const begin = performance.now();
  for (let check = 0; check < CHECKS; check++) crc32(bytes);
  const seconds = (performance.now() - begin) / 1000;
  return (Math.min(threads, availableParallelism()) * CHECKED_BYTES * CHECKS) / seconds;
}
