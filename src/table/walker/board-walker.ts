/** The fast path of a board's table: positions instead of numbers, any goal with the blank on its cell, any orientation. */

import { InputError } from '../../base/input-error.js';
import { type Board, DIRECTIONS } from '../../spaces/board/board.js';
import type { Metric } from '../../spaces/board/metric.js';
import { countMoves } from '../../spaces/board/moves-text.js';
import { type Geometry, geometryOf } from '../../spaces/board/numbering/geometry.js';
import { goalOf, labelsOf, writeArrangement } from '../../spaces/board/numbering/numbering.js';
import {
  BLANK,
  checkPosition,
  formatPosition,
  orderedPosition,
  type Position,
  parsePosition,
} from '../../spaces/board/position.js';
import { isSolvable } from '../../spaces/board/solvable.js';
import { boardOfClaims } from '../contents/board-claims.js';
import type { TableClaims } from '../contents/contents.js';
import { TableError } from '../contents/errors.js';
import type { Neighbourhood } from '../contents/neighbourhood.js';
import type { TableStore } from '../files/store.js';
import { solutionUp } from './ascent.js';
import { Cursor } from './cursor.js';
import { Descent, type SolutionText, textOf } from './descent.js';
import { type MoveNames, mostCells, moveNames, type Orientation } from './move-names.js';
import { MultiCursor } from './multi-cursor.js';
import { SlidesAround } from './slides-around.js';
import type { TableCursor } from './table-cursor.js';

/** The board as it is. */
const UPRIGHT: Orientation = { order: [...DIRECTIONS.keys()], letters: DIRECTIONS };

/**
 * Answers every solvable position of a board for one cell of the goal's blank, from one bit a state, or two if a
 * move may slide several tiles.
 * A table in a file is not loaded: a query reads the pages that it needs, and checks them.
 */
export class BoardWalker implements Disposable {
  readonly board: Board;
  /** The blank's cell in the goal. */
  readonly goalCell: number;
  /** The metric, which determines what counts as one move. */
  readonly metric: Metric;
  /** States of each depth 0, 1, 2 ... */
  readonly histogram: readonly number[];
  /** @internal */
  readonly geometry: Geometry;
  readonly #store: TableStore;
  readonly #cursor: TableCursor;
  readonly #descents = new Map<Orientation, Descent>();
  readonly #names = new Map<Orientation, MoveNames>();
  /** The moves around positions; made when neighbours are first asked for. */
  #moves: SlidesAround | undefined;
  readonly #digits: Int32Array;
  readonly #orderedLabels: Int32Array;
  /** The table's name, for messages. */
  readonly #name: string;

  /**
   * @param claims of the table of a board
   * @param name of the table, for messages
   */
  constructor(claims: TableClaims, store: TableStore, name: string) {
    const { board, goalCell, metric, histogram } = boardOfClaims(claims);
    this.board = board;
    this.goalCell = goalCell;
    this.metric = metric;
    this.histogram = histogram;
    this.geometry = geometryOf(board);
    this.#store = store;
    const CursorOfMetric = metric === 'single' ? Cursor : MultiCursor;
    this.#cursor = new CursorOfMetric(this.geometry, goalCell, store);
    this.#digits = new Int32Array(this.geometry.digits);
    this.#orderedLabels = labelsOf(this.geometry, this.goal);
    this.#name = name;
  }

  /** The ordered position of the table's blank cell, the goal by default. */
  get goal(): Position {
    return orderedPosition(this.board, this.goalCell);
  }

  /** The maximum depth. */
  get maxDepth(): number {
    return this.histogram.length - 1;
  }

  close(): void {
    this.#store.close();
  }

  [Symbol.dispose](): void {
    this.close();
  }

  /**
   * Returns the fewest moves from a position to the goal, 0..maxDepth, or null if no moves lead there.
   * @param goal a position with its blank on `goalCell`, by default `this.goal`
   * @throws InputError if a position is wrong or the goal's blank is on another cell; TableError if the table is
   * damaged
   */
  distance(position: string | Position, goal?: string | Position): number | null {
    const moves = this.solve(position, goal);
    return moves === null ? null : countMoves(moves);
  }

  /**
   * Returns a shortest solution: the blank's moves as letters u, d, l, r, in the metric `multi` each followed by the number of cells,
   * such as r2u1; the empty string if the position is the goal; null if no moves lead there. Of several solutions it is always the
   * same: at each step the first of u, d, l, r that comes nearer, and of several such moves in one direction the shortest.
   * @param goal,throws as distance
   */
  solve(position: string | Position, goal?: string | Position): string | null {
    const start = this.#read(position);
    const labels = goal === undefined ? this.#orderedLabels : this.labels(this.#read(goal));
    const solution = this.descend(start, labels, UPRIGHT);
    return solution && textOf(solution);
  }

  /**
   * Returns the distance of a position, and all moves from it with the distances of the positions they lead to, in little more time
   * than `distance` alone.
   * @param goal,throws as distance
   */
  neighbourhood(position: string | Position, goal?: string | Position): Neighbourhood<Position> {
    const start = this.#read(position);
    const labels = goal === undefined ? this.#orderedLabels : this.labels(this.#read(goal));
    const solution = this.descend(start, labels, UPRIGHT);
    this.#moves ??= new SlidesAround(this.board, this.metric);
    if (solution === null) return { distance: null, moves: this.#moves.around(start, null, this.#cursor) };
    const distance = this.metric === 'single' ? solution.end - solution.begin : countMoves(textOf(solution));
    // The digits are as descend has left them.
    this.#cursor.place(start.indexOf(BLANK), this.#digits);
    const moves = this.#moves.around(start, distance, this.#cursor);
    for (const { distance: beside } of moves) {
      if (!(beside !== null && beside >= 0 && beside <= this.maxDepth)) throw this.#contradiction(start);
    }
    return { distance, moves };
  }

  /**
   * @internal
   * Returns the labels that the table has for the tiles of a goal.
   * @throws InputError if the goal's blank does not lie on the table's goal cell
   */
  labels(goal: Position): Int32Array {
    if (goal[this.goalCell] !== BLANK) {
      throw new InputError(
        `the table ${this.#name} is for goals with the blank on cell ${this.goalCell}, found ${formatPosition(goal)}`,
      );
    }
    return labelsOf(this.geometry, goal);
  }

  /**
   * @internal
   * Descends from a position to the goal.
   * @param labels of the goal
   * @param orientation the same object for the same orientation
   * @returns the moves made, null if no moves lead to the goal
   * @throws TableError if the table is damaged
   */
  descend(start: Position, labels: Int32Array, orientation: Orientation): SolutionText | null {
    if (!writeArrangement(this.geometry, labels, start, this.#digits)) return null;
    let descent = this.#descents.get(orientation);
    if (descent === undefined) {
      descent = new Descent(this.#cursor, this.#namesOf(orientation), this.geometry.states, this.maxDepth);
      this.#descents.set(orientation, descent);
    }
    const solution = descent.from(start.indexOf(BLANK), this.#digits);
    return solution ?? this.#deadEnd(start, labels);
  }

  /**
   * @internal
   * Returns the solution that begins at the table's goal and ends at `end`, which is as long as the one down from there. All
   * shortest paths down are walked, so that the one asked for can be chosen from the goal on.
   * @param labels,orientation,returns,throws as descend; directions are those of the solution that begins at the goal
   */
  ascend(end: Position, labels: Int32Array, orientation: Orientation): SolutionText | null {
    if (!writeArrangement(this.geometry, labels, end, this.#digits)) return null;
    const most = mostCells(this.board, this.metric);
    const names = this.#namesOf(orientation);
    const solution = solutionUp(this.#cursor, { ...names, most }, this.maxDepth, end.indexOf(BLANK), this.#digits);
    return solution ?? this.#deadEnd(end, labels);
  }

  #namesOf(orientation: Orientation): MoveNames {
    let names = this.#names.get(orientation);
    if (names === undefined) {
      names = moveNames(orientation, this.board, this.metric);
      this.#names.set(orientation, names);
    }
    return names;
  }

  #read(position: string | Position): Position {
    return typeof position === 'string' ? parsePosition(position, this.board) : checkPosition(position, this.board);
  }

  /**
   * Returns null if no moves lead from the position to the goal, which explains that no neighbour is nearer.
   * @throws TableError if they do: the table is wrong
   */
  #deadEnd(position: Position, labels: Int32Array): null {
    if (!isSolvable(this.board, position, goalOf(this.geometry, labels, this.goalCell))) return null;
    throw this.#contradiction(position);
  }

  #contradiction(position: Position): TableError {
    return new TableError(
      `the table ${this.#name} contradicts itself on the path from ${formatPosition(position)}; make it again`,
    );
  }
}
