/**
 * Explores a board from every goal, and so knows the distance of all pairs of positions.
 *
 * Goals with their blank on the same cell differ in the names of the tiles alone, and a symmetry of the board that takes
 * one blank cell to another takes the distances along: so one exploration stands for the goals of a whole orbit of
 * cells. 3x3 has three of them, a corner's, an edge's and the centre's, 2x7 four.
 */

import { checkMemory, freeMemory } from '../base/memory.js';
import { type PairStatistics, pairStatisticsOf } from '../base/statistics/all-pairs.js';
import { BoardEnginePlan, BoardRun, type KeepingSearch } from '../engines/bits/engine.js';
import { planBoard } from '../engines/bits/layout/board-plan.js';
import { BoardSearch, keepers } from '../engines/bits/run/board-search.js';
import { type Board, boardOf, formatBoard } from '../spaces/board/board.js';
import { checkMetricName, type Metric } from '../spaces/board/metric.js';
import { orderedPosition } from '../spaces/board/position.js';
import { orbitsOf } from '../spaces/board/symmetry.js';
import type { TableContents } from '../table/contents/contents.js';
import { type Exploration, exploreRun, type MadeTable, needOf } from './exploration/exploration.js';
import { type ExploreOptions, type WithoutTable, type WithTable, withAllAntipodes } from './explore.js';

export interface ExploreAllGoalsOptions<Made extends MadeTable = MadeTable>
  extends Pick<ExploreOptions, 'threads' | 'table' | 'antipodes' | 'onEvent' | 'signal'> {
  /** ROWSxCOLUMNS such as '3x4', the rows of a map such as '..#/.../#..', or a board. */
  readonly board: string | Board;
  /** The metric, which determines what counts as one move. @default 'single' */
  readonly metric?: Metric;
  /**
   * Called with each exploration, and waited for before the next one begins. The next one takes the same memory, so save the
   * table here: `exploration.table` holds it until the returned promise is settled, and no longer. Where it
   * rejects, no further goal is explored.
   */
  onExploration?(exploration: GoalExploration<Made>): unknown;
}

/** The exploration of the goal that stands for a class: the ordered one with its blank on the last of `blankCells`. */
export interface GoalExploration<Made extends MadeTable = MadeTable> extends Exploration<Made> {
  /** The cells of the blank in the goals of this class, ascending: those that symmetries take to each other. */
  readonly blankCells: readonly number[];
  /**
   * The number of positions joined by moves that are goals of this class. A full board of 2x2 or more falls into two halves that
   * no moves join, and they are alike; the goals of one are counted. (A single row or column falls into as many parts as its
   * tiles have orders, and a map may fall into any number.)
   */
  readonly goalCount: number;
}

/** All distances of a board: God's number over all pairs of positions is its `diameter`. */
export interface AllGoalsExploration extends PairStatistics {
  readonly board: Board;
  /** The metric, which determines what counts as one move. */
  readonly metric: Metric;
  /** A class of goals each, that of the last cell first; their `goalCount` add up to the states that moves join. */
  readonly goals: readonly Omit<GoalExploration, 'table'>[];
  readonly threads: number;
  /** The explorations' `seconds` in all, without what `onExploration` took. */
  readonly seconds: number;
}

/**
 * Enumerates every state from every goal, up to the symmetries of the board; each goal in turn, in the memory of one.
 * @param options as for explore; `onEvent` hears the events of each exploration, which begin with `start`
 * @throws as explore; and what `onExploration` throws
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
  const need = needOf(options);
  const classes = orbitsOf(board);
  const plan = planBoard(board, { metric, table: need.table, fresh: false }, need.threads, classes.length);
  const { threads, geometry } = plan;
  checkMemory(formatBoard(board), plan, threads, freeMemory());
  const goals: Omit<GoalExploration, 'table'>[] = [];
  const search: KeepingSearch = new BoardSearch(plan, keepers({ most: need.first }));
  try {
    for (const blankCells of classes) {
      const ofGoal = new BoardEnginePlan(plan, orderedPosition(board, blankCells.at(-1)), need);
      const run = await BoardRun.begin(ofGoal, search);
      const exploration = await withAllAntipodes(await exploreRun(ofGoal, run, onEvent), need);
      const goalCount = blankCells.length * (geometry.reached / board.cells);
      await onExploration?.({ ...exploration, blankCells, goalCount });
      const { table: _, ...lasting } = exploration;
      goals.push({ ...lasting, blankCells, goalCount });
    }
  } finally {
    search.end();
  }
  return {
    board,
    metric,
    goals,
    ...pairStatisticsOf(goals),
    threads,
    seconds: goals.reduce((sum, { seconds }) => sum + seconds, 0),
  };
}
