/**
 * Maps as text: a character for each square of a grid, `.` for a cell and `#` for none, in rows of equal length.
 *
 *     ..#
 *     ...      is also written ..#/.../#..
 *     #..
 */

import { InputError } from '../../base/input-error.js';
import { excerpt } from '../../base/text/excerpt.js';

const CELL = '.';
const NO_CELL = '#';

/** Squares of a grid, row * columns + column, that are cells. */
export interface MapSquares {
  readonly rows: number;
  readonly columns: number;
  /** Ascending. */
  readonly squares: readonly number[];
}

/** Whether a text can only be meant as a map, not as ROWSxCOLUMNS. */
export function looksLikeMap(text: string): boolean {
  return /^\s*[.#]/.test(text);
}

/**
 * Reads a map, its rows on lines or separated by `/`. Empty rows at the end do not count.
 * @throws InputError where it is empty, its rows are not equally long, or it holds other characters
 */
export function readMap(text: string): MapSquares {
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

/** The rows of a map, as text. */
export function mapRows({ rows, columns, squares }: MapSquares): string[] {
  const cells = new Set(squares);
  return Array.from({ length: rows }, (_, row) =>
    Array.from({ length: columns }, (__, column) => (cells.has(row * columns + column) ? CELL : NO_CELL)).join(''),
  );
}

/** The same map without outer rows and columns that have no cell. */
export function withoutMargins({ rows, columns, squares }: MapSquares): MapSquares {
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
