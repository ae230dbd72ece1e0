/**
 * Solves any pair of positions that a table can serve.
 *
 * A table answers for one cell of the goal's blank. Other pairs are brought to it:
 *
 * - other tiles in the goal: the same table, the tiles renamed;
 * - a symmetry of the board takes the goal's blank to the table's cell: both positions are mirrored or turned;
 * - the start's blank lies on such a cell: the distance is the same both ways, and the way is found from its other end.
 *
 * The answer does not depend on which of these is used: of several shortest solutions it is the one that takes, at each
 * step, the first of u, d, l, r that comes nearer.
 */

import { type Board, DIRECTIONS, type Direction } from '../board/board.js';
import { BLANK, type Position } from '../board/position.js';
import { equivalentCells, imageOf, imageOfDirections, type Symmetry, symmetriesOf } from '../board/symmetry.js';
import type { DirectionIndex } from '../table/cursor.js';
import type { DistanceTable } from '../table/distance-table.js';

/** Finds the table for a cell of the goal's blank, or says that there is none. */
export type TableSource = (goalCell: number) => DistanceTable | undefined;

/** How pairs with their blanks on two certain cells are brought to a table. */
interface Route {
  readonly table: DistanceTable;
  /** Whether the table's goal is the start of the pair. */
  readonly fromStart: boolean;
  readonly symmetry: Symmetry;
  readonly isIdentity: boolean;
  /** u, d, l, r as the table sees them. */
  readonly order: readonly DirectionIndex[];
}

export class TableSolver {
  readonly board: Board;
  readonly goal: Position;
  readonly #source: TableSource;
  readonly #routes = new Map<number, Route | undefined>();
  readonly #labels = new Map<Route, Int32Array>();

  /** @param source is asked for each goal cell that would serve, once for every cell of the start's blank */
  constructor(board: Board, goal: Position, source: TableSource) {
    this.board = board;
    this.goal = goal;
    this.#source = source;
  }

  /** Goal cells whose tables serve this start, those of the goal's blank first. */
  servingCells(start: Position): number[] {
    const cells = [this.goal.indexOf(BLANK), start.indexOf(BLANK)].flatMap((cell) => equivalentCells(this.board, cell));
    return [...new Set(cells)];
  }

  /**
   * The blank's moves of a shortest solution, empty where start and goal are the same.
   * @returns null where no moves lead to the goal; undefined where there is no table for the pair
   * @throws TableError where a table is damaged
   */
  solve(start: Position): string | null | undefined {
    const startCell = start.indexOf(BLANK);
    if (!this.#routes.has(startCell)) this.#routes.set(startCell, this.#findRoute(start));
    const route = this.#routes.get(startCell);
    if (route === undefined) return undefined;
    const { table, symmetry, order } = route;
    const image = route.isIdentity ? start : imageOf(symmetry, start);
    let path: DirectionIndex[] | null;
    if (route.fromStart) {
      path = table.ascend(imageOf(symmetry, this.goal), table.labels(image), order);
    } else {
      path = table.descend(image, this.#labelsOfGoal(route), order);
    }
    if (path === null) return null;
    let moves = '';
    for (const direction of path) moves += DIRECTIONS[order.indexOf(direction)];
    return moves;
  }

  #labelsOfGoal(route: Route): Int32Array {
    let labels = this.#labels.get(route);
    if (labels === undefined) {
      labels = route.table.labels(imageOf(route.symmetry, this.goal));
      this.#labels.set(route, labels);
    }
    return labels;
  }

  #findRoute(start: Position): Route | undefined {
    for (const fromStart of [false, true]) {
      const cell = (fromStart ? start : this.goal).indexOf(BLANK);
      for (const [index, symmetry] of symmetriesOf(this.board).entries()) {
        const table = this.#source(symmetry[cell]);
        if (table === undefined) continue;
        const image = imageOfDirections(this.board, symmetry);
        const order = DIRECTIONS.map((direction: Direction) => DIRECTIONS.indexOf(image[direction]));
        return { table, fromStart, symmetry, isIdentity: index === 0, order };
      }
    }
    return undefined;
  }
}
