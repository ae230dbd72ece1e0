/**
 * The path through a board and the blank's moves, as docs/reference/table-format.md describes them.
 *
 * This file and arrangements.ts repeat the work of src/spaces/board/numbering and src/engines in a plain form, because a table
 * must not be checked by the code that made it.
 */

import { type Board, DIRECTIONS, neighbour } from '../../spaces/board/board.js';
import type { Metric } from '../../spaces/board/metric.js';

/** Row and column of a cell on the grid. */
interface Place {
  readonly row: number;
  readonly column: number;
}

/** A move of the blank to a neighbouring cell, whose tile moves to the blank's cell. */
export interface PlainMove {
  /** Cell that the blank moves to. */
  readonly to: number;
  /** Number of the moving tile along the path from 0, without the blank. */
  readonly from: number;
  /** Number of the tile after the move: the same if the two cells are adjacent on the path. */
  readonly into: number;
}

/** A move in either metric: the blank moves one cell, or several in a line. */
export interface PlainSlide {
  /** Cell that the blank moves to. */
  readonly to: number;
  /** Consecutive changes of the order of the tiles; none if all cells are adjacent on the path. */
  readonly shifts: readonly Shift[];
}

/** A change of the order: tile number `from` along the path becomes number `into`. */
export interface Shift {
  readonly from: number;
  readonly into: number;
}

/**
 * Returns all moves of a metric from each blank cell.
 * @param moves moves by one cell from each blank cell
 */
export function slidesOf(board: Board, moves: readonly (readonly PlainMove[])[], metric: Metric): PlainSlide[][] {
  return moves.map((_, cell) =>
    DIRECTIONS.flatMap((direction) => {
      const slides: PlainSlide[] = [];
      let shifts: readonly Shift[] = [];
      for (
        let at = cell, to = neighbour(board, at, direction);
        to >= 0;
        at = to, to = neighbour(board, at, direction)
      ) {
        const { from, into } = moves[at].find((move) => move.to === to) as PlainMove;
        if (from !== into) shifts = [...shifts, { from, into }];
        slides.push({ to, shifts });
        if (metric === 'single') break;
      }
      return slides;
    }),
  );
}

/**
 * Returns the cells in the order in which their tiles are numbered. The order alternates direction from row to row or from
 * column to column, whichever keeps neighbours closer together. In a tie, lines run along the shorter side, and on squares
 * along rows: the order of 3x3 is 0 1 2 5 4 3 6 7 8.
 */
export function pathOf(board: Board): number[] {
  const byRows = ploughed(board, ({ row, column }) => [row, column]);
  const byColumns = ploughed(board, ({ row, column }) => [column, row]);
  const [ofRows, ofColumns] = [byRows, byColumns].map((path) => longestStep(board, path));
  if (ofRows === ofColumns) return board.columns <= board.rows ? byRows : byColumns;
  return ofRows < ofColumns ? byRows : byColumns;
}

/**
 * Returns the cells lane by lane, every second lane reversed.
 * @param laneAndStep returns the lane of a cell, and its place along the lane
 */
function ploughed(board: Board, laneAndStep: (place: Place) => readonly [number, number]): number[] {
  const lanes: number[][] = [];
  const steps = placesOf(board).map(laneAndStep);
  for (const [cell, [lane]] of steps.entries()) {
    lanes[lane] ??= [];
    lanes[lane].push(cell);
  }
  // Cells come in reading order, so each lane is in the order of its steps.
  return lanes.flatMap((lane, index) => (index % 2 === 0 ? lane : lane.reverse()));
}

/** Returns the maximum distance along the path between neighbouring cells. */
function longestStep(board: Board, path: readonly number[]): number {
  const lengths = neighbourCells(board).flatMap((targets, cell) =>
    targets.map((to) => Math.abs(path.indexOf(to) - path.indexOf(cell))),
  );
  return lengths.reduce((a, b) => Math.max(a, b));
}

/**
 * Returns 1 for each blank cell whose arrangements are odd, else 0. They are odd if the parities of the cell's place on
 * the path and of its colour on a chessboard differ.
 */
export function oddCells(board: Board, path: readonly number[]): number[] {
  return placesOf(board).map(({ row, column }, cell) => (row + column + path.indexOf(cell)) % 2);
}

/** Returns the moves by one cell from each blank cell. */
export function movesOf(board: Board, path: readonly number[]): PlainMove[][] {
  return neighbourCells(board).map((targets, cell) =>
    targets.map((to) => moveBetween(to, path.indexOf(cell), path.indexOf(to))),
  );
}

/** Returns the cells above, below, left and right of each cell, if they exist. */
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

/** Returns the move of a tile. If the blank is before the tile on the path, the tile's number is one less than its place. */
function moveBetween(to: number, blank: number, tile: number): PlainMove {
  return blank < tile ? { to, from: tile - 1, into: blank } : { to, from: tile, into: blank - 1 };
}
