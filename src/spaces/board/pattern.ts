/**
 * Patterns: a few tiles of a board, with all other tiles alike. This file checks their tiles and reads them.
 *
 * A pattern leaves at least three cells free: for the blank and two tiles that are alike. Exchanging these two changes the parity of a
 * position but not its state in the pattern, so every arrangement of the pattern's tiles can occur.
 */

import { excerpt, InputError, jsonExcerpt } from '../../base/text.js';
import { type Board, formatBoard } from './board.js';
import type { Position } from './position.js';

export interface Pattern {
  readonly board: Board;
  /** Position from which distances are counted. */
  readonly goal: Position;
  /** Tiles, ascending: 1 to mostTiles(board) of them. */
  readonly tiles: readonly number[];
}

/** Maximum number of cells of a board: sets of cells are numbers of 32 bits. */
const MOST_CELLS = 32;
/** Maximum number of tiles of a pattern: the 8! arrangements are numbers of 16 bits, and a label has three bits. */
const MOST_TILES = 8;
/** Minimum number of cells without a tile of the pattern: for the blank and two tiles that are alike. */
const FEWEST_FREE_CELLS = 3;

/** Returns the maximum number of tiles of a pattern; less than 1 if the board has no patterns. */
export function mostTiles(board: Board): number {
  return board.cells > MOST_CELLS ? 0 : Math.min(MOST_TILES, board.cells - FEWEST_FREE_CELLS);
}

/**
 * Returns the tiles of a pattern in ascending order.
 * @throws InputError if the board is too large or too small, there are too few or too many tiles, or one is unknown or doubled
 */
export function checkedTiles(board: Board, tiles: readonly number[]): number[] {
  const name = formatBoard(board);
  if (board.cells > MOST_CELLS) {
    throw new InputError(
      `patterns are of boards of up to ${MOST_CELLS} cells, and ${name} has ${board.cells}: choose a smaller board`,
    );
  }
  const most = mostTiles(board);
  if (most < 1) {
    throw new InputError(
      `a pattern leaves ${FEWEST_FREE_CELLS} cells free, and ${name} has only ${board.cells}: choose a larger board`,
    );
  }
  if (!Array.isArray(tiles)) throw new InputError('a pattern is an array of tiles, such as [1, 2, 3, 5, 6, 9]');
  if (tiles.length === 0) throw new InputError(`a pattern of ${name} has ${tilesText(most)}, found none: name some`);
  const last = board.cells - 1;
  // An entry that is not a tile may be undefined.
  const unknown = tiles.findIndex((tile) => !(Number.isInteger(tile) && tile >= 1 && tile <= last));
  if (unknown >= 0) {
    throw new InputError(
      `the tiles of ${name} are 1 to ${last}, found ${jsonExcerpt(tiles[unknown])} in the pattern: leave it out`,
    );
  }
  const doubled = tiles.find((tile, index) => tiles.indexOf(tile) !== index);
  if (doubled !== undefined) {
    throw new InputError(`a pattern names each tile once, found tile ${doubled} more than once: name it once`);
  }
  if (tiles.length > most) {
    throw new InputError(
      `a pattern of ${name} has ${tilesText(most)}, found ${tiles.length}: leave some out, or make several patterns of them`,
    );
  }
  return [...tiles].sort((one, other) => one - other);
}

function tilesText(most: number): string {
  return most === 1 ? 'one tile' : `1 to ${most} tiles`;
}

/** Maximum length of a text; the longest text of a pattern is shorter. */
const LONGEST_TEXT = 200;

/**
 * Reads the tiles of a pattern, separated by spaces or commas.
 * @returns the numbers as they are written; checkedTiles checks that they are a pattern
 * @throws InputError if the text has anything but numbers
 */
export function parsePatternTiles(text: string): number[] {
  const words = text.split(/[\s,]+/).filter((word) => word !== '');
  const wrong = text.length > LONGEST_TEXT ? text : words.find((word) => !/^\d{1,9}$/.test(word));
  if (wrong === undefined) return words.map(Number);
  throw new InputError(
    `a pattern is tile numbers separated by spaces or commas, such as "1 2 3 5 6 9"; found '${excerpt(wrong)}'`,
  );
}
