/** Files that hold positions. */

import { InputError } from '../../base/input-error.js';
import { readText } from '../../base/read-text.js';
import type { Board } from '../../spaces/board/board.js';
import { type Instance, parseInstance } from '../../spaces/board/instance.js';

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
