/**
 * Paths between all pairs of positions that a table can answer.
 *
 * A table answers for one cell of the goal's blank. Other pairs are transformed:
 *
 * - other tiles in the goal: the same table, the tiles renamed;
 * - a symmetry of the board takes the goal's blank to the table's cell: both positions are mirrored or turned;
 * - the start's blank is on such a cell: the distance is the same in both directions, and the path is found from its
 *   other end.
 *
 * The answer does not depend on which of these is used: of several shortest solutions, it is the one that takes at each
 * step the first of u, d, l, r that leads nearer, and the shortest of several such moves in one direction.
 */

import { type Board, DIRECTIONS, formatBoard, isSameBoard } from '../../spaces/board/board.js';
import type { Metric } from '../../spaces/board/metric.js';
import { BLANK, type Position } from '../../spaces/board/position.js';
import { imageOf, imageOfDirections, type Symmetry, symmetriesOf } from '../../spaces/board/symmetry.js';
import { TableError } from '../../table/contents/errors.js';
import type { BoardWalker } from '../../table/walker/board-walker.js';
import type { SolutionText } from '../../table/walker/descent.js';
import type { Orientation } from '../../table/walker/move-names.js';

/** Returns the open table for a cell of the goal's blank; undefined if none is open. */
export type WalkerOfCell = (goalCell: number) => BoardWalker | undefined;

/** The transformation of pairs, with their blanks on two given cells, for a table. */
interface Route {
  readonly table: BoardWalker;
  /** True if the table's goal corresponds to the start of the pair. */
  readonly fromStart: boolean;
  readonly symmetry: Symmetry;
  readonly isIdentity: boolean;
  readonly orientation: Orientation;
}

/** Paths from any position to one goal. */
export class BoardPaths {
  readonly board: Board;
  readonly goal: Position;
  readonly metric: Metric;
  readonly tables: WalkerOfCell;
  readonly #routes = new Map<number, Route>();
  readonly #orientations = new Map<string, Orientation>();
  readonly #labels = new Map<Route, Int32Array>();

  /**
   * @param goal a position of the board
   * @param tables called for each goal cell that would serve, and again later if it returned undefined
   */
  constructor(board: Board, goal: Position, metric: Metric, tables: WalkerOfCell) {
    this.board = board;
    this.goal = goal;
    this.metric = metric;
    this.tables = tables;
  }

  /**
   * Returns a walk of a shortest path.
   * @param start a position of the board
   * @returns null if no moves lead to the goal; undefined if no table answers the pair
   * @throws TableError if a table is damaged
   */
  walkFrom(start: Position): SolutionText | null | undefined {
    const route = this.#routeFrom(start);
    if (route === undefined) return undefined;
    const { table, symmetry, orientation } = route;
    const image = route.isIdentity ? start : imageOf(symmetry, start);
    return route.fromStart
      ? table.ascend(imageOf(symmetry, this.goal), table.labels(image), orientation)
      : table.descend(image, this.#labelsOfGoal(route), orientation);
  }

  /** Returns the cells of a goal's blank whose tables would answer from a start, the preferred ones first. */
  goalCells(start: Position): number[] {
    const symmetries = symmetriesOf(this.board);
    return [this.goal, start].flatMap((end) => symmetries.map((symmetry) => symmetry[end.indexOf(BLANK)]));
  }

  /** Returns the table that answers from a start; undefined if none does. @throws TableError */
  tableFor(start: Position): BoardWalker | undefined {
    return this.#routeFrom(start)?.table;
  }

  #routeFrom(start: Position): Route | undefined {
    const startCell = start.indexOf(BLANK);
    const route = this.#routes.get(startCell) ?? this.#findRoute(start);
    if (route !== undefined) this.#routes.set(startCell, route);
    return route;
  }

  #labelsOfGoal(route: Route): Int32Array {
    let labels = this.#labels.get(route);
    if (labels === undefined) {
      labels = route.table.labels(imageOf(route.symmetry, this.goal));
      this.#labels.set(route, labels);
    }
    return labels;
  }

  #orientationOf(symmetry: Symmetry): Orientation {
    const key = symmetry.join();
    let orientation = this.#orientations.get(key);
    if (orientation === undefined) {
      const image = imageOfDirections(this.board, symmetry);
      const order = DIRECTIONS.map((direction) => DIRECTIONS.indexOf(image[direction]));
      const letters = DIRECTIONS.map((_, direction) => DIRECTIONS[order.indexOf(direction)]);
      orientation = { order, letters };
      this.#orientations.set(key, orientation);
    }
    return orientation;
  }

  #findRoute(start: Position): Route | undefined {
    for (const fromStart of [false, true]) {
      const cell = (fromStart ? start : this.goal).indexOf(BLANK);
      for (const [index, symmetry] of symmetriesOf(this.board).entries()) {
        const table = this.tables(symmetry[cell]);
        if (table === undefined) continue;
        if (!isSameBoard(table.board, this.board) || table.goalCell !== symmetry[cell]) {
          throw new TableError(
            `expected a table of ${formatBoard(this.board)} for goal cell ${symmetry[cell]}, found one of ${formatBoard(table.board)} for goal cell ${table.goalCell}`,
          );
        }
        if (table.metric !== this.metric) {
          throw new TableError(
            `expected a table of the metric ${this.metric}, found one of the metric ${table.metric}`,
          );
        }
        const orientation = this.#orientationOf(symmetry);
        return { table, fromStart, symmetry, isIdentity: index === 0, orientation };
      }
    }
    return undefined;
  }
}
