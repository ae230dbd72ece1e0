/** The file of `--instances`: positions of a board, or states of another space. */

import { InputError } from '../../base/input-error.js';
import { readText } from '../../base/read-text.js';
import type { Board } from '../../spaces/board/board.js';
import { type BoardInstances, parseInstances } from '../../spaces/board/instances.js';
import type { Position } from '../../spaces/board/position.js';

/** Reads positions of a board. @param board,known as for parseInstances @throws InputError that names the file and the line */
export function positionsOfFile(path: string, board?: Board, known?: Position): BoardInstances {
  return parseInstances(readText(path, 'positions'), path, board, known);
}

/**
 * Reads one state per line, and skips empty lines and lines that begin with #.
 * @param read reads a state; its place is the file and the line, for messages
 * @throws InputError that names the file and the line
 */
export function statesOfFile<T>(path: string, read: (text: string, place: string) => T): readonly T[] {
  const states: T[] = [];
  for (const [index, line] of readText(path, 'states').split('\n').entries()) {
    if (line.trim() === '' || line.startsWith('#')) continue;
    const place = `${path}, line ${index + 1}: `;
    try {
      states.push(read(line, place));
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      throw new InputError(`${place}${error.message}`);
    }
  }
  if (states.length === 0) throw new InputError(`${path} holds no state`);
  return states;
}
