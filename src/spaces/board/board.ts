/**
 * Boards: grids of squares, some of which may be missing, and the neighbours of their cells.
 *
 * Cells are numbered from 0 in reading order, without the missing ones. On a full board a cell has the number of its square.
 * Example: the map ..#/.../#.. has the cells 0 1 / 2 3 4 / 5 6 on the squares 0 1 / 3 4 5 / 7 8.
 */

import { excerpt, InputError } from '../../base/text.js';

/** A connected board of at least 2 cells. Plain data, which can be sent to workers. */
export interface Board {
  /** Rows of the grid. Every outer row and column has a cell. */
  readonly rows: number;
  readonly columns: number;
  /** Number of cells: one for the blank and one for each tile. */
  readonly cells: number;
  /** Square row * columns + column of each cell, ascending. */
  readonly squares: readonly number[];
  /** ROWSxCOLUMNS for a full board; for a map, its given name, or its rows separated by `/`. */
  readonly name: string;
}

/** Directions of the blank's moves, in the order in which solutions prefer them. */
export const DIRECTIONS = ['u', 'd', 'l', 'r'] as const;
export type Direction = (typeof DIRECTIONS)[number];

/** Direction that undoes a move in each direction. */
export const OPPOSITE: Readonly<Record<Direction, Direction>> = { u: 'd', d: 'u', l: 'r', r: 'l' };

/** Maximum number of cells. Larger positions could neither be read by a person nor solved with any table. */
export const MOST_CELLS = 255;

/** Maximum number of parts of a disconnected map that an error names. */
const MOST_PARTS_NAMED = 4;

/**
 * Returns a full board.
 * @param rows,columns whole numbers with 2 to 255 cells in all
 * @throws InputError if the sides are not whole numbers, or there are fewer than 2 or more than 255 cells
 * @example
 * ```ts
 * import { explore, formatBoard, makeBoard } from 'antipode';
 *
 * const exploration = await explore({ space: formatBoard(makeBoard(2, 3)) });
 * console.log(exploration.maxDepth); // 21
 * ```
 */
export function makeBoard(rows: number, columns: number): Board {
  const whole = Number.isInteger(rows) && Number.isInteger(columns) && rows >= 0 && columns >= 0;
  if (!whole) throw new InputError(`a board has whole numbers of rows and columns, found ${rows}x${columns}`);
  const cells = rows * columns;
  const name = `${rows}x${columns}`;
  if (cells < 2) throw new InputError(`a board has at least 2 cells, found ${name} with ${cells}`);
  if (cells > MOST_CELLS) {
    throw new InputError(`a board has at most ${MOST_CELLS} cells, found ${name}: too large to number`);
  }
  return { rows, columns, cells, squares: Array.from({ length: cells }, (_, cell) => cell), name };
}

/** Boards named after the number of their tiles. */
const KNOWN_BOARDS: Readonly<Record<string, string>> = { '8-puzzle': '3x3', '15-puzzle': '4x4', '24-puzzle': '5x5' };
export const KNOWN_BOARD_NAMES = Object.keys(KNOWN_BOARDS);

/**
 * Reads a board from its text.
 * @param text ROWSxCOLUMNS such as '3x4', rows of a map such as '..#/.../#..', or '8-puzzle', '15-puzzle' or '24-puzzle'
 * @throws InputError if the text is none of these, or the board has fewer than 2 or more than 255 cells
 * @example
 * ```ts
 * import { parseBoard } from 'antipode';
 *
 * console.log(parseBoard('8-puzzle').cells); // 9
 * ```
 */
export function parseBoard(text: string): Board {
  if (looksLikeMap(text)) return parseMap(text.trim());
  const written = text.trim().toLowerCase();
  const match = /^(\d{1,9})x(\d{1,9})$/.exec(KNOWN_BOARDS[written] ?? written);
  if (!match) {
    throw new InputError(`a board is written ROWSxCOLUMNS, such as 3x4; found '${excerpt(text)}'`);
  }
  return makeBoard(Number(match[1]), Number(match[2]));
}

/**
 * Reads a map. It is a full board if no cell is missing within its outermost cells.
 * @param text `.` for a cell and `#` for none, in rows of equal length on lines or separated by `/`
 * @param name of letters, digits and signs of ASCII; by default the rows separated by `/`
 * @throws InputError if the text is not a map, its cells are not connected, or there are fewer than 2 or more than 255 cells
 * @example
 * ```ts
 * import { parseMap } from 'antipode';
 *
 * const { cells, squares } = parseMap('..#\n...\n#..');
 * console.log(cells, squares); // 7 [0, 1, 3, 4, 5, 7, 8]
 * ```
 */
export function parseMap(text: string, name?: string): Board {
  return boardOfSquares(readMap(text), name);
}

/**
 * Returns a board that a caller has given as a text or as a board.
 * @throws InputError if it is neither
 */
export function boardOf(board: string | Board): Board {
  if (typeof board === 'string') return parseBoard(board);
  const { rows, columns, squares, cells, name } = (board ?? {}) as Board;
  const isSide = (side: number) => Number.isInteger(side) && side > 0;
  const ascending =
    Array.isArray(squares) &&
    squares.every((square, cell) => Number.isInteger(square) && square > (cell === 0 ? -1 : squares[cell - 1]));
  if (
    !(isSide(rows) && isSide(columns) && ascending && squares.length === cells && squares[cells - 1] < rows * columns)
  ) {
    throw new InputError(
      'a board has rows, columns, and the squares row * columns + column of its cells, ascending: make it with makeBoard, parseBoard or parseMap',
    );
  }
  return boardOfSquares({ rows, columns, squares }, name);
}

function boardOfSquares(map: MapSquares, name?: string): Board {
  const cells = map.squares.length;
  if (cells < 2) throw new InputError(`a map has at least 2 cells, found ${cells}`);
  if (cells > MOST_CELLS) throw new InputError(`a map has at most ${MOST_CELLS} cells, found ${cells}`);
  checkConnected(map);
  const { rows, columns, squares } = withoutMargins(map);
  if (cells === rows * columns) return makeBoard(rows, columns);
  return { rows, columns, cells, squares, name: nameOfMap(name) ?? mapOf({ rows, columns, squares }).join('/') };
}

/** Checks the name of a map. @throws InputError if it is the name of a full board, or a table could not hold it */
function nameOfMap(name: string | undefined): string | undefined {
  if (name === undefined) return undefined;
  if (!/^[!-~]+$/.test(name)) {
    throw new InputError(`the name of a map has letters, digits and signs of ASCII, found '${excerpt(name)}'`);
  }
  if (/^\d+x\d+$/i.test(name) || KNOWN_BOARD_NAMES.includes(name.toLowerCase())) {
    throw new InputError(
      `a map with missing cells cannot be called ${excerpt(name)}, the name of a full board: choose another name`,
    );
  }
  return name;
}

/** Checks that all cells are connected. @throws InputError that names a cell of each part */
function checkConnected(map: MapSquares): void {
  const left = new Set(map.squares);
  const parts: number[] = [];
  const beside = (from: number) => DIRECTIONS.map((direction) => squareBeside(map, from, direction));
  for (const square of map.squares) {
    if (!left.has(square)) continue;
    parts.push(square);
    for (const found of pathsFrom(square, (from) => beside(from).filter((next) => left.has(next))).keys())
      left.delete(found);
  }
  if (parts.length === 1) return;
  const named = parts
    .slice(0, MOST_PARTS_NAMED)
    .map((square) => `line ${Math.floor(square / map.columns) + 1}, column ${(square % map.columns) + 1}`);
  const more = parts.length > named.length ? ' and others' : '';
  throw new InputError(
    `the cells of a map must be connected, and this one falls into ${parts.length} parts, with cells at ${named.join('; ')}${more}`,
  );
}

/**
 * Returns the name of a board, for a full one ROWSxCOLUMNS as parseBoard reads it.
 * @example
 * ```ts
 * import { formatBoard, makeBoard } from 'antipode';
 *
 * console.log(formatBoard(makeBoard(3, 4))); // 3x4
 * ```
 */
export function formatBoard(board: Board): string {
  return board.name;
}

/** Returns the rows of a board, `.` for a cell and `#` for none. */
export function mapOf({ rows, columns, squares }: MapSquares): string[] {
  const cells = new Set(squares);
  return Array.from({ length: rows }, (_, row) =>
    Array.from({ length: columns }, (__, column) => (cells.has(row * columns + column) ? CELL : NO_CELL)).join(''),
  );
}

/** Returns whether no cell is missing. */
export function isFull({ rows, columns, cells }: Board): boolean {
  return cells === rows * columns;
}

/** Returns whether two boards have the same cells, whatever their names. */
export function isSameBoard(one: Board, other: Board): boolean {
  return one.rows === other.rows && one.columns === other.columns && one.squares.join() === other.squares.join();
}

/** Returns whether a board is a single row or column, on which tiles never change their order. */
export function isLine(board: Board): boolean {
  return board.rows === 1 || board.columns === 1;
}

/** Returns the row of a cell in the grid, from 0. */
export function rowOf({ squares, columns }: MapSquares, cell: number): number {
  return Math.floor(squares[cell] / columns);
}

/** Returns the column of a cell in the grid, from 0. */
export function columnOf({ squares, columns }: MapSquares, cell: number): number {
  return squares[cell] % columns;
}

/** Returns the colour of a cell on a chessboard, 0 or 1. Every move by one cell changes the colour of the blank's cell. */
export function colourOf(board: Board, cell: number): number {
  return (rowOf(board, cell) + columnOf(board, cell)) % 2;
}

/** Returns the cell next to a cell in a direction, -1 if there is none. */
export function neighbour(board: MapSquares, cell: number, direction: Direction): number {
  const square = squareBeside(board, board.squares[cell], direction);
  // On a full board, cells and squares have the same numbers.
  return board.squares[square] === square ? square : board.squares.indexOf(square);
}

/** Returns all neighbours of a cell, in the order u, d, l, r. */
export function neighbours(board: MapSquares, cell: number): number[] {
  return DIRECTIONS.map((direction) => neighbour(board, cell, direction)).filter((other) => other >= 0);
}

/**
 * Returns what is found from a first cell or state by breadth-first search, the nearest first, each with the one before it; the first
 * with itself.
 * @param isEnd whether a cell or state ends the search
 */
export function pathsFrom<T>(first: T, beside: (at: T) => readonly T[], isEnd = (_: T) => false): Map<T, T> {
  const before = new Map([[first, first]]);
  for (const at of before.keys()) {
    if (isEnd(at)) break;
    for (const next of beside(at)) if (!before.has(next)) before.set(next, at);
  }
  return before;
}

/** Returns a shortest path to an end, without the first cell or state. @param before as pathsFrom returns it */
export function pathTo<T>(end: T, before: ReadonlyMap<T, T>): T[] {
  const path: T[] = [];
  for (let at = end; before.get(at) !== at; at = before.get(at) as T) path.push(at);
  return path.reverse();
}

/** Returns the square next to a square in a direction, -1 beyond the edge of the grid. */
function squareBeside({ rows, columns }: MapSquares, square: number, direction: Direction): number {
  const column = square % columns;
  switch (direction) {
    case 'u':
      return square >= columns ? square - columns : -1;
    case 'd':
      return square < (rows - 1) * columns ? square + columns : -1;
    case 'l':
      return column > 0 ? square - 1 : -1;
    case 'r':
      return column < columns - 1 ? square + 1 : -1;
  }
}

/*
 * Maps as text: a character for each square of a grid, `.` for a cell and `#` for none, in rows of equal length. Example:
 *
 *     ..#
 *     ...      or in one line ..#/.../#..
 *     #..
 */

const CELL = '.';
const NO_CELL = '#';

/** Squares of a grid that are cells. */
export type MapSquares = Pick<Board, 'rows' | 'columns' | 'squares'>;

/** Returns whether a text begins like a map, and not like ROWSxCOLUMNS. */
export function looksLikeMap(text: string): boolean {
  return /^\s*[.#]/.test(text);
}

/**
 * Reads a map, its rows on lines or separated by `/`. Empty rows at the end are ignored.
 * @throws InputError if it is empty, its rows differ in length, or it has other characters
 */
function readMap(text: string): MapSquares {
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n|\//);
  while (lines.at(-1) === '') lines.pop();
  if (lines.length === 0) throw new InputError(`a map holds ${CELL} for a cell and ${NO_CELL} for none, found nothing`);
  const columns = lines[0].length;
  const squares: number[] = [];
  for (const [row, line] of lines.entries()) {
    for (const [column, character] of [...line].entries()) {
      if (character === CELL) squares.push(row * columns + column);
      else if (character !== NO_CELL) {
        throw new InputError(
          `a map holds ${CELL} for a cell and ${NO_CELL} for none, found '${excerpt(character)}' in line ${row + 1}, column ${column + 1}`,
        );
      }
    }
    if (line.length !== columns) {
      throw new InputError(
        `the rows of a map are equally long, but line 1 has ${columns} characters and line ${row + 1} has ${line.length}`,
      );
    }
  }
  return { rows: lines.length, columns, squares };
}

/** Returns the map without outer rows and columns that have no cell. */
function withoutMargins({ rows, columns, squares }: MapSquares): MapSquares {
  const row = squares.map((square) => Math.floor(square / columns));
  const column = squares.map((square) => square % columns);
  const span = (places: readonly number[]) => {
    const first = places.reduce((a, b) => Math.min(a, b));
    return { first, length: places.reduce((a, b) => Math.max(a, b)) - first + 1 };
  };
  const down = span(row);
  const across = span(column);
  if (down.length === rows && across.length === columns) return { rows, columns, squares };
  return {
    rows: down.length,
    columns: across.length,
    squares: squares.map((_, cell) => (row[cell] - down.first) * across.length + column[cell] - across.first),
  };
}

/*
 * The metrics of sliding-tile boards. In `single`, a move slides one tile by one cell. In `multi`, it slides one or more tiles of a row
 * or column together by one cell. So the blank moves one or more cells along it.
 */

/** Names of the metrics of boards. */
export const METRICS = ['single', 'multi'] as const;
export type Metric = (typeof METRICS)[number];

/** Checks a metric from a caller without types. @throws InputError if it is unknown */
export function checkMetricName(metric: Metric): void {
  if (METRICS.includes(metric)) return;
  throw new InputError(`the metric must be one of ${METRICS.join(', ')}; found '${excerpt(String(metric))}'`);
}
