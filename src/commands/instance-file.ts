/** Files that hold positions. */

import { readFileSync, statSync } from 'node:fs';
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

/** @throws InputError where the file cannot be read */
export function readText(path: string): string {
  try {
    const { size } = statSync(path);
    if (size > MOST_BYTES) {
      throw new InputError(`${path} has ${bytesText(size)}: a file of instances has at most ${bytesText(MOST_BYTES)}`);
    }
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (error instanceof InputError) throw error;
    throw new InputError(`the file ${path} cannot be read (${(error as NodeJS.ErrnoException).code})`);
  }
}
