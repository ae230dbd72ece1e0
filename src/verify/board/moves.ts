/**
 * The path through a board and the blank's moves, as docs/table-format.md describes them.
 *
 * This and arrangements.ts do again, and plainly, what src/spaces/board/numbering and src/engines do: what is checked should not be
 * checked by the code that made it.
 */

import { type Board, DIRECTIONS, neighbour } from '../../spaces/board/board.js';
import type { Metric } from '../../spaces/board/metric.js';

/** Where each cell lies on the grid. */
interface Place {
  readonly row: number;
  readonly column: number;
}

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
 * Cells in the order in which their tiles are numbered, there and back: by rows or by columns, whichever keeps neighbours
 * closer together; by the shorter side where both do as well, and a square by rows: 3x3 is 0 1 2 5 4 3 6 7 8.
 */
export function pathOf(board: Board): number[] {
  const byRows = ploughed(board, ({ row, column }) => [row, column]);
  const byColumns = ploughed(board, ({ row, column }) => [column, row]);
  const [ofRows, ofColumns] = [byRows, byColumns].map((path) => longestStep(board, path));
  if (ofRows === ofColumns) return board.columns <= board.rows ? byRows : byColumns;
  return ofRows < ofColumns ? byRows : byColumns;
}

/** @param laneAndStep the lane that a cell is in, and how far along it */
function ploughed(board: Board, laneAndStep: (place: Place) => readonly [number, number]): number[] {
  const lanes: number[][] = [];
  const steps = placesOf(board).map(laneAndStep);
  for (const [cell, [lane]] of steps.entries()) {
    lanes[lane] ??= [];
    lanes[lane].push(cell);
  }
  // Cells come in reading order, so each lane lies in the order of its steps.
  return lanes.flatMap((lane, index) => (index % 2 === 0 ? lane : lane.reverse()));
}

/** The most places of the path that a move goes over. */
function longestStep(board: Board, path: readonly number[]): number {
  const lengths = neighbourCells(board).flatMap((targets, cell) =>
    targets.map((to) => Math.abs(path.indexOf(to) - path.indexOf(cell))),
  );
  return lengths.reduce((a, b) => Math.max(a, b));
}

/**
 * 1 for each cell of the blank with which arrangements are odd: where its place on the path and the colour of its cell
 * on a chessboard do not agree.
 */
export function oddCells(board: Board, path: readonly number[]): number[] {
  return placesOf(board).map(({ row, column }, cell) => (row + column + path.indexOf(cell)) % 2);
}

/** The moves from each cell of the blank. */
export function movesOf(board: Board, path: readonly number[]): Move[][] {
  return neighbourCells(board).map((targets, cell) =>
    targets.map((to) => moveBetween(to, path.indexOf(cell), path.indexOf(to))),
  );
}

/** The cells above, below, left and right of each cell, as far as there are such. */
function neighbourCells(board: Board): number[][] {
  const places = placesOf(board);
  const cellAt = (row: number, column: number) =>
    places.findIndex((place) => place.row === row && place.column === column);
  return places.map(({ row, column }) =>
    [cellAt(row - 1, column), cellAt(row + 1, column), cellAt(row, column - 1), cellAt(row, column + 1)].filter(
      (cell) => cell >= 0,
    ),
  );
}

function placesOf({ squares, columns }: Board): Place[] {
  return squares.map((square) => ({ row: Math.floor(square / columns), column: square % columns }));
}

/** A blank that stands before a tile on the path is left out of the count, so the tile's number is one less. */
function moveBetween(to: number, blank: number, tile: number): Move {
  return blank < tile ? { to, from: tile - 1, into: blank } : { to, from: tile, into: blank - 1 };
}
