/** Files that hold positions. */

import type { Board } from '../board/board.js';
import { InputError } from '../board/input-error.js';
import { type Instance, parseInstance } from '../board/instance.js';
import { readText } from './read-text.js';

/** Reads a textbook instance. @throws InputError that names the file */
export function readInstance(path: string, board: Board | undefined): Instance {
  const text = readText(path, 'positions');
  try {
    return parseInstance(text, board);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    throw new InputError(`${path}: ${error.message}`);
  }
}
