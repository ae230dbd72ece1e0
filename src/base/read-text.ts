/** Text files of users, with a limit of size. */

import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { InputError } from './input-error.js';
import { bytesText } from './text/numbers.js';

/** Maximum bytes: far more than a file of instances or generators needs. */
const MOST_BYTES = 10_000_000;

/**
 * Reads a text file.
 * @param what contents of the file for messages, such as 'positions'
 * @throws InputError if the file cannot be read, or is longer than the limit
 */
export function readText(path: string, what: string, most = MOST_BYTES): string {
  // Read piece by piece, because the length of a device or a pipe is unknown.
  const bytes = Buffer.alloc(most + 1);
  let length = 0;
  let isPipe = false;
  try {
    // Opening a pipe would otherwise block until another process writes to it.
    const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      isPipe = fstatSync(file).isFIFO();
      for (let read = -1; read !== 0 && length < bytes.length; length += read) {
        read = readOrWait(file, bytes.subarray(length));
      }
    } finally {
      closeSync(file);
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new InputError(`the file ${path} cannot be read (${code})`);
  }
  if (isPipe && length === 0) throw new InputError(`${path} is a pipe to which no process writes`);
  if (length > most) throw new InputError(`${path} has more than ${bytesText(most)}, too much for ${what}`);
  return bytes.toString('utf8', 0, length);
}

/** Milliseconds between looks at a pipe whose writer has not written yet. */
const PAUSE = 5;

/** Reads the next bytes of a file that was opened without blocking. @returns their number, 0 at the end */
function readOrWait(file: number, bytes: Uint8Array): number {
  for (;;) {
    try {
      return readSync(file, bytes);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE);
    }
  }
}
