/** Problems in the form of textbooks: the tiles of a start, optionally the cell of its blank, and the tiles of a goal. */

import { InputError } from '../../base/input-error.js';
import { excerpt } from '../../base/text/excerpt.js';
import { type Board, formatBoard } from './board.js';
import { BLANK, boardOfCells, type Position, parseTile, positionOfTiles } from './position.js';

export interface Instance {
  readonly board: Board;
  readonly start: Position;
  readonly goal: Position;
}

/**
 * Reads n numbers of the start, optionally the cell of its blank, and n numbers of the goal, on any number of lines.
 * The blank is 0, and cells count from 0 in reading order.
 * @param board the board of both; by default the one with n cells
 * @throws InputError if the numbers are not two positions of the board, or the blank is on another cell than given
 */
export function parseInstance(text: string, board?: Board): Instance {
  const words = text.split(/[\s,]+/).filter((word) => word !== '');
  const numbers = words.map((word) => parseTile(word, text));
  const cells = Math.floor(numbers.length / 2);
  if (cells < 2 || (board !== undefined && cells !== board.cells)) {
    const expected =
      board === undefined ? 'the tiles of a start' : `the ${board.cells} tiles of a start of ${formatBoard(board)}`;
    throw new InputError(
      `an instance holds ${expected}, optionally the cell of its blank, and the same number of tiles of a goal; found ${numbers.length} numbers: '${excerpt(text)}'`,
    );
  }
  const shape = board ?? boardOfCells(cells);
  const read = (what: string, tiles: readonly number[]) => {
    try {
      return positionOfTiles(tiles, tiles.join(' '), shape);
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      throw new InputError(`the ${what} ${cells} of ${numbers.length} numbers are not a position: ${error.message}`);
    }
  };
  const start = read('first', numbers.slice(0, cells));
  const goal = read('last', numbers.slice(-cells));
  const blank = start.indexOf(BLANK);
  if (numbers.length % 2 === 1 && numbers[cells] !== blank) {
    throw new InputError(
      `the instance gives cell ${numbers[cells]} for the start's blank, but the blank is on cell ${blank} (cells count from 0)`,
    );
  }
  return { board: shape, start, goal };
}
