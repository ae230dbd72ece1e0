/**
 * Reading and writing the files of a work folder: transfers of slots in long runs, several in parallel, that bypass the system's cache;
 * new files, and files of other machines.
 */

import { rename, rm } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { DirectFile } from '../../files/direct-file.js';
import { linkNew, temporaryName } from '../../files/files.js';
import { named } from './run-folder.js';

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
    return transferred(runs, 'read', async ({ path, offset, address, bytes }) => {
      const opening = this.#files.get(path) ?? DirectFile.open(path, 'read');
      this.#files.set(path, opening);
      const file = await opening;
      const target = memory.subarray(address, address + bytes);
      target.fill(0, await file.read(target, offset));
    });
  }

  /** Closes all files, while nothing is read. Files are reopened if necessary. */
  async close(): Promise<void> {
    const files = [...this.#files.values()];
    this.#files.clear();
    await Promise.allSettled(files.map(async (opening) => (await opening).close()));
  }
}

/**
 * Transfers runs of slots in pieces. Waits until all transfers have ended, even if one failed, so that their memory can be reused.
 * @param done the transfer as a participle, for the message
 * @returns the bytes transferred
 * @throws StorageError that names the file
 */
async function transferred(runs: readonly FileRun[], done: string, transfer: (piece: FileRun) => Promise<void>) {
  const pieces = runs.flatMap(({ path, offset, address, bytes }) => {
    const parts: FileRun[] = [];
    for (let at = 0; at < bytes; at += TRANSFER_BYTES) {
      parts.push({ path, offset: offset + at, address: address + at, bytes: Math.min(TRANSFER_BYTES, bytes - at) });
    }
    return parts;
  });
  await eachOf(pieces, (piece) => named(piece.path, done, () => transfer(piece)));
  return runs.reduce((sum, { bytes }) => sum + bytes, 0);
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
  const outcomes = await Promise.allSettled(Array.from({ length: TRANSFERS }, stream));
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
}

/* A file of a portion while it is written. It has a temporary name until it is complete. */

export type NewFile = Awaited<ReturnType<typeof newFile>>;

/** Creates a file. @param bytes length of the file; unwritten parts are holes @throws StorageError */
export async function newFile(path: string, bytes: number) {
  const temporary = temporaryName(path);
  const file = await named(path, 'written', () => DirectFile.open(temporary, 'create'));
  let isOpen = true;
  let isComplete = false;

  async function close(): Promise<void> {
    if (!isOpen) return;
    isOpen = false;
    await file.close();
  }

  /** Removes the file unless it is complete. */
  async function discard(): Promise<void> {
    if (isComplete) return;
    await close();
    await rm(temporary, { force: true });
  }

  await named(path, 'written', async () => {
    await file.truncate(bytes).catch(async (error) => {
      await discard();
      throw error;
    });
  });
  return {
    discard,
    /** Writes runs of slots. @param runs with the path of this file @returns the bytes written @throws StorageError */
    write: (memory: Uint8Array, runs: readonly FileRun[]): Promise<number> =>
      transferred(runs, 'written', ({ offset, address, bytes: length }) =>
        file.write(memory.subarray(address, address + length), offset),
      ),
    /**
     * Waits until the file is on the disk, and renames it to its final name.
     * @param replaces if false, a file that another process has made meanwhile is kept
     * @throws StorageError
     */
    complete: (replaces: boolean): Promise<void> =>
      named(path, 'written', async () => {
        await file.sync();
        await close();
        await (replaces ? rename : linkNew)(temporary, path);
        isComplete = true;
      }),
  };
}

/* Files that another machine has written, but that may not be visible yet, because network file systems cache folders. */

/** Initial and maximum milliseconds between two attempts. */
const SHORTEST = 20;
const LONGEST = 1000;

/**
 * Repeats a read until its result is visible.
 * @param read returns undefined as long as the result is not visible
 * @param patience milliseconds; 0 for a single attempt
 * @param check called between two attempts; throws to stop waiting
 * @returns undefined if the result did not become visible
 */
export async function whenVisible<Found>(
  read: () => Promise<Found | undefined>,
  patience: number,
  check: () => void,
): Promise<Found | undefined> {
  const end = performance.now() + patience;
  for (let pause = SHORTEST; ; pause = Math.min(2 * pause, LONGEST)) {
    const found = await read();
    const left = end - performance.now();
    if (found !== undefined || left <= 0) return found;
    check();
    await wait(Math.min(pause, left));
  }
}
