/** Text files of users, with a limit of size. */

import { closeSync, openSync, readSync } from 'node:fs';
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
  try {
    const file = openSync(path, 'r');
    try {
      for (let read = -1; read !== 0 && length < bytes.length; length += read) {
        read = readSync(file, bytes, length, bytes.length - length, null);
      }
    } finally {
      closeSync(file);
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new InputError(`the file ${path} cannot be read (${code})`);
  }
  if (length > most) throw new InputError(`${path} has more than ${bytesText(most)}, too much for ${what}`);
  return bytes.toString('utf8', 0, length);
}
