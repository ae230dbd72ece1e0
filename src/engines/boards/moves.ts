/**
 * Compiled moves: the effect of one move of the blank on all states of a blank cell.
 *
 * A move from place u of the path to place v rotates a window of the arrangement. So it rewrites only the Lehmer digits of that window
 * (src/spaces/board/numbering.ts). With respect to words, there are four kinds of moves:
 *
 * | the window is | the move |
 * |---|---|
 * | empty: u and v are consecutive | `same`: every word keeps its place |
 * | in the word digits | `runs`: runs of words change places within groups of runs, in every group alike |
 * | in the low digits | `low`: the same permutation of the bits in every word, by exchanges (workers/kernel/layers.ts) |
 * | across both | `across`: a map of words, an exchange of the last word digit with the first low digit, and exchanges of bits |
 *
 * Moves are *pulled*: a move belongs to its target cell, and maps give the source of each target word. (The map of an `across` move
 * that ends with its words gives the target of each source word, see orAcrossDescending.)
 */

import { inverse, type Rotation } from '../../permutations/lehmer.js';
import { type Board, type Direction, neighbour, neighbours, OPPOSITE } from '../../spaces/board/board.js';
import { cellWindow, type Geometry, LOW_DIGITS, windowMap, wordsBelow } from '../../spaces/board/numbering.js';

export interface SameMove {
  readonly kind: 'same';
  /** The cell that the blank comes from. */
  readonly source: number;
}

export interface RunsMove {
  readonly kind: 'runs';
  readonly source: number;
  /** Words per group. Groups are consecutive. */
  readonly group: number;
  /** Words per run. A group has map.length runs. */
  readonly run: number;
  /** Run of the target group -> run of the source group. */
  readonly map: Uint32Array;
}

export interface LowMove {
  readonly kind: 'low';
  readonly source: number;
  readonly rotation: Rotation;
  /** Bitwise union of flags, EXCHANGE_XY etc. of the kernel. */
  readonly exchanges: number;
  /** Parity of the arrangement when the digits z and w are exchanged. */
  readonly parity: 0 | 1;
}

export interface AcrossMove {
  readonly kind: 'across';
  readonly source: number;
  readonly rotation: Rotation;
  readonly exchanges: number;
  readonly parity: 0 | 1;
  /** Words per group. */
  readonly group: number;
  /**
   * Word of a group -> word of a group. If the words move first ('first-to-last'): target -> source. If they move last
   * ('last-to-first'): source -> target.
   */
  readonly map: Uint32Array;
}

export type CompiledMove = SameMove | RunsMove | LowMove | AcrossMove;

/** Returns all moves that end with the blank on `target`. */
export function movesInto(geometry: Geometry, target: number): CompiledMove[] {
  return neighbours(geometry.board, target).map((source) => compileMove(geometry, source, target));
}

function compileMove(geometry: Geometry, source: number, target: number): CompiledMove {
  const { digits } = geometry;
  const { first, last, rotation } = cellWindow(geometry, source, target);
  const low = digits - LOW_DIGITS;
  if (first === last) return { kind: 'same', source };
  if (last < low) {
    const group = wordsBelow(digits - first);
    const run = wordsBelow(digits - 1 - last);
    return { kind: 'runs', source, group, run, map: windowMap(digits, first, last, inverse(rotation)) };
  }
  const firstExchange = Math.max(first, low) - low;
  const lastExchange = last - 1 - low;
  let exchanges = 0;
  for (let e = firstExchange; e <= Math.min(lastExchange, 2); e++) exchanges |= 1 << e;
  const before = rotation === 'first-to-last' ? low + 2 - first : last - 1 - (low + 2);
  const parity = (geometry.parityAt[source] + before) % 2 === 0 ? 0 : 1;
  if (first >= low) return { kind: 'low', source, rotation, exchanges, parity };
  const group = wordsBelow(digits - first);
  const map = windowMap(digits, first, low - 1, rotation === 'first-to-last' ? inverse(rotation) : rotation);
  return { kind: 'across', source, rotation, exchanges, parity, group, map };
}

/*
 * The order in which the multi-tile metric sweeps a board. A move takes the blank any number of cells along its row or column. So each
 * cell of a line of connected cells is one move from each other cell.
 *
 * The lines along the path of the numbering are *lanes*: their moves change no arrangement (src/spaces/board/numbering.ts), so
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

/** The sweep away from the first cell of each line, or the sweep back. */
type Sweep = 0 | 1;

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
  const { board, pathIndex } = geometry;
  const [rows, columns] = [linesAlong(board, 'r'), linesAlong(board, 'd')];
  const choices = [
    { lanes: rows, across: columns },
    { lanes: columns, across: rows },
  ].filter(({ lanes }) => lanes.every((lane) => isStill(geometry, lane)));
  if (choices.length === 0) throw new RangeError('the numbering runs along neither rows nor columns');
  const { lanes, across } = choices.reduce((best, other) => (other.lanes.length < best.lanes.length ? other : best));
  const first = (lane: readonly number[]) => Math.min(...lane.map((cell) => pathIndex[cell]));
  return {
    lanes: lanes
      .map((lane) => [...lane].sort((a, b) => pathIndex[a] - pathIndex[b]))
      .sort((one, other) => first(one) - first(other)),
    across: across.filter((line) => line.length > 1),
  };
}

/** Returns the steps of each round. */
export function sweepSteps({ across }: SweepLines): SweepStep[][] {
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
    const { first, last } = cellWindow(geometry, line[index], cell);
    return first === last;
  });
}
