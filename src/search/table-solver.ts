/** Solutions from tables, for any kind of space. */

import { InputError } from '../base/text.js';
import { estimateOf, overestimates } from '../space/answers.js';
import { describeState, type NumberedStates } from '../space/definition.js';
import type { Space } from '../space/space.js';
import { type Board, DIRECTIONS, formatBoard, isSameBoard, type Metric } from '../spaces/board/board.js';
import { countMoves } from '../spaces/board/moves.js';
import { geometryOf, positionOf, stateOfArrangement } from '../spaces/board/numbering.js';
import { BLANK, formatPosition, isSamePosition, type Position } from '../spaces/board/position.js';
import { SeededRandom } from '../spaces/board/random.js';
import { boardSymmetries, imageOf, imageOfDirections, type Symmetry } from '../spaces/board/symmetry.js';
import type { BoardWalker } from '../table/board-walker.js';
import { TableError } from '../table/contents.js';
import type { Orientation } from '../table/cursors.js';
import type { Table } from '../table/table.js';
import {
  numbered,
  numberedEnds,
  type Path,
  pathFrom,
  pathThrough,
  positionPath,
  problemOf,
  type SearchQuestion,
  type SearchResult,
  type StateEnds,
  searchResult,
} from './question/question.js';

/**
 * Answers questions from tables. On boards, a table answers every pair of positions that symmetries, renamed tiles and
 * the reverse direction transform to pairs of the table. In other spaces, it answers questions that begin or end at its
 * start.
 *
 * @example
 * ```ts
 * import { Table, TableSolver } from 'antipode';
 *
 * using table = await Table.open('3x3.table');
 * const solver = TableSolver.of(table.space, [table]);
 * solver.answer({ from: '2 3 4 1 5 x 7 6 8' })?.moves; // ['u', 'l', 'l', 'd', 'd', ...]
 * solver.answer({ from: '2 3 4 1 5 x 7 6 8', to: '1 2 3 4 x 5 6 7 8' }); // undefined: no table for that goal
 * ```
 */
export class TableSolver {
  readonly space: Space;
  /** Paths to a board's own goal; null if there is no table of a board. @internal */
  readonly boardPaths: BoardPaths | null;
  readonly #stateTables: readonly Table[];
  #otherPaths: BoardPaths | undefined;

  private constructor(space: Space, boardPaths: BoardPaths | null, stateTables: readonly Table[]) {
    this.space = space;
    this.boardPaths = boardPaths;
    this.#stateTables = stateTables;
  }

  /**
   * Returns a solver of questions about a space.
   * @param tables of the space, in the order of preference; for a board also a function that returns the open table for
   * a cell of the goal's blank, if any
   */
  static of(space: Space, tables: readonly Table[] | WalkerOfCell): TableSolver {
    if (space.board !== null) {
      const { board, goal, metric } = space.board;
      if (typeof tables === 'function') return new TableSolver(space, boardPathsTo(board, goal, metric, tables), []);
      const walkers = tables.flatMap(({ walker }) => walker ?? []);
      const find = (cell: number) => walkers.find(({ goalCell }) => goalCell === cell);
      if (walkers.length > 0) return new TableSolver(space, boardPathsTo(board, goal, metric, find), []);
    }
    return new TableSolver(space, null, typeof tables === 'function' ? [] : tables);
  }

  /**
   * Returns a shortest solution and the effort of finding it; undefined if no table answers the question.
   * @param question the ends of the path, as texts or states; each is by default the space's start, or a board's goal
   * @throws InputError if an end is not a state of the space; TableError if a table is damaged; SpaceError if the space contradicts
   * itself
   */
  answer(question: SearchQuestion): SearchResult | undefined {
    const begin = performance.now();
    const found = this.#tableWithPath(question);
    if (found === undefined) return undefined;
    const path = found.path();
    // Each state on the path but the last is expanded, and its neighbour on the path generated.
    const expanded = path?.moves.length ?? 0;
    return searchResult('table', null, { path, expanded, generated: expanded, stored: path === null ? 0 : 1 }, begin);
  }

  /** Returns the table that answers a question, for boards its walker; undefined if no table does. @throws as answer */
  tableFor(question: SearchQuestion): Table | BoardWalker | undefined {
    return this.#tableWithPath(question)?.table;
  }

  /** Checks that this is a solver of the space. @throws InputError if it is not */
  checkSpace(space: Space): void {
    if (space === this.space) return;
    const [own, other] = [this.space, space].map(descriptionOf);
    if (own !== other)
      throw new InputError(`the tables are those of ${own}, not of ${other}: open tables of that space`);
  }

  #tableWithPath(question: SearchQuestion) {
    if (this.boardPaths === null) {
      const ends = numberedEnds(numbered(this.space), question);
      const table = this.#stateTables.find((each) => answersEnds(each, ends));
      return table && { table, path: () => statePath(table, ends) };
    }
    const problem = problemOf(this.space, question);
    const route = this.#pathsTo(problem.goal, this.boardPaths).routeFrom(problem.start);
    const path = (walk: string | null) => (walk === null ? null : positionPath(problem, walk));
    return route && { table: route.table, path: () => path(route.walk(problem.start)) };
  }

  /** Returns the paths to a goal, and keeps those to the last goal other than the board's own. */
  #pathsTo(goal: Position, own: BoardPaths): BoardPaths {
    if (isSamePosition(goal, own.goal)) return own;
    if (this.#otherPaths === undefined || !isSamePosition(goal, this.#otherPaths.goal)) {
      this.#otherPaths = boardPathsTo(own.board, goal, own.metric, own.tables);
    }
    return this.#otherPaths;
  }
}

/** Returns a text that is the same for equal spaces. */
function descriptionOf({ fullName, board }: Space): string {
  return board === null ? fullName : `${fullName} with the goal ${formatPosition(board.goal)}`;
}

/*
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

/** Returns the open table for a cell of the goal's blank; undefined if none is open. */
export type WalkerOfCell = (goalCell: number) => BoardWalker | undefined;

/**
 * A table for the pairs of one goal with their starts' blanks on one cell. `walk` transforms such a pair for the table, and returns
 * its path; null if there is none. @throws TableError
 */
type Route = { readonly table: BoardWalker; readonly walk: (start: Position) => string | null };

/** Paths from any position to one goal. */
type BoardPaths = ReturnType<typeof boardPathsTo>;

/**
 * @param goal a position of the board
 * @param tables called for each goal cell that would serve, and again later if it returned undefined
 */
function boardPathsTo(board: Board, goal: Position, metric: Metric, tables: WalkerOfCell) {
  /** By the cell of the start's blank. */
  const routes = new Map<number, Route>();

  function findRoute(start: Position): Route | undefined {
    for (const fromStart of [false, true]) {
      const cell = (fromStart ? start : goal).indexOf(BLANK);
      for (const [index, symmetry] of boardSymmetries(board).entries()) {
        const table = tables(symmetry[cell]);
        if (table === undefined) continue;
        if (!isSameBoard(table.board, board) || table.goalCell !== symmetry[cell]) {
          throw new TableError(
            `expected a table of ${formatBoard(board)} for goal cell ${symmetry[cell]}, found one of ${formatBoard(table.board)} for goal cell ${table.goalCell}`,
          );
        }
        if (table.metric !== metric) {
          throw new TableError(`expected a table of the metric ${metric}, found one of the metric ${table.metric}`);
        }
        const image = (position: Position) => (index === 0 ? position : imageOf(symmetry, position));
        const orientation = orientationOf(board, symmetry);
        const end = image(goal);
        // The table's goal corresponds to the start of the pair.
        if (fromStart)
          return { table, walk: (start) => table.walk('up', end, table.labels(image(start)), orientation) };
        const labels = table.labels(end);
        return { table, walk: (start) => table.walk('down', image(start), labels, orientation) };
      }
    }
    return undefined;
  }

  /** Returns the route from a start; undefined if no table answers from there. @throws TableError */
  function routeFrom(start: Position): Route | undefined {
    const startCell = start.indexOf(BLANK);
    const route = routes.get(startCell) ?? findRoute(start);
    if (route !== undefined) routes.set(startCell, route);
    return route;
  }

  return {
    board,
    goal,
    metric,
    tables,
    routeFrom,
    /**
     * Returns a walk of a shortest path.
     * @param start a position of the board
     * @returns null if no moves lead to the goal; undefined if no table answers the pair
     * @throws TableError if a table is damaged
     */
    walkFrom: (start: Position): string | null | undefined => routeFrom(start)?.walk(start),
    /** Returns the cells of a goal's blank whose tables would answer from a start, the preferred ones first. */
    goalCells(start: Position): number[] {
      const symmetries = boardSymmetries(board);
      return [goal, start].flatMap((end) => symmetries.map((symmetry) => symmetry[end.indexOf(BLANK)]));
    },
  };
}

/** Returns the order in which a symmetry's image of a board tries directions, and their letters on the board itself. */
function orientationOf(board: Board, symmetry: Symmetry): Orientation {
  const image = imageOfDirections(board, symmetry);
  const order = DIRECTIONS.map((direction) => DIRECTIONS.indexOf(image[direction]));
  return { order, letters: DIRECTIONS.map((_, direction) => DIRECTIONS[order.indexOf(direction)]) };
}

/*
 * Paths between any state and the start of a table. If moves can be undone, a table gives the path from a state to the
 * start, and its reverse leads from the start to the state. If not, a table gives the path from the start to the state.
 */

/** The properties of a table that paths need. */
export type SolvedStates = Pick<Table, 'starts' | 'solve'> & { readonly space: NumberedStates };

/** Returns whether a table answers a question: one end must be its starts, the other a single state. */
export function answersEnds({ starts, space }: SolvedStates, { from, to }: StateEnds): boolean {
  return (
    (to.length === 1 && sameStates(from, starts)) || (space.reversible && from.length === 1 && sameStates(to, starts))
  );
}

/**
 * Returns a shortest path, if the table answers the question; null if none exists.
 * @throws TableError if the table is damaged; SpaceError if the space contradicts itself
 */
export function statePath(table: SolvedStates, { from, to }: StateEnds): Path<number> | null {
  const { space, starts } = table;
  const down = space.reversible && from.length === 1 && sameStates(to, starts);
  const [state] = down ? from : to;
  const moves = table.solve(state);
  if (moves === null) return null;
  // The end of the path determines at which of several starts it begins.
  const [begins, ends] = space.reversible ? [[state], starts] : [starts, [state]];
  const paths = begins.map((begin) => pathFrom(space, begin, moves));
  const path = paths.find((each) => each !== undefined && ends.includes(each.states[moves.length]));
  if (path === undefined) {
    throw new TableError(
      `${space.name}: the table's moves do not connect state ${describeState(space, state)} and its start`,
    );
  }
  return space.reversible && !down ? pathThrough(space, [...path.states].reverse()) : path;
}

function sameStates(some: readonly number[], others: readonly number[]): boolean {
  return some.length === others.length && some.every((state) => others.includes(state));
}

/* States sampled from tables: some of every depth, as instances of comparisons, and some that check heuristics. */

/**
 * Returns positions of every distance from a board's goal, evenly spread over the states of that distance in the order
 * of their numbers. Reads the distances of all states from a table.
 * @param solver solver of a board, with a table that answers from every position
 * @param histogram states of each distance
 * @param count maximum number of positions of each distance
 * @throws TableError if a table is damaged
 */
export function positionsOfEachDepth(solver: TableSolver, histogram: readonly number[], count: number): Position[] {
  const paths = solver.boardPaths;
  if (paths === null) throw new Error(`${solver.space.name} is not a board`);
  const { board, goal, walkFrom } = paths;
  const geometry = geometryOf(board);
  function* positions(): Generator<readonly [Position, number]> {
    for (let cell = 0; cell < board.cells; cell++) {
      for (let arrangement = 0; arrangement < geometry.arrangements; arrangement++) {
        const position = positionOf(geometry, goal, stateOfArrangement(cell, arrangement));
        const walk = walkFrom(position);
        if (walk !== null && walk !== undefined) yield [position, countMoves(walk)];
      }
    }
  }
  return spreadStates(positions(), histogram, count);
}

/**
 * Returns states of every depth, evenly spread over the states of that depth in their order.
 * @param states all states in order, with their depths
 * @param histogram number of states of each depth; states of other depths are skipped
 * @param count maximum number of states of each depth
 */
export function spreadStates<S>(
  states: Iterable<readonly [S, number]>,
  histogram: readonly number[],
  count: number,
): S[] {
  const samples: S[][] = histogram.map(() => []);
  const counts = histogram.map(() => 0);
  for (const [state, depth] of states) {
    if (depth >= histogram.length) continue;
    const taken = samples[depth].length;
    const wanted = Math.min(count, histogram[depth]);
    if (taken < wanted && counts[depth]++ === Math.floor(((taken + 0.5) * histogram[depth]) / wanted)) {
      samples[depth].push(state);
    }
  }
  return samples.flat();
}

/* The check of a space's heuristics against the distances of a table. */

const MOST_STATES = 100;
const SEED = 1;

/**
 * Compares the estimates of random states, always the same ones, with a table's distances. If moves cannot be undone, a
 * table holds distances from the start, which heuristics do not estimate.
 * @param where the table's path or origin, for messages
 * @throws SpaceError if a heuristic exceeds a distance; TableError if the table is damaged
 */
export function checkEstimates(table: Table, where: string): void {
  const { space } = table;
  const heuristics = Object.keys(space.heuristics ?? {});
  if (heuristics.length === 0 || !space.reversible) return;
  const random = new SeededRandom(SEED);
  for (let sampled = 0; sampled < MOST_STATES; sampled++) {
    const state = random.state(space.size);
    const distance = table.distance(state);
    if (distance === null) continue;
    for (const heuristic of heuristics) {
      const estimate = estimateOf(space, heuristic, state);
      if (estimate <= distance) continue;
      throw overestimates(space, heuristic, state, estimate, `its distance is ${distance} in ${where}`);
    }
  }
}
