/**
 * Explores a board from every goal, which gives the distances of all pairs of positions.
 *
 * Goals with the blank on the same cell differ only in the names of the tiles. A symmetry of the board that maps one blank cell to
 * another preserves distances. So one exploration covers the goals of a whole orbit of cells. 3x3 has three orbits, of a corner, an
 * edge and the centre; 2x7 has four.
 */

import { freeMemory } from '#machine/machine.js';
import { checkMemory } from '../base/memory.js';
import { type PairStatistics, pairStatistics } from '../base/statistics.js';
import { planBoard } from '../engines/boards/board-plan.js';
import { BoardEnginePlan, BoardSearch, type KeepingSearch, keepers } from '../engines/boards/engine.js';
import type { PlanRequest } from '../engines/engine.js';
import { type Board, boardOf, checkMetricName, type Metric } from '../spaces/board/board.js';
import { orderedPosition } from '../spaces/board/position.js';
import { orbitsOf } from '../spaces/board/symmetry.js';
import type { TableContents } from '../table/contents.js';
import {
  type Exploration,
  exploreRun,
  type MadeTable,
  planRequest,
  type WithoutTable,
  type WithTable,
  withAllAntipodes,
} from './exploration/exploration.js';
import type { ExploreOptions } from './explore.js';

export interface ExploreAllGoalsOptions<Made extends MadeTable = MadeTable>
  extends Pick<ExploreOptions, 'threads' | 'table' | 'antipodes' | 'onEvent' | 'signal'> {
  /** The board: ROWSxCOLUMNS such as '3x4', the rows of a map such as '..#/.../#..', or a Board. */
  readonly board: string | Board;
  /** The metric, which determines what counts as one move. @default 'single' */
  readonly metric?: Metric;
  /**
   * Called with each exploration, and awaited before the next one begins. The next exploration reuses the memory, so save the table
   * here. `exploration.table` is valid only until the returned promise settles. If the promise rejects, no further goal is explored.
   */
  onExploration?(exploration: GoalExploration<Made>): unknown;
}

/** The exploration of the goal that represents a class: the ordered position with the blank on the last of `blankCells`. */
export interface GoalExploration<Made extends MadeTable = MadeTable> extends Exploration<Made> {
  /** The cells of the blank in the goals of this class, in ascending order. Symmetries map these cells to each other. */
  readonly blankCells: readonly number[];
  /**
   * Number of goals of this class among the positions that moves connect. The positions of a full board of 2x2 or more form two halves
   * of equal structure, which no moves connect. Only the goals of one half are counted. (A single row or column has as many parts as
   * its tiles have orders; a map can have any number.)
   */
  readonly goalCount: number;
}

/** All distances of a board: God's number over all pairs of positions is its `diameter`. */
export interface AllGoalsExploration extends PairStatistics {
  readonly board: Board;
  /** The metric, which determines what counts as one move. */
  readonly metric: Metric;
  /**
   * One element per class of goals; the class of the last cell is first. The `goalCount`s add up to the number of states that moves
   * connect.
   */
  readonly goals: readonly Omit<GoalExploration, 'table'>[];
  readonly threads: number;
  /** Total `seconds` of the explorations, without the time of `onExploration`. */
  readonly seconds: number;
}

/**
 * Enumerates every state from every goal, up to the symmetries of the board. Goals are explored in turn, in the memory of one
 * exploration.
 * @param options as for explore; `onEvent` receives the events of each exploration, which begin with `start`
 * @throws the errors of explore; whatever `onExploration` throws
 * @example
 * ```ts
 * import { exploreAllGoals, saveTable } from 'antipode';
 *
 * const { diameter } = await exploreAllGoals({
 *   board: '3x3',
 *   onExploration: ({ name, table }) => saveTable(table, `${name}.table`),
 * });
 * ```
 */
export async function exploreAllGoals(
  options: WithTable<ExploreAllGoalsOptions<TableContents>>,
): Promise<AllGoalsExploration>;
export async function exploreAllGoals(
  options: WithoutTable<ExploreAllGoalsOptions<null>>,
): Promise<AllGoalsExploration>;
export async function exploreAllGoals(options: ExploreAllGoalsOptions): Promise<AllGoalsExploration>;
export async function exploreAllGoals(options: ExploreAllGoalsOptions): Promise<AllGoalsExploration> {
  const { metric = 'single', onEvent, onExploration } = options;
  const board = boardOf(options.board);
  checkMetricName(metric);
  const classes = goalClasses(board, metric, planRequest(options));
  const [{ label, memory, threads }] = classes.plans;
  checkMemory(label, memory, threads, freeMemory());
  const goals: Omit<GoalExploration, 'table'>[] = [];
  try {
    for (const index of classes.plans.keys()) {
      const exploration = await classes.explore(index, onEvent);
      await onExploration?.(exploration);
      const { table: _, ...lasting } = exploration;
      goals.push(lasting);
    }
  } finally {
    classes.end();
  }
  return classes.all(goals);
}

/**
 * Returns the classes of a board's goals, each with the plan of its exploration. All use the same memory, in turn.
 * @internal
 */
export function goalClasses(board: Board, metric: Metric, request: PlanRequest) {
  const orbits = orbitsOf(board);
  const shared = planBoard(board, { metric, table: request.table, fresh: false }, request.threads, orbits.length);
  const plans = orbits.map((cells) => new BoardEnginePlan(shared, orderedPosition(board, cells.at(-1)), request));
  let search: KeepingSearch | undefined;

  function ofClass(index: number): Pick<GoalExploration, 'blankCells' | 'goalCount'> {
    const blankCells = orbits[index];
    return { blankCells, goalCount: blankCells.length * (plans[index].reached / board.cells) };
  }

  return {
    plans,
    /** Explores the goal of a class. Its table is valid until the next exploration begins. @throws the errors of explore */
    async explore(index: number, onEvent: ExploreOptions['onEvent']): Promise<GoalExploration> {
      const plan = plans[index];
      search ??= new BoardSearch(plan.search, keepers({ most: request.first }));
      const run = await plan.openWith(search);
      return { ...(await withAllAntipodes(await exploreRun(plan, run, onEvent), request)), ...ofClass(index) };
    },
    /** Ends the threads. */
    end: () => search?.end(),
    /** Returns the distances of all pairs of positions. @param explorations that of each class */
    all(explorations: readonly Omit<Exploration, 'table'>[]): AllGoalsExploration {
      const goals = explorations.map((exploration, index) => ({ ...exploration, ...ofClass(index) }));
      const seconds = goals.reduce((sum, goal) => sum + goal.seconds, 0);
      return { board, metric, goals, ...pairStatistics(goals), threads: plans[0].threads, seconds };
    },
  };
}
