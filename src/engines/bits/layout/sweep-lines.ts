/**
 * The order in which the multi-tile metric sweeps a board. A move takes the blank any number of cells along its row or column. So each
 * cell of a line of connected cells is one move from each other cell.
 *
 * The lines along the path of the numbering are *lanes*: their moves change no arrangement (src/spaces/board/numbering/geometry.ts), so
 * all cells of a lane simply share their states. The lines across the lanes are *swept*: with S the states before the layer, and c[0]
 * ... c[k] the cells of a line,
 *
 *     D[c[j]] = S[c[j]] | move(D[c[j-1]]),   D[c[0]] = S[c[0]]
 *
 * holds S and the states reached by one move away from c[0], of any length. U is the same for the other direction. A step of a sweep
 * may read other blocks than the one that it writes. So all lines take their first step, then all their second step, until the longest
 * line is swept.
 *
 * Example: 3x4 is numbered along its columns, so its columns are the lanes, and its 3 rows of 4 cells are swept in 3 rounds of 6 steps.
 */

import { type Board, type Direction, neighbour, OPPOSITE } from '../../../spaces/board/board.js';
import { type Geometry, windowOf } from '../../../spaces/board/numbering/geometry.js';

/** The sweep away from the first cell of each line, or the sweep back. */
export type Sweep = 0 | 1;

/** The part of a sweep on one cell in one round. */
export interface SweepStep {
  readonly sweep: Sweep;
  /** The preceding cell of the line. */
  readonly source: number;
  readonly target: number;
  /** True if the sweep continues from the target. */
  readonly continues: boolean;
}

export interface SweepLines {
  /** The cells of each lane, and the lanes, in the order of the path. */
  readonly lanes: readonly (readonly number[])[];
  /** The lines across the lanes, with at least two cells each. */
  readonly across: readonly (readonly number[])[];
}

/** @throws RangeError if the path runs along neither rows nor columns */
export function linesOf(geometry: Geometry): SweepLines {
  const { board, placeOf } = geometry;
  const [rows, columns] = [linesAlong(board, 'r'), linesAlong(board, 'd')];
  const choices = [
    { lanes: rows, across: columns },
    { lanes: columns, across: rows },
  ].filter(({ lanes }) => lanes.every((lane) => isStill(geometry, lane)));
  if (choices.length === 0) throw new RangeError('the numbering runs along neither rows nor columns');
  const { lanes, across } = choices.reduce((best, other) => (other.lanes.length < best.lanes.length ? other : best));
  const first = (lane: readonly number[]) => Math.min(...lane.map((cell) => placeOf[cell]));
  return {
    lanes: lanes
      .map((lane) => [...lane].sort((a, b) => placeOf[a] - placeOf[b]))
      .sort((one, other) => first(one) - first(other)),
    across: across.filter((line) => line.length > 1),
  };
}

/** Returns the steps of each round. */
export function sweepStepsOf({ across }: SweepLines): SweepStep[][] {
  const longest = Math.max(1, ...across.map((line) => line.length));
  return Array.from({ length: longest - 1 }, (_, round) =>
    across
      .filter((line) => line.length > round + 1)
      .flatMap((line): SweepStep[] =>
        [line, line.toReversed()].map((cells, sweep) => ({
          sweep: sweep as Sweep,
          source: cells[round],
          target: cells[round + 1],
          continues: round + 2 < cells.length,
        })),
      ),
  );
}

/** Returns the lines of connected cells in a direction. Each cell belongs to one line. */
function linesAlong(board: Board, direction: Direction): number[][] {
  const lines: number[][] = [];
  for (let cell = 0; cell < board.cells; cell++) {
    if (neighbour(board, cell, OPPOSITE[direction]) >= 0) continue;
    const line: number[] = [];
    for (let next = cell; next >= 0; next = neighbour(board, next, direction)) line.push(next);
    lines.push(line);
  }
  return lines;
}

/** Returns true if no move along a line changes the arrangement. */
function isStill(geometry: Geometry, line: readonly number[]): boolean {
  return line.slice(1).every((cell, index) => {
    const { first, last } = windowOf(geometry, line[index], cell);
    return first === last;
  });
}
