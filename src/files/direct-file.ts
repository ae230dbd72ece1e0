/**
 * Large files whose transfers bypass the system's cache, if the file system supports that.
 *
 * Data that are written once and not read again soon gain nothing from the cache, but pay for it twice: with a copy, and with a fresh
 * page of memory for every page written. On the virtual machine of the measurement, new files were written at 1.4 GB/s directly, and at
 * 0.28 GB/s through the cache. (Writes had 4 MB, three in parallel.)
 *
 * A direct transfer consists of whole pages: its offset in the file, its length, and its address in memory are multiples of PAGE_BYTES.
 * The beginning of a WebAssembly memory is such an address.
 */

import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { writeAt } from './files.js';

/** Bytes of a page: a multiple of memory pages and of every disk's sectors. */
export const PAGE_BYTES = 4096;

export class DirectFile {
  readonly path: string;
  /** True if transfers bypass the cache. */
  readonly direct: boolean;
  readonly #file: FileHandle;

  private constructor(path: string, file: FileHandle, direct: boolean) {
    this.path = path;
    this.#file = file;
    this.direct = direct;
  }

  /** Opens a file. @param mode 'create' empties the file if it exists @throws the file system's error */
  static async open(path: string, mode: 'read' | 'create'): Promise<DirectFile> {
    const { O_RDONLY, O_RDWR, O_CREAT, O_TRUNC, O_DIRECT } = constants;
    const flags = mode === 'read' ? O_RDONLY : O_RDWR | O_CREAT | O_TRUNC;
    // Not every system has the flag O_DIRECT.
    const isDirect = O_DIRECT !== undefined;
    try {
      return new DirectFile(path, await open(path, isDirect ? flags | O_DIRECT : flags), isDirect);
    } catch (error) {
      if (!isDirect || (error as NodeJS.ErrnoException).code !== 'EINVAL') throw error;
      return new DirectFile(path, await open(path, flags), false);
    }
  }

  /**
   * Fills `target` from the file.
   * @returns the number of bytes read. If it is less than requested, the file has ended, and the rest of `target` is undefined
   * @throws the file system's error
   */
  async read(target: Uint8Array, offset: number): Promise<number> {
    let done = 0;
    while (done < target.length) {
      const { bytesRead } = await this.#file.read(target, done, target.length - done, offset + done);
      done += bytesRead;
      // A direct read that ends within a page has reached the end of the file, and cannot continue.
      if (bytesRead === 0 || done % PAGE_BYTES !== 0) break;
    }
    return done;
  }

  /** Writes bytes at an offset of the file. @throws the file system's error */
  write(source: Uint8Array, offset: number): Promise<void> {
    return writeAt(this.#file, source, offset);
  }

  /** Returns the length in bytes. */
  async size(): Promise<number> {
    return (await this.#file.stat()).size;
  }

  /** Truncates the file, or extends it by a hole that reads as zeros. */
  truncate(bytes: number): Promise<void> {
    return this.#file.truncate(bytes);
  }

  /** Waits until all written data are on the disk. */
  sync(): Promise<void> {
    return this.#file.datasync();
  }

  close(): Promise<void> {
    return this.#file.close();
  }
}

/** Bytes of a WebAssembly page. */
const PAGE = 65536;

/** Allocates zeros that begin at a whole page. */
export function pageMemory(bytes: number): Uint8Array {
  const { buffer } = new WebAssembly.Memory({ initial: Math.ceil(bytes / PAGE) });
  return new Uint8Array(buffer, 0, bytes);
}
