/** The analysis of a space that has a table: its distances, depth by depth or in ranges of depths, and its heuristics. */

import {
  type Branching,
  branchingTogether,
  type DepthGroup,
  type DistributionStatistics,
  depthGroups,
  type EstimateQuality,
  estimateQuality,
  quantile,
  statisticsOf,
} from '../base/statistics.js';
import type { BoardView } from '../space/space.js';
import { withCompiledMoves } from '../spaces/permutation/moves/compile-moves.js';
import type { Table } from '../table/table.js';
import { checkPass, MOST_STATES_COUNTED, type SolutionCounts } from './layer-replay.js';
import { solutionCounter } from './state-passes.js';
import { replayOf } from './table-replay.js';

export interface AnalyseOptions {
  /**
   * Maximum number of worker threads, 1..256.
   * @default all available, fewer for small spaces
   */
  readonly threads?: number;
  /** Called with the text of each antipode, in the order of the states' numbers, and awaited. */
  readonly onAntipode?: (text: string) => unknown;
  /** Called at intervals with the work done so far and the total: states of a board, or visits of another space's states. */
  readonly onProgress?: (done: number, of: number) => void;
  readonly signal?: AbortSignal;
}

export type HeuristicAnalysis = EstimateQuality & { readonly heuristic: string };

export interface Analysis extends DistanceAnalysis {
  /** Full name of the space. */
  readonly space: string;
  /** Texts of the states that distances are counted from; for a board, its goal. */
  readonly starts: readonly string[];
  readonly metric: string | null;
  /** Number of numbered states, reached or not. */
  readonly size: number;
  /** True if every move can be undone. If not, distances are those from the starts. */
  readonly reversible: boolean;
  /** The board; null if the space is not enumerated as a board. */
  readonly board: BoardView | null;
  /**
   * Heuristics of boards in the metric `single`, in which they do not overestimate, and heuristics of other spaces whose moves can be
   * undone.
   */
  readonly heuristics: readonly HeuristicAnalysis[];
  readonly threads: number;
  readonly seconds: number;
}

/**
 * Returns the bytes of memory that an analysis takes.
 *
 * Boards take two bits per state in the metric `single` and more in `multi`, and 8 bytes per state while shortest solutions are
 * counted. Other spaces take a depth for each state, and 12 bytes per state while shortest solutions are counted.
 * @param threads maximum number of worker threads, as for `analyse`
 * @example
 * ```ts
 * import { bytesToAnalyse, Table } from 'antipode';
 *
 * using table = await Table.open('out/3x3.table');
 * console.log(`${(bytesToAnalyse(table) / 1e6).toFixed(1)} MB`); // 1.5 MB
 * ```
 */
export function bytesToAnalyse(table: Table, threads?: number): number {
  return replayOf(table).plan('census', threads).bytes;
}

/**
 * Counts the states of every layer of a table's space: distances, neighbours, shortest solutions, estimates of heuristics.
 * @param table an open table
 * @throws TableError if the table contradicts itself or its space; InputError if an option is wrong; SpaceError, or WorkerError with its
 * text, if the space fails; MemoryError; WorkerError if a thread dies; the signal's reason
 * @example
 * ```ts
 * import { analyse, Table } from 'antipode';
 *
 * using table = await Table.open('out/3x3.table');
 * const { mean, localMaxima } = await analyse(table);
 * console.log(mean.toFixed(4), localMaxima); // 21.9724 25077
 * ```
 */
export async function analyse(
  table: Table,
  { onAntipode, onProgress, signal, ...options }: AnalyseOptions = {},
): Promise<Analysis> {
  const replay = replayOf(table);
  const { facts, histogram, board } = replay;
  const { text } = replay.columns();
  const plan = replay.plan('census', options.threads);
  const { threads } = plan;
  checkPass(replay, plan, options.threads);
  const begin = performance.now();
  const countSolutions =
    facts.size <= MOST_STATES_COUNTED ? solutionCounter(withCompiledMoves(table.space), signal) : null;
  const solutions: SolutionCounts[] = [];
  const { branchings, overall, estimates, positionMean } = await replay.census(
    { threads, onProgress, signal },
    async (layer, onVisited) => {
      if (countSolutions) solutions.push(await countSolutions(layer, onVisited));
      if (onAntipode === undefined || layer.depth < histogram.length - 1) return;
      for (const state of layer.inOrder()) await onAntipode(text.of(state));
    },
  );
  const statistics = statisticsOf(histogram);
  const depths = histogram.map((states, depth) => ({
    depth,
    states,
    growth: depth === 0 ? null : states / histogram[depth - 1],
    ...branchings[depth],
    shortestSolutions: solutions[depth] ?? null,
  }));
  return {
    space: facts.name,
    starts: facts.startTexts,
    metric: facts.metric,
    size: facts.size,
    reversible: facts.reversible,
    board,
    ...statistics,
    histogram,
    notReached: facts.size - statistics.states,
    quantiles: QUANTILES.map((share) => ({ share, depth: quantile(histogram, share) })),
    ...(positionMean !== undefined && { positionMean }),
    meanDegree: overall.meanDegree,
    localMaxima: overall.localMaxima,
    shortestSolutions: solutionsTogether(depths),
    depths,
    heuristics: estimates.map(({ heuristic, counts }) => ({ heuristic, ...estimateQuality(counts) })),
    threads,
    seconds: (performance.now() - begin) / 1000,
  };
}

/** Shares of the quantiles in an analysis. */
export const QUANTILES = [0.01, 0.05, 0.1, 0.25, 0.5, 0.75, 0.9, 0.95, 0.99] as const;

/** The states of one depth. */
export interface DepthAnalysis extends Branching {
  readonly depth: number;
  readonly states: number;
  /** Ratio of the states at this depth to those at the depth before; null at depth 0. */
  readonly growth: number | null;
  /** Shortest solutions; null if the space has too many states to count them. */
  readonly shortestSolutions: SolutionCounts | null;
}

export interface DistanceAnalysis extends DistributionStatistics {
  readonly histogram: readonly number[];
  /** Number of numbered states that no moves reach; all other figures leave them out. */
  readonly notReached: number;
  /** For each of QUANTILES, the smallest depth that this share of all states does not exceed. */
  readonly quantiles: readonly { readonly share: number; readonly depth: number }[];
  /** Mean distance over the positions of the board, for patterns only. In `mean`, each state counts once. */
  readonly positionMean?: number;
  /** Mean number of neighbours of a state. */
  readonly meanDegree: number;
  /** Number of states without a neighbour further away. */
  readonly localMaxima: number;
  /** The shortest solutions of all states; null if the space has more than 10 million. */
  readonly shortestSolutions: SolutionCounts | null;
  readonly depths: readonly DepthAnalysis[];
}

/** Returns the solutions of several depths together; null if they are not counted. */
function solutionsTogether(
  depths: readonly Pick<DepthAnalysis, 'states' | 'shortestSolutions'>[],
): SolutionCounts | null {
  let [states, sum, maximum] = [0, 0, 0];
  for (const { states: ofDepth, shortestSolutions } of depths) {
    if (shortestSolutions === null) return null;
    states += ofDepth;
    sum += shortestSolutions.mean * ofDepth;
    maximum = Math.max(maximum, shortestSolutions.maximum);
  }
  return { mean: sum / states, maximum };
}

/** The states of the depths `first` to `last`. */
export interface DepthRange extends DepthGroup, Branching {
  readonly states: number;
  /** Growth of the only depth; null if the range has more. */
  readonly growth: number | null;
  readonly shortestSolutions: SolutionCounts | null;
}

/**
 * Returns a range for each depth, or for each group of depths if there are many.
 * @param most maximum number of ranges, if depths are grouped
 */
export function depthRanges(depths: readonly DepthAnalysis[], most: number): DepthRange[] {
  return depthGroups(depths.length, most).map((group) => {
    const within = depths.slice(group.first, group.last + 1);
    if (within.length === 1) return { ...group, ...within[0] };
    const states = within.reduce((sum, depth) => sum + depth.states, 0);
    const shortestSolutions = solutionsTogether(within);
    return { ...group, states, growth: null, ...branchingTogether(within), shortestSolutions };
  });
}

/** Tolerance: smaller differences are rounding errors. */
const LEAST_LEVEL = 1e-9;

/** Returns true if any state has neighbours at its own depth. */
export function hasLevel(depths: readonly Branching[]): boolean {
  return depths.some((depth) => meanLevel(depth) > LEAST_LEVEL);
}

/** Returns the mean number of neighbours at the same depth. */
export function meanLevel({ meanDegree, meanNearer, meanFurther }: Branching): number {
  return Math.max(0, meanDegree - meanNearer - meanFurther);
}
