/**
 * Positions, the tile on each cell of a board: reads, checks and writes them.
 *
 * Rows may be separated by slashes, such as `123/456/7x8` and `1 2 3 4 / 5 6 7 8 / 9 10 11 x`. A row without a space or comma has one
 * character for each tile. The rows of a map hold its cells and nothing for missing ones.
 */

import { InputError } from '../../base/input-error.js';
import { excerpt } from '../../base/text/excerpt.js';
import { type Board, columnOf, formatBoard, isFull, MOST_CELLS, makeBoard, rowOf } from './board.js';

/** Tile on each cell in reading order: 1..cells-1, and 0 for the blank. */
export type Position = readonly number[];

/** A position, or bytes that a search writes over: tile on each cell. */
export type Tiles = ArrayLike<number>;

export const BLANK = 0;

/** Longer texts than this are no positions of any board; they are refused before anything is split. */
export const LONGEST_TEXT = 2000;

/** The ordered position of a board: tiles 1, 2, 3 ... in reading order, the blank on `blankCell`, by default the last. */
export function orderedPosition(board: Board, blankCell = board.cells - 1): Position {
  return Array.from({ length: board.cells }, (_, cell) => {
    if (cell === blankCell) return BLANK;
    return cell < blankCell ? cell + 1 : cell;
  });
}

/** Tiles in reading order separated by spaces, the blank as x. */
export function formatPosition(position: Position): string {
  return position.map((tile) => (tile === BLANK ? 'x' : tile)).join(' ');
}

/** A position drawn as rows of right-aligned columns, a line for each row of the board; nothing where a cell is missing. */
export function drawPosition(board: Board, position: Position): string {
  const width = String(board.cells - 1).length;
  const lines = Array.from({ length: board.rows }, () => new Array<string>(board.columns).fill(' '.repeat(width)));
  for (const [cell, tile] of position.entries()) {
    lines[rowOf(board, cell)][columnOf(board, cell)] = (tile === BLANK ? 'x' : String(tile)).padStart(width);
  }
  return lines.map((line) => line.join(' ').trimEnd()).join('\n');
}

/**
 * Reads a position: tiles in reading order with x, 0 or _ for the blank, separated by spaces or commas,
 * or written together if no tile has two digits. Rows may be separated by slashes, each of them written in either way.
 * @param board the board it must be of; by default the one of that many cells (boardOfCells)
 * @throws InputError that names the missing, doubled or unknown tiles
 */
export function parsePosition(text: string, board?: Board): Position {
  return positionOfTiles(parseTiles(text, board), text, board);
}

/**
 * Returns tiles that parseTiles has read as a position of a board.
 * @param text what was read, for messages
 * @param board,throws as parsePosition
 */
export function positionOfTiles(tiles: readonly number[], text: string, board?: Board): Position {
  if (tiles.length === 0)
    throw new InputError('a position holds tile numbers and x, 0 or _ for the blank, found nothing');
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
 * Reads the tiles of a position, of whatever board.
 * @param board by which the tiles of its rows are told apart, if they are separated by slashes
 * @throws InputError if something else than tile numbers and a blank is found
 */
export function parseTiles(text: string, board?: Board): number[] {
  if (text.length > LONGEST_TEXT) {
    throw new InputError(`a position has at most ${LONGEST_TEXT} characters, found more: '${excerpt(text)}'`);
  }
  const tiles: number[] = [];
  const { written } = encoder.encodeInto(text, encoded);
  if (readTiles(encoded, 0, written, tiles)) return tiles;
  const words = isInRows(text) ? rowsOf(text, board).flat() : tileWords(text);
  return words.map((word) => parseTile(word, text));
}

const encoder = new TextEncoder();
/** A text, by parseTiles alone. No UTF-16 unit takes more than 3 bytes. */
const encoded = new Uint8Array(3 * LONGEST_TEXT);
const NO_TILE = -1;
/** Greater numbers are taken for no tile of any board. */
const GREATEST_TILE = 999_999_999;

/**
 * Reads the tiles of a position from bytes, without a text of each tile: for those who have millions of positions, and for parseTiles.
 * @param tiles takes the numbers that stand between spaces and commas, 0 for a blank
 * @returns false if that is not simple: tiles written together, characters beyond ASCII, anything wrong
 */
export function readTiles(bytes: Uint8Array, begin: number, end: number, tiles: number[]): boolean {
  let count = 0;
  let tile = NO_TILE;
  let closed = false;
  for (let at = begin; at < end; at++) {
    const code = bytes[at];
    if (code === 0x20 || code === 0x2c || code === 0x09 || code === 0x0d) {
      if (tile !== NO_TILE) tiles[count++] = tile;
      tile = NO_TILE;
      closed = false;
    } else if (closed) {
      return false;
    } else if (code >= 0x30 && code <= 0x39) {
      tile = tile === NO_TILE ? code - 0x30 : tile * 10 + code - 0x30;
      if (tile > GREATEST_TILE) return false;
    } else if ((code === 0x78 || code === 0x58 || code === 0x5f) && tile === NO_TILE) {
      tile = BLANK;
      closed = true;
    } else {
      return false;
    }
  }
  if (tile !== NO_TILE) tiles[count++] = tile;
  // Not set if it is right already: that takes longer than all of the above.
  if (tiles.length !== count) tiles.length = count;
  return count > 1 && end - begin <= LONGEST_TEXT;
}

/** Reads one tile. @param text where it stands, for the message @throws InputError */
export function parseTile(word: string, text: string): number {
  if (word === 'x' || word === 'X' || word === '_') return BLANK;
  if (/^\d+$/.test(word) && Number(word) <= GREATEST_TILE) return Number(word);
  throw new InputError(
    `a position holds tile numbers and x, 0 or _ for the blank, found '${excerpt(word, 12)}' in '${excerpt(text)}'`,
  );
}

const SEPARATOR = /[\s,]+/;

/** Returns the words of a text or a row; the characters of a single word. */
function tileWords(text: string): string[] {
  const words = text.split(SEPARATOR).filter((word) => word !== '');
  return words.length === 1 ? [...words[0]] : words;
}

function isInRows(text: string): boolean {
  return text.includes('/');
}

/**
 * Returns the words of each row, one for a tile.
 * @param board by which a row of one cell is known, whose only word is one tile; without it, a word of two characters beside rows with
 * separators is taken for one
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

/** @throws InputError if the rows are not those of the board */
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

/** Returns how tiles of two digits are written, if some of the text are written together. */
function hintFor(text: string, board: Board): string {
  const isTogether = text.split('/').some((row) => !SEPARATOR.test(row.trim()));
  return board.cells > 10 && isTogether ? '; tiles of two digits must be separated by spaces or commas' : '';
}

/**
 * Checks that a position is one of a board.
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
 * Returns the board of this many cells, if there is only one: the square one, else the only one of two
 * rows or more and at least as many columns, else the single row.
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

/** Which tiles have been seen, by arePosition alone. */
const seen = new Uint8Array(MOST_CELLS);

/** Returns whether these are the tiles of a position of a board with that many cells: each once, and the blank. */
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
  const shown = faults.length > 4 ? [...faults.slice(0, 4), `${faults.length - 4} more faults`] : faults;
  return `a position of ${formatBoard(board)} holds tiles 1 to ${board.cells - 1} and the blank once each, but ${shown.join(', ')}: '${excerpt(text)}'`;
}
