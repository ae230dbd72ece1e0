/**
 * Large files that are read and written past the system's cache, if the file system can do that.
 *
 * What is written once and not read again soon gains nothing from the cache, and it pays for it twice: a copy, and a fresh
 * page of memory for every page written. On the virtual machine where it was measured new files were written at 1.4 GB a
 * second directly and at 0.28 through the cache (4 MB at a time, three at once).
 *
 * A direct transfer is made of whole pages: its place in the file, its length, and its place in memory are multiples of
 * PAGE_BYTES. The beginning of a WebAssembly memory is such a place.
 */

import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';

/** Bytes: a multiple of memory pages and of every disk's sectors. */
export const PAGE_BYTES = 4096;

/** Options of opening a file. */
export interface DirectFileOptions {
  readonly path: string;
  /** 'create' empties the file if it exists. */
  readonly mode: 'read' | 'create' | 'update';
  /** If true, the cache is passed by, if the file system can do that. */
  readonly direct: boolean;
}

export class DirectFile {
  readonly path: string;
  /** True if it goes past the cache. */
  readonly direct: boolean;
  readonly #file: FileHandle;

  private constructor(path: string, file: FileHandle, direct: boolean) {
    this.path = path;
    this.#file = file;
    this.direct = direct;
  }

  /** @throws the file system's error */
  static async open({ path, mode, direct }: DirectFileOptions): Promise<DirectFile> {
    const { O_RDONLY, O_RDWR, O_CREAT, O_TRUNC } = constants;
    const flags = { read: O_RDONLY, create: O_RDWR | O_CREAT | O_TRUNC, update: O_RDWR }[mode];
    // Not every system knows the flag.
    const past = direct ? (constants.O_DIRECT ?? 0) : 0;
    try {
      return new DirectFile(path, await open(path, flags | past), past !== 0);
    } catch (error) {
      if (past === 0 || (error as NodeJS.ErrnoException).code !== 'EINVAL') throw error;
      return new DirectFile(path, await open(path, flags), false);
    }
  }

  /**
   * Fills `target` from the file.
   * @returns how many bytes there were; fewer than asked for at the file's end, and what is in `target` behind them is then of
   * no meaning
   * @throws the file system's error
   */
  async read(target: Uint8Array, offset: number): Promise<number> {
    let done = 0;
    while (done < target.length) {
      const { bytesRead } = await this.#file.read(target, done, target.length - done, offset + done);
      done += bytesRead;
      // A direct read that ends within a page is at the file's end, and cannot go on from there.
      if (bytesRead === 0 || done % PAGE_BYTES !== 0) break;
    }
    return done;
  }

  /** @throws the file system's error */
  async write(source: Uint8Array, offset: number): Promise<void> {
    let done = 0;
    while (done < source.length) {
      done += (await this.#file.write(source, done, source.length - done, offset + done)).bytesWritten;
    }
  }

  /** Length in bytes. */
  async size(): Promise<number> {
    return (await this.#file.stat()).size;
  }

  /** Cuts the file off, or lengthens it by a hole that reads as zeros. */
  truncate(bytes: number): Promise<void> {
    return this.#file.truncate(bytes);
  }

  /** Waits until what was written is on the disk. */
  sync(): Promise<void> {
    return this.#file.datasync();
  }

  close(): Promise<void> {
    return this.#file.close();
  }
}
