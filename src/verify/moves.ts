/**
 * The path through a board and the blank's moves, as docs/table-format.md describes them.
 *
 * This and arrangements.ts do again, and plainly, what src/numbering and src/explore do: what is checked should not be
 * checked by the code that made it.
 */

import { type Board, DIRECTIONS, neighbour } from '../board/board.js';
import type { Metric } from '../board/metric.js';

/** The blank goes to a neighbouring cell, and the tile of that cell comes where the blank was. */
export interface Move {
  /** The cell that the blank goes to. */
  readonly to: number;
  /** Which tile moves, counted from 0 along the path, the blank left out. */
  readonly from: number;
  /** Which it is afterwards. The same where the two cells follow each other on the path. */
  readonly into: number;
}

/** A move of either metric: the blank goes one cell, or several in a line. */
export interface Slide {
  /** The cell that the blank goes to. */
  readonly to: number;
  /** What becomes of the order of the tiles, one after the other; nothing where all cells follow each other on the path. */
  readonly shifts: readonly Shift[];
}

/** The tile that is number `from` along the path becomes number `into`. */
export interface Shift {
  readonly from: number;
  readonly into: number;
}

/**
 * All moves of a metric from each cell of the blank.
 * @param moves those of a single cell
 */
export function slidesOf(board: Board, moves: readonly (readonly Move[])[], metric: Metric): Slide[][] {
  return moves.map((_, cell) =>
    DIRECTIONS.flatMap((direction) => {
      const slides: Slide[] = [];
      let shifts: readonly Shift[] = [];
      for (
        let at = cell, to = neighbour(board, at, direction);
        to >= 0;
        at = to, to = neighbour(board, at, direction)
      ) {
        const { from, into } = moves[at].find((move) => move.to === to) as Move;
        if (from !== into) shifts = [...shifts, { from, into }];
        slides.push({ to, shifts });
        if (metric === 'single') break;
      }
      return slides;
    }),
  );
}

/**
 * Cells in the order in which their tiles are numbered: along the shorter side, there and back. A square is read by
 * rows: 3x3 is 0 1 2 5 4 3 6 7 8.
 */
export function pathOf({ rows, columns }: Board): number[] {
  const path: number[] = [];
  if (columns <= rows) {
    for (let row = 0; row < rows; row++) {
      const cells = Array.from({ length: columns }, (_, column) => row * columns + column);
      path.push(...(row % 2 === 0 ? cells : cells.reverse()));
    }
  } else {
    for (let column = 0; column < columns; column++) {
      const cells = Array.from({ length: rows }, (_, row) => row * columns + column);
      path.push(...(column % 2 === 0 ? cells : cells.reverse()));
    }
  }
  return path;
}

/** The moves from each cell of the blank. */
export function movesOf({ rows, columns, cells }: Board, path: readonly number[]): Move[][] {
  return Array.from({ length: cells }, (_, cell) => {
    const row = Math.floor(cell / columns);
    const column = cell % columns;
    const targets: number[] = [];
    if (row > 0) targets.push(cell - columns);
    if (row < rows - 1) targets.push(cell + columns);
    if (column > 0) targets.push(cell - 1);
    if (column < columns - 1) targets.push(cell + 1);
    return targets.map((to) => moveBetween(to, path.indexOf(cell), path.indexOf(to)));
  });
}

/** A blank that stands before a tile on the path is left out of the count, so the tile's number is one less. */
function moveBetween(to: number, blank: number, tile: number): Move {
  return blank < tile ? { to, from: tile - 1, into: blank } : { to, from: tile, into: blank - 1 };
}
