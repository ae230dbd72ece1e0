/** Files that are read, and their paths. */

import { createHash } from 'node:crypto';
import { closeSync, constants, existsSync, fstatSync, openSync, readSync } from 'node:fs';

export { readdir as readFolder, realpath as realPath } from 'node:fs/promises';
export { basename, dirname, extname, isAbsolute, join, parse, resolve } from 'node:path';
export { crc32 } from 'node:zlib';
export { existsSync as exists };

/** A file or a pipe that is open for reading. */
export interface OpenFile {
  readonly kind: 'file' | 'pipe' | 'other';
  /** Length of a file. */
  readonly bytes: number;
  /**
   * Reads bytes into an array. @param offset in a file; null for the next bytes
   * @returns the number of bytes read, 0 at the end
   * @throws the file system's error, EAGAIN if a pipe has no bytes yet
   */
  read(target: Uint8Array, offset: number | null): number;
  close(): void;
}

/** Opens a file, without waiting for the writer of a pipe. @throws the file system's error */
export function openFile(path: string): OpenFile {
  const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const status = fstatSync(file);
    return {
      kind: status.isFile() ? 'file' : status.isFIFO() ? 'pipe' : 'other',
      bytes: status.size,
      read: (target, offset) => readSync(file, target, 0, target.length, offset),
      close: () => closeSync(file),
    };
  } catch (error) {
    closeSync(file);
    throw error;
  }
}

/* Checksums and digests. */

/** Returns the SHA-256 of a text or of bytes as 64 hexadecimal digits. */
export function sha256(contents: string | Uint8Array): string {
  return createHash('sha256').update(contents).digest('hex');
}
