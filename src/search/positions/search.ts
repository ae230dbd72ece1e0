/** Searches by name, and what they report. */

import { InputError } from '../../base/input-error.js';
import { checkThreads, offeredThreads } from '../../base/threads/thread-count.js';
import { type Board, boardOf, formatBoard, isSameBoard } from '../../spaces/board/board.js';
import { checkMetricName, type Metric } from '../../spaces/board/metric.js';
import { countMoves } from '../../spaces/board/moves-text.js';
import {
  checkPosition,
  formatPosition,
  orderedPosition,
  type Position,
  parsePosition,
} from '../../spaces/board/position.js';
import { isSolvable } from '../../spaces/board/solvable.js';
import { ALGORITHMS, type AlgorithmName, checkMetric, isInformed } from '../algorithm-names.js';
import { HEURISTICS, type HeuristicName } from '../heuristic/heuristic.js';
import { heuristicFor } from '../heuristic/heuristics.js';
import { idaStar } from '../ida-star/ida-star.js';
import { Limits, type SearchLimits } from '../limits.js';
import type { TableSolver } from '../table-solver.js';
import { aStar } from './a-star.js';
import type { Algorithm, SearchProblem } from './algorithm.js';
import { bidirectional } from './bidirectional.js';
import { breadthFirst } from './breadth-first.js';
import { fromTable, NO_NODES } from './from-table.js';

const SEARCHES: Readonly<Record<Exclude<AlgorithmName, 'table'>, Algorithm>> = {
  bfs: breadthFirst,
  bidirectional,
  astar: aStar,
  idastar: idaStar,
};

/** The heuristic that expands the fewest nodes. */
export const STRONGEST_HEURISTIC: HeuristicName = 'linear-conflict';

export interface SearchOptions extends SearchLimits {
  /** For the algorithm table: a solver of the same goal. */
  readonly tableSolver?: TableSolver | undefined;
  /** For astar and idastar; by default linear-conflict. */
  readonly heuristic?: HeuristicName | undefined;
  /** Worker threads that idastar may use, by default as many as the machine offers. With 1 its node counts are always the same. */
  readonly threads?: number | undefined;
}

/** What is asked for: boards and positions as texts or as such. */
export interface SearchQuestion {
  /** ROWSxCOLUMNS such as '4x4', the rows of a map such as '..#/.../#..', or a board. */
  readonly board: string | Board;
  readonly start: string | Position;
  /** By default tiles in order and the blank last. */
  readonly goal?: string | Position | undefined;
  /** What counts as one move, by default `single`: a single tile moved by one cell. */
  readonly metric?: Metric | undefined;
}

/** A shortest way, or that there is none, and what it took to find it. */
export interface SearchResult {
  readonly algorithm: AlgorithmName;
  /** null where the algorithm uses none. */
  readonly heuristic: HeuristicName | null;
  /**
   * The blank's moves as letters u, d, l, r, in the metric `multi` each followed by how many cells the blank goes; null where no
   * moves lead to the goal.
   */
  readonly moves: string | null;
  /** How many moves. */
  readonly distance: number | null;
  /** Nodes whose moves were made. */
  readonly expanded: number;
  /** Nodes that a move led to, each time one did; no search makes the move that undoes the last one. */
  readonly generated: number;
  /** Nodes held in memory at once, at most. */
  readonly stored: number;
  readonly seconds: number;
}

/**
 * Searches a shortest way. Whether there is one is known before.
 * @throws InputError where start or goal is no position of the board, an option is wrong, the algorithm does not go with the metric,
 * or the table's solver has another goal; LimitError where the time or the memory does not
 * suffice; TableError where the table is missing or damaged; WorkerError where a thread dies; the signal's reason
 */
export async function search(
  name: AlgorithmName,
  question: SearchQuestion,
  options: SearchOptions = {},
): Promise<SearchResult> {
  const { heuristic: heuristicName = STRONGEST_HEURISTIC, threads = offeredThreads() } = options;
  checkName('algorithm', name, ALGORITHMS);
  checkName('heuristic', heuristicName, HEURISTICS);
  checkOptions(options);
  const problem = problemOf(question);
  checkMetricName(problem.metric);
  checkMetric(name, problem.metric);
  const { board, start, goal } = problem;
  const algorithm = name === 'table' ? fromTable(solverFor(problem, options.tableSolver)) : SEARCHES[name];
  const limits = new Limits(options);
  limits.checkTime();
  const begin = performance.now();
  const heuristic = () => heuristicFor(heuristicName, board, goal);
  const found = !isSolvable(board, start, goal)
    ? { moves: null, ...NO_NODES }
    : start.every((tile, cell) => tile === goal[cell])
      ? { moves: '', expanded: 0, generated: 0, stored: 1 }
      : await algorithm.find(problem, { heuristic, limits, threads });
  return {
    algorithm: name,
    heuristic: isInformed(name) ? heuristicName : null,
    distance: found.moves === null ? null : countMoves(found.moves),
    ...found,
    seconds: (performance.now() - begin) / 1000,
  };
}

function problemOf({ board: shape, start, goal, metric = 'single' }: SearchQuestion): SearchProblem {
  const board = boardOf(shape);
  const read = (position: string | Position) =>
    typeof position === 'string' ? parsePosition(position, board) : checkPosition(position, board);
  return { board, start: read(start), goal: goal === undefined ? orderedPosition(board) : read(goal), metric };
}

function checkName<Name extends string>(what: string, name: Name, known: readonly Name[]): void {
  if (!known.includes(name)) throw new InputError(`the ${what} must be one of ${known.join(', ')}; found '${name}'`);
}

function checkOptions({ seconds, bytes, threads }: SearchOptions): void {
  for (const [name, value] of Object.entries({ seconds, bytes })) {
    if (value !== undefined && !(value > 0)) throw new InputError(`${name} must be a number above 0, found ${value}`);
  }
  if (threads !== undefined) checkThreads(threads);
}

function solverFor({ board, goal, metric }: SearchProblem, solver: TableSolver | undefined): TableSolver {
  if (solver === undefined) throw new InputError('the algorithm table needs a tableSolver');
  if (!isSameBoard(solver.board, board) || solver.goal.join() !== goal.join()) {
    throw new InputError(
      `the table's solver goes to ${formatPosition(solver.goal)} on ${formatBoard(solver.board)}, not to ${formatPosition(goal)} on ${formatBoard(board)}`,
    );
  }
  if (solver.metric !== metric) {
    throw new InputError(`the table's solver has the metric ${solver.metric}, not ${metric}`);
  }
  return solver;
}
