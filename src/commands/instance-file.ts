/** Files that hold positions. */

import { closeSync, openSync, readSync } from 'node:fs';
import type { Board } from '../board/board.js';
import { InputError } from '../board/input-error.js';
import { type Instance, parseInstance } from '../board/instance.js';
import { bytesText } from '../text/numbers.js';

/** Far more than a file of instances can need. */
const MOST_BYTES = 10_000_000;

/** Reads a textbook instance. @throws InputError that names the file */
export function readInstance(path: string, board: Board | undefined): Instance {
  const text = readText(path);
  try {
    return parseInstance(text, board);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    throw new InputError(`${path}: ${error.message}`);
  }
}

/**
 * Reads a text file.
 * @param what it should hold, for the message where it is far too long
 * @throws InputError where the file cannot be read, or has more than so many bytes
 */
export function readText(path: string, what = 'positions', most = MOST_BYTES): string {
  // A piece at a time: a device or a pipe does not say how much there is.
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
    throw new InputError(`the file ${path} cannot be read (${(error as NodeJS.ErrnoException).code})`);
  }
  if (length > most) throw new InputError(`${path} has more than ${bytesText(most)}, too much for ${what}`);
  return bytes.toString('utf8', 0, length);
}
