/** Fast access to a board's table by positions, for any goal with the blank on its cell and in any orientation. */

import { InputError } from '../base/text.js';
import { type Board, DIRECTIONS, type Metric } from '../spaces/board/board.js';
import { slid, slideName, slidesFrom } from '../spaces/board/moves.js';
import { type Geometry, geometryOf, goalOf, labelsOf, writeArrangement } from '../spaces/board/numbering.js';
import { BLANK, checkPosition, formatPosition, type Position, parsePosition } from '../spaces/board/position.js';
import { isSolvable } from '../spaces/board/reachability.js';
import { type Neighbourhood, TableError, type TableHeader } from './contents.js';
import { Cursor, distancesBy, type Orientation, type Solutions, solutionsBy } from './cursors.js';
import { boardOfHeader } from './header.js';
import type { TableStore } from './store.js';

/** The orientation of the board itself, neither turned nor mirrored. */
const UPRIGHT: Orientation = { order: [...DIRECTIONS.keys()], letters: DIRECTIONS };

/**
 * Distances and shortest solutions of all positions of a board, for every goal with its blank on one cell. The table holds
 * one bit per state, or two if a move may slide several tiles. A table in a file is not loaded: a query reads and checks
 * only the pages that it needs.
 * @example
 * ```ts
 * import { Table } from 'antipode';
 *
 * using table = await Table.open('3x3.table');
 * const { walker } = table; // null for spaces that are not boards
 * walker?.distance('2 3 4 1 5 x 7 6 8'); // 19
 * walker?.solve('2 3 4 1 5 x 7 6 8'); // 'ullddrurdllurdruldr'
 * walker?.distance('2 3 4 1 5 x 7 6 8', '1 2 3 4 5 6 8 7 x'); // null: no moves lead there
 * ```
 */
export class BoardWalker implements Disposable {
  readonly board: Board;
  /** Default goal: that for which the table was opened, by default the tiles in order with the blank on `goalCell`. */
  readonly goal: Position;
  /** Cell of the goal's blank, in reading order from 0. */
  readonly goalCell: number;
  /** Metric of the table, which determines what counts as one move. */
  readonly metric: Metric;
  /** Number of states of each depth 0, 1, 2 ... */
  readonly histogram: readonly number[];
  /** @internal */
  readonly geometry: Geometry;
  readonly #store: TableStore;
  readonly #cursor: Cursor;
  readonly #distances: ReturnType<typeof distancesBy>;
  readonly #solutions = new Map<Orientation, Solutions>();
  /** [cell of the blank]: the moves there, with their names and their indices in the cursor. */
  readonly #moves: ReturnType<typeof movesFrom>[] = [];
  readonly #digits: Int32Array;
  /** Labels of the default goal's tiles. */
  readonly #labels: Int32Array;
  /** Name of the table, for messages. */
  readonly #name: string;

  /**
   * Creates a walker; `Table` does so for each table of a board.
   * @param header header of a board's table
   * @param store bytes of the table
   * @param name name of the table, for messages
   * @throws TableError if the table is not that of a board
   */
  constructor(header: TableHeader, store: TableStore, name: string) {
    const { board, goal, goalCell, metric, histogram } = boardOfHeader(header);
    this.board = board;
    this.goal = goal;
    this.goalCell = goalCell;
    this.metric = metric;
    this.histogram = histogram;
    this.geometry = geometryOf(board);
    this.#store = store;
    this.#cursor = new Cursor(this, store);
    this.#distances = distancesBy(this.#cursor, this.geometry.states, this.maxDepth);
    this.#digits = new Int32Array(this.geometry.digits);
    this.#labels = labelsOf(this.geometry, goal);
    this.#name = name;
  }

  /** Maximum depth. */
  get maxDepth(): number {
    return this.histogram.length - 1;
  }

  /** Closes the table's file; a table in memory stays usable. */
  close(): void {
    this.#store.close();
  }

  [Symbol.dispose](): void {
    this.close();
  }

  /**
   * Returns the fewest moves from a position to the goal, 0 to `maxDepth`, or null if no moves lead there.
   * @param position text of a position, or its tiles in reading order with 0 for the blank
   * @param goal a position with its blank on `goalCell`; `this.goal` by default
   * @throws InputError if a position is wrong or the goal's blank is on another cell; TableError if the table is
   * damaged
   */
  distance(position: string | Position, goal?: string | Position): number | null {
    return this.#distanceOf(this.#read(position), goal);
  }

  #distanceOf(start: Position, goal: string | Position | undefined): number | null {
    const labels = goal === undefined ? this.#labels : this.labels(this.#read(goal));
    if (!writeArrangement(this.geometry, labels, start, this.#digits)) return null;
    const distance = this.#distances(start.indexOf(BLANK), this.#digits);
    return distance ?? this.#separate(start, labels);
  }

  /**
   * Returns a shortest solution: the blank's moves as letters u, d, l, r. In the metric `multi` the number of cells
   * follows each letter, such as r2u1. The text is empty if the position is the goal.
   *
   * Of several solutions it is always the same one. Each step takes the first of u, d, l, r that leads nearer, and the shortest
   * move in that direction.
   * @param position,goal as in distance
   * @returns null if no moves lead to the goal
   * @throws as distance
   */
  solve(position: string | Position, goal?: string | Position): string | null {
    const start = this.#read(position);
    const labels = goal === undefined ? this.#labels : this.labels(this.#read(goal));
    return this.walk('down', start, labels, UPRIGHT);
  }

  /**
   * Returns the distance of a position, and all moves from it with the distances of the positions that they lead to. It takes
   * little more time than `distance` alone.
   * @param position,goal as in distance
   * @throws as distance
   */
  neighbourhood(position: string | Position, goal?: string | Position): Neighbourhood<Position> {
    const start = this.#read(position);
    const distance = this.#distanceOf(start, goal);
    const blank = start.indexOf(BLANK);
    // The digits of the position are written.
    if (distance !== null) this.#cursor.place(blank, this.#digits);
    this.#moves[blank] ??= movesFrom(this.board, blank, this.metric, this.#cursor);
    const moves = this.#moves[blank].map(({ slide, move, index }) => {
      const beside = distance === null ? null : distance + this.#cursor.changeBy(index);
      if (beside !== null && !(beside >= 0 && beside <= this.maxDepth)) throw this.#contradiction(start);
      return { move, to: slid(start, slide), distance: beside };
    });
    return { distance, moves };
  }

  /**
   * @internal
   * Returns the table's labels of a goal's tiles.
   * @throws InputError if the goal's blank is not on the table's goal cell
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
   * Returns a shortest solution as text; null if no moves lead to the goal.
   * @param way `down` from the position to the goal, or `up` from the goal to the position
   * @param labels labels of the goal's tiles
   * @param orientation must be the same object in all calls for an orientation
   * @throws TableError if the table is damaged
   */
  walk(way: 'down' | 'up', position: Position, labels: Int32Array, orientation: Orientation): string | null {
    if (!writeArrangement(this.geometry, labels, position, this.#digits)) return null;
    const known = this.#solutions.get(orientation);
    const solutions = known ?? solutionsBy(this.#cursor, orientation, this.metric, this.maxDepth);
    if (known === undefined) this.#solutions.set(orientation, solutions);
    return solutions[way](position.indexOf(BLANK), this.#digits) ?? this.#separate(position, labels);
  }

  /** Returns null if no moves lead to the goal: no neighbour is nearer then. @throws TableError otherwise, because the table is wrong */
  #separate(position: Position, labels: Int32Array): null {
    if (!isSolvable(this.board, position, goalOf(this.geometry, labels, this.goalCell))) return null;
    throw this.#contradiction(position);
  }

  #read(position: string | Position): Position {
    return typeof position === 'string' ? parsePosition(position, this.board) : checkPosition(position, this.board);
  }

  #contradiction(position: Position): TableError {
    return new TableError(
      `the table ${this.#name} contradicts itself on the path from ${formatPosition(position)}; make it again`,
    );
  }
}

function movesFrom(board: Board, blank: number, metric: Metric, { most }: Cursor) {
  return slidesFrom(board, blank, metric).map((slide) => {
    const index = DIRECTIONS.indexOf(slide.direction) * most + slide.count - 1;
    return { slide, move: slideName(slide, metric), index };
  });
}
