/**
 * Positions, the tile on each cell of a board: reading, checking and writing.
 *
 * Rows may be separated by slashes, such as `123/456/7x8` and `1 2 3 4 / 5 6 7 8 / 9 10 11 x`. A row without a space or comma has one
 * character for each tile. Missing cells of a map are left out.
 */

import { countOf, excerpt, InputError } from '../../base/text.js';
import { type Board, columnOf, formatBoard, isFull, MOST_CELLS, makeBoard, rowOf } from './board.js';

/** Tile on each cell in reading order: 1..cells-1, and 0 for the blank. */
export type Position = readonly number[];

/** Tile on each cell: a position, or bytes that a search overwrites. */
export type Tiles = ArrayLike<number>;

export const BLANK = 0;

/** Maximum length of a position's text. Longer texts are rejected before they are split. */
export const LONGEST_TEXT = 2000;

/**
 * Returns the ordered position of a board: tiles 1, 2, 3 ... in reading order.
 * @param blankCell the cell of the blank, 0..cells-1
 * @default the last cell
 * @example
 * ```ts
 * import { formatPosition, orderedPosition, parseBoard } from 'antipode';
 *
 * console.log(formatPosition(orderedPosition(parseBoard('2x3'), 0))); // x 1 2 3 4 5
 * ```
 */
export function orderedPosition(board: Board, blankCell = board.cells - 1): Position {
  return Array.from({ length: board.cells }, (_, cell) => {
    if (cell === blankCell) return BLANK;
    return cell < blankCell ? cell + 1 : cell;
  });
}

/**
 * Returns the tiles of a position in reading order, separated by spaces, with x for the blank.
 * @example
 * ```ts
 * import { formatPosition } from 'antipode';
 *
 * console.log(formatPosition([1, 2, 3, 0])); // 1 2 3 x
 * ```
 */
export function formatPosition(position: Position): string {
  return position.map((tile) => (tile === BLANK ? 'x' : tile)).join(' ');
}

/** Returns a drawing of a position in right-aligned columns, a line for each row of the board. Missing cells are empty. */
export function drawPosition(board: Board, position: Position): string {
  const width = String(board.cells - 1).length;
  const lines = Array.from({ length: board.rows }, () => new Array<string>(board.columns).fill(' '.repeat(width)));
  for (const [cell, tile] of position.entries()) {
    lines[rowOf(board, cell)][columnOf(board, cell)] = (tile === BLANK ? 'x' : String(tile)).padStart(width);
  }
  return lines.map((line) => line.join(' ').trimEnd()).join('\n');
}

/**
 * Reads a position: tiles in reading order with x, 0 or _ for the blank. They are separated by spaces or commas, or written together if no
 * tile has two digits. Rows may be separated by slashes, each written in either form.
 * @param board the board of the position; by default the only usual one with this number of cells (boardOfCells)
 * @throws InputError that names the missing, doubled or unknown tiles
 * @example
 * ```ts
 * import { parsePosition } from 'antipode';
 *
 * console.log(parsePosition('123/456/7x8')); // [1, 2, 3, 4, 5, 6, 7, 0, 8]
 * ```
 */
export function parsePosition(text: string, board?: Board): Position {
  return positionOfTiles(parseTiles(text, board), text, board);
}

/**
 * Returns tiles that parseTiles has read as a position of a board.
 * @param text the text that was read, for messages
 * @param board,throws as for parsePosition
 */
export function positionOfTiles(tiles: readonly number[], text: string, board?: Board): Position {
  if (tiles.length === 0)
    throw new InputError('a position holds tile numbers and x, 0 or _ for the blank, found nothing');
  if (board === undefined && !tiles.includes(BLANK)) {
    throw new InputError(`the position '${excerpt(text)}' has no blank: write x, 0 or _ for it`);
  }
  if (isInRows(text)) checkRows(text, board ?? boardOfCells(tiles.length));
  if (board !== undefined && tiles.length !== board.cells) {
    throw new InputError(
      `a position of ${formatBoard(board)} has ${board.cells} tiles with the blank, found ${tiles.length}: '${excerpt(text)}'${hintFor(text, board)}`,
    );
  }
  if (!arePosition(tiles)) throw new InputError(faultsOf(tiles, board ?? boardOfCells(tiles.length), text));
  return tiles;
}

/**
 * Reads the tiles of a position, whatever its board.
 * @param board distinguishes tiles of one and two digits in rows separated by slashes
 * @throws InputError if the text has anything but tile numbers and blanks
 */
export function parseTiles(text: string, board?: Board): number[] {
  if (text.length > LONGEST_TEXT) {
    throw new InputError(`a position has at most ${LONGEST_TEXT} characters, found more: '${excerpt(text)}'`);
  }
  const plain = plainTiles(text);
  if (plain !== undefined) return plain;
  const words = isInRows(text) ? rowsOf(text, board).flat() : tileWords(text);
  return words.map((word) => parseTile(word, text));
}

/** Reads the usual form, numbers and an x between single spaces or commas, in a third of the time. @returns undefined for any other */
function plainTiles(text: string): number[] | undefined {
  const tiles: number[] = [];
  let tile: number | undefined;
  for (let at = 0; at <= text.length; at++) {
    const code = at < text.length ? text.charCodeAt(at) : 0x20;
    if (code === 0x20 || code === 0x2c) {
      if (tile === undefined) return undefined;
      tiles.push(tile);
      tile = undefined;
    } else if (code === 0x78 && tile === undefined) tile = BLANK;
    else if (code >= 0x30 && code <= 0x39 && tile !== BLANK) tile = (tile ?? 0) * 10 + code - 0x30;
    else return undefined;
  }
  return tiles.length > 1 && Math.max(...tiles) <= GREATEST_TILE ? tiles : undefined;
}

/** Maximum tile number that is read: greater numbers are not tiles of any board. */
const GREATEST_TILE = 999_999_999;

/** Reads one tile. @param text its context, for the message @throws InputError if the word is not a tile or a blank */
export function parseTile(word: string, text: string): number {
  if (word === 'x' || word === 'X' || word === '_') return BLANK;
  if (/^\d+$/.test(word) && Number(word) <= GREATEST_TILE) return Number(word);
  throw new InputError(
    `a position holds tile numbers and x, 0 or _ for the blank, found '${excerpt(word, 12)}' in '${excerpt(text)}'`,
  );
}

const SEPARATOR = /[\s,]+/;

/** Returns the words of a text or a row; if it is a single word, its characters. */
function tileWords(text: string): string[] {
  const words = text.split(SEPARATOR).filter((word) => word !== '');
  return words.length === 1 ? [...words[0]] : words;
}

function isInRows(text: string): boolean {
  return text.includes('/');
}

/**
 * Returns the words of each row, one for each tile.
 * @param board shows whether a row has one cell: then its only word is one tile. Without a board, a word of two characters is one tile if
 * other rows have separators
 */
function rowsOf(text: string, board?: Board): string[][] {
  const rows = text.split('/').map((row) => row.trim());
  const cells = board && cellsOfRows(board);
  const isSpaced = rows.some((row) => SEPARATOR.test(row));
  return rows.map((row, index) => {
    const isTile = cells === undefined ? isSpaced && row.length === 2 : cells[index] === 1;
    return isTile ? [row] : tileWords(row);
  });
}

/** Checks the rows of a text. @throws InputError if they are not those of the board */
function checkRows(text: string, board: Board): void {
  const expected = cellsOfRows(board);
  const found = rowsOf(text, board).map((words) => words.length);
  if (found.join() === expected.join()) return;
  const shape = isFull(board)
    ? `${board.rows === 1 ? '1 row' : `${board.rows} rows`} of ${board.columns} tiles`
    : `rows of ${listed(expected)} tiles`;
  throw new InputError(
    `a position of ${formatBoard(board)} has ${shape} with the blank, found rows of ${listed(found)}: '${excerpt(text)}'${hintFor(text, board)}`,
  );
}

function cellsOfRows(board: Board): number[] {
  const cells = new Array<number>(board.rows).fill(0);
  for (let cell = 0; cell < board.cells; cell++) cells[rowOf(board, cell)]++;
  return cells;
}

function listed(counts: readonly number[]): string {
  const shown = counts.slice(0, 6).join(', ');
  return counts.length > 6 ? `${shown} ...` : shown;
}

/** Returns advice on tiles of two digits if some tiles of the text are written together. */
function hintFor(text: string, board: Board): string {
  const isTogether = text.split('/').some((row) => !SEPARATOR.test(row.trim()));
  return board.cells > 10 && isTogether ? '; tiles of two digits must be separated by spaces or commas' : '';
}

/** Returns true if two positions are of as many cells and have the same tiles. */
export function isSamePosition(one: Position, other: Position): boolean {
  return one.length === other.length && one.every((tile, cell) => tile === other[cell]);
}

/**
 * Returns a position, checked to be one of a board.
 * @throws InputError that names the missing, doubled or unknown tiles
 */
export function checkPosition(position: Position, board: Board): Position {
  if (position.length !== board.cells) {
    throw new InputError(
      `a position of ${formatBoard(board)} has ${board.cells} tiles with the blank, found ${position.length}`,
    );
  }
  if (!arePosition(position)) throw new InputError(faultsOf(position, board, position.join(' ')));
  return position;
}

/**
 * Returns the usual board with this number of cells: the square one, else the only one of two rows or more and at least as many columns,
 * else the single row.
 * @throws InputError if there are several, such as 3x4 and 2x6
 */
export function boardOfCells(cells: number): Board {
  const side = Math.sqrt(cells);
  if (side >= 2 && Number.isInteger(side)) return makeBoard(side, side);
  const boards: Board[] = [];
  for (let rows = 2; rows * rows <= cells; rows++) if (cells % rows === 0) boards.push(makeBoard(rows, cells / rows));
  if (boards.length > 1) {
    const names = boards.map(formatBoard).join(' or ');
    throw new InputError(`${cells} cells could be ${names}: choose one with --board ROWSxCOLUMNS`);
  }
  return boards[0] ?? makeBoard(1, cells);
}

/** Scratch memory of arePosition: marks the tiles that it has seen. */
const seen = new Uint8Array(MOST_CELLS);

/** Returns whether these are the tiles of a position: the blank and each tile of a board with this many cells once. */
export function arePosition(tiles: readonly number[]): boolean {
  const cells = tiles.length;
  if (cells < 2 || cells > MOST_CELLS) return false;
  for (let tile = 0; tile < cells; tile++) seen[tile] = 0;
  for (const tile of tiles) {
    if (!(tile < cells && seen[tile] === 0)) return false;
    seen[tile] = 1;
  }
  return true;
}

/** Returns why these tiles are not a position. */
function faultsOf(tiles: readonly number[], board: Board, text: string): string {
  const times = (tile: number) => tiles.filter((other) => other === tile).length;
  const name = (tile: number) => (tile === BLANK ? 'the blank' : `tile ${tile}`);
  const all = Array.from({ length: board.cells }, (_, tile) => tile);
  const unknown = tiles.filter((tile) => !all.includes(tile));
  const faults = [
    ...unknown.map((tile) => `tile ${tile} is unknown`),
    ...all.filter((tile) => times(tile) > 1).map((tile) => `${name(tile)} occurs ${times(tile)} times`),
    ...all.filter((tile) => times(tile) === 0).map((tile) => `${name(tile)} is missing`),
  ];
  const shown = faults.length > 4 ? [...faults.slice(0, 4), countOf(faults.length - 4, 'more fault')] : faults;
  return `a position of ${formatBoard(board)} holds tiles 1 to ${board.cells - 1} and the blank once each, but ${shown.join(', ')}: '${excerpt(text)}'`;
}
