/** Slots that are read and written in long runs, several at once, past the system's cache. */

import { DirectFile } from '../../../base/storage/direct-file.js';
import { StorageError } from '../../../base/storage/errors.js';
import { reasonOf } from '../../../base/storage/failure.js';

/** Bytes read or written at a time, and how many such transfers run at once: as many as Node has threads for files. */
export const TRANSFER_BYTES = 4 << 20;
export const TRANSFERS = 4;

/** Bytes in memory, whole pages, and their place in a file. */
export interface FileRun {
  readonly path: string;
  readonly offset: number;
  readonly address: number;
  readonly bytes: number;
}

/**
 * Fills memory from files. Bytes beyond a file's end read as zeros.
 * @returns bytes that were read
 * @throws StorageError that names the file
 */
export async function readRuns(memory: Uint8Array, runs: readonly FileRun[]): Promise<number> {
  const files = new Map<string, { readonly opening: Promise<DirectFile>; left: number }>();
  const pieces = piecesOf(runs);
  const left = new Map<string, number>();
  for (const { path } of pieces) left.set(path, (left.get(path) ?? 0) + 1);
  await transferred(pieces, 'read', async ({ path, offset, address, bytes }) => {
    let file = files.get(path);
    if (file === undefined) {
      file = { opening: DirectFile.open({ path, mode: 'read', direct: true }), left: left.get(path) ?? 0 };
      files.set(path, file);
    }
    const opened = await file.opening;
    const target = memory.subarray(address, address + bytes);
    target.fill(0, await opened.read(target, offset));
    if (--file.left > 0) return;
    files.delete(path);
    await opened.close();
  }).finally(async () => {
    // If it has failed.
    for (const { opening } of files.values()) await opening.then((file) => file.close()).catch(() => {});
  });
  return bytesOf(runs);
}

/**
 * Writes memory to a file.
 * @param runs of this file
 * @param path that is named if it fails
 * @returns bytes that were written
 * @throws StorageError that names the file
 */
export async function writeRuns(file: DirectFile, memory: Uint8Array, runs: readonly FileRun[]): Promise<number> {
  await transferred(piecesOf(runs), 'written', ({ offset, address, bytes }) =>
    file.write(memory.subarray(address, address + bytes), offset),
  );
  return bytesOf(runs);
}

/** Waits until no transfer runs any more, also if one failed: memory may be used again. */
async function transferred(
  pieces: readonly FileRun[],
  done: string,
  transfer: (piece: FileRun) => Promise<void>,
): Promise<void> {
  let next = 0;
  let failed = false;
  const stream = async () => {
    while (next < pieces.length && !failed) {
      const piece = pieces[next++];
      await named(piece.path, done, () => transfer(piece)).catch((error) => {
        failed = true;
        throw error;
      });
    }
  };
  await allDone(Array.from({ length: TRANSFERS }, stream));
}

function piecesOf(runs: readonly FileRun[]): FileRun[] {
  return runs.flatMap((run) =>
    Array.from({ length: Math.ceil(run.bytes / TRANSFER_BYTES) }, (_, piece) => {
      const done = piece * TRANSFER_BYTES;
      const bytes = Math.min(TRANSFER_BYTES, run.bytes - done);
      return { path: run.path, offset: run.offset + done, address: run.address + done, bytes };
    }),
  );
}

function bytesOf(runs: readonly FileRun[]): number {
  return runs.reduce((sum, { bytes }) => sum + bytes, 0);
}

/** Waits for all promises, also if one fails. @throws the error of the first one that failed */
export async function allDone(actions: readonly Promise<void>[]): Promise<void> {
  for (const outcome of await Promise.allSettled(actions)) if (outcome.status === 'rejected') throw outcome.reason;
}

/** @param done what was to be done with the file @throws StorageError that names it, in place of the file system's error */
export async function named<Outcome>(path: string, done: string, action: () => Promise<Outcome>): Promise<Outcome> {
  try {
    return await action();
  } catch (error) {
    if (error instanceof StorageError) throw error;
    throw new StorageError(`${path} cannot be ${done}: ${reasonOf(error)}`, { cause: error });
  }
}
