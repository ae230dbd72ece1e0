/** Transfers of slots in long runs, several in parallel, that bypass the system's cache. */

import { DirectFile } from '../../../base/storage/direct-file.js';
import { StorageError } from '../../../base/storage/errors.js';
import { reasonOf } from '../../../base/storage/failure.js';

/** Bytes of a transfer, and the number of parallel transfers, which is that of Node's threads for files. */
export const TRANSFER_BYTES = 4 << 20;
export const TRANSFERS = 4;

/** Bytes in memory, in whole pages, and their location in a file. */
export interface FileRun {
  readonly path: string;
  readonly offset: number;
  readonly address: number;
  readonly bytes: number;
}

/** Maximum number of files that stay open between reads. */
const MOST_OPEN = 200;

/** Files that are read repeatedly, and stay open. */
export class OpenFiles {
  readonly #files = new Map<string, Promise<DirectFile>>();

  /**
   * Fills memory from files. Bytes beyond the end of a file read as zeros.
   * @returns the bytes read
   * @throws StorageError that names the file
   */
  async read(memory: Uint8Array, runs: readonly FileRun[]): Promise<number> {
    if (this.#files.size > MOST_OPEN) await this.close();
    await transferred(piecesOf(runs), 'read', async ({ path, offset, address, bytes }) => {
      const opening = this.#files.get(path) ?? DirectFile.open({ path, mode: 'read', direct: true });
      this.#files.set(path, opening);
      const file = await opening;
      const target = memory.subarray(address, address + bytes);
      target.fill(0, await file.read(target, offset));
    });
    return bytesOf(runs);
  }

  /** Closes all files, while nothing is read. Files are reopened if necessary. */
  async close(): Promise<void> {
    const files = [...this.#files.values()];
    this.#files.clear();
    await Promise.allSettled(files.map(async (opening) => (await opening).close()));
  }
}

/**
 * Writes memory to a file.
 * @param runs locations in this file
 * @param path of the file, for error messages
 * @returns the bytes written
 * @throws StorageError that names the file
 */
export async function writeRuns(file: DirectFile, memory: Uint8Array, runs: readonly FileRun[]): Promise<number> {
  await transferred(piecesOf(runs), 'written', ({ offset, address, bytes }) =>
    file.write(memory.subarray(address, address + bytes), offset),
  );
  return bytesOf(runs);
}

/** Waits until all transfers have ended, even if one failed, so that their memory can be reused. */
async function transferred(
  pieces: readonly FileRun[],
  done: string,
  transfer: (piece: FileRun) => Promise<void>,
): Promise<void> {
  await eachOf(pieces, (piece) => named(piece.path, done, () => transfer(piece)));
}

function piecesOf(runs: readonly FileRun[]): FileRun[] {
  return runs.flatMap((run) =>
    // Most runs are short.
    run.bytes <= TRANSFER_BYTES
      ? run
      : Array.from({ length: Math.ceil(run.bytes / TRANSFER_BYTES) }, (_, piece) => {
          const done = piece * TRANSFER_BYTES;
          const bytes = Math.min(TRANSFER_BYTES, run.bytes - done);
          return { path: run.path, offset: run.offset + done, address: run.address + done, bytes };
        }),
  );
}

function bytesOf(runs: readonly FileRun[]): number {
  return runs.reduce((sum, { bytes }) => sum + bytes, 0);
}

/** Waits for all promises, even if one fails. @throws the error of the first one that failed */
export async function allDone(actions: readonly Promise<void>[]): Promise<void> {
  for (const outcome of await Promise.allSettled(actions)) if (outcome.status === 'rejected') throw outcome.reason;
}

/** Applies an action to many files, a few at a time. @throws the first error, after all actions have ended */
export async function eachOf<Item>(items: readonly Item[], action: (item: Item) => Promise<void>): Promise<void> {
  let next = 0;
  let failed = false;
  const stream = async () => {
    while (next < items.length && !failed) {
      await action(items[next++]).catch((error) => {
        failed = true;
        throw error;
      });
    }
  };
  await allDone(Array.from({ length: TRANSFERS }, stream));
}

/**
 * Runs an action on a file. @param done the action as a participle, for the message @throws StorageError that names the file, instead
 * of the file system's error
 */
export async function named<Outcome>(path: string, done: string, action: () => Promise<Outcome>): Promise<Outcome> {
  try {
    return await action();
  } catch (error) {
    if (error instanceof StorageError) throw error;
    throw new StorageError(`${path} cannot be ${done}: ${reasonOf(error)}`, { cause: error });
  }
}
