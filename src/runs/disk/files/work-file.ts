/** A file of slots, [cell][block], that is read and written in long runs, several at once. */

import { DirectFile, type DirectFileOptions } from '../../../base/storage/direct-file.js';
import { StorageError } from '../../../base/storage/errors.js';
import { reasonOf } from '../../../base/storage/failure.js';

/** Bytes read or written at a time, and how many such transfers run at once: as many as Node has threads for files. */
export const TRANSFER_BYTES = 4 << 20;
export const TRANSFERS = 4;

/** Slots of memory, from `address` on, and their place in the file. */
export interface SlotRun {
  /** Slot of the file. */
  readonly first: number;
  readonly count: number;
  /** Address in memory. */
  readonly address: number;
}

export class WorkFile {
  readonly path: string;
  readonly #file: DirectFile;
  readonly #slotBytes: number;

  private constructor(file: DirectFile, slotBytes: number) {
    this.path = file.path;
    this.#file = file;
    this.#slotBytes = slotBytes;
  }

  /** @throws StorageError */
  static async open(options: DirectFileOptions, slotBytes: number): Promise<WorkFile> {
    const file = await named(options.path, 'opened', () => DirectFile.open(options));
    return new WorkFile(file, slotBytes);
  }

  /**
   * Bytes beyond the file's end read as a hole.
   * @param head bytes in front of the first slot, whole pages
   * @returns bytes that were read
   * @throws StorageError
   */
  async read(memory: Uint8Array, runs: readonly SlotRun[], head = 0): Promise<number> {
    return this.#transfer(runs, head, 'read', async (begin, end, offset) => {
      const target = memory.subarray(begin, end);
      const bytes = await this.#file.read(target, offset);
      target.fill(0, bytes);
    });
  }

  /** @returns bytes that were written @throws StorageError */
  async write(memory: Uint8Array, runs: readonly SlotRun[], head = 0): Promise<number> {
    return this.#transfer(runs, head, 'written', (begin, end, offset) =>
      this.#file.write(memory.subarray(begin, end), offset),
    );
  }

  /** The beginning of the file, as much of it as there is. @param target page-aligned, whole pages */
  async readHead(target: Uint8Array): Promise<number> {
    return named(this.path, 'read', () => this.#file.read(target, 0));
  }

  /** @param source page-aligned, whole pages */
  async writeHead(source: Uint8Array): Promise<void> {
    await named(this.path, 'written', () => this.#file.write(source, 0));
  }

  async sync(): Promise<void> {
    await named(this.path, 'written', () => this.#file.sync());
  }

  async close(): Promise<void> {
    await this.#file.close();
  }

  /** Waits until no transfer runs any more, also if one failed: memory may be used again. */
  async #transfer(
    runs: readonly SlotRun[],
    head: number,
    done: string,
    transfer: (begin: number, end: number, offset: number) => Promise<void>,
  ): Promise<number> {
    const pieces = this.#piecesOf(runs, head);
    let next = 0;
    let bytes = 0;
    let failed = false;
    const stream = async () => {
      while (next < pieces.length && !failed) {
        const { begin, end, offset } = pieces[next++];
        try {
          await transfer(begin, end, offset);
        } catch (error) {
          failed = true;
          throw error;
        }
        bytes += end - begin;
      }
    };
    const streams = await Promise.allSettled(Array.from({ length: TRANSFERS }, stream));
    const failure = streams.find((outcome) => outcome.status === 'rejected');
    if (failure !== undefined) await named(this.path, done, () => Promise.reject(failure.reason));
    return bytes;
  }

  #piecesOf(runs: readonly SlotRun[], head: number): { begin: number; end: number; offset: number }[] {
    const slotsOfPiece = Math.max(1, Math.floor(TRANSFER_BYTES / this.#slotBytes));
    return runs.flatMap(({ first, count, address }) =>
      Array.from({ length: Math.ceil(count / slotsOfPiece) }, (_, piece) => {
        const done = piece * slotsOfPiece;
        const begin = address + done * this.#slotBytes;
        const end = begin + Math.min(slotsOfPiece, count - done) * this.#slotBytes;
        return { begin, end, offset: head + (first + done) * this.#slotBytes };
      }),
    );
  }
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
