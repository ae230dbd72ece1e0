/** Everything that can be said of a space whose table there is: the coordinator of an analysis. */

import type { Board } from '../board/board.js';
import type { Metric } from '../board/metric.js';
import { orderedPosition, type Position } from '../board/position.js';
import { statesOf } from '../explore/layer-states.js';
import { replayBitsets, replayLayers } from '../explore/replay.js';
import { bitsetsBytes, checkMemory, freeMemory } from '../explore/requirements.js';
import type { HeuristicName } from '../heuristic/heuristic.js';
import { geometryOf } from '../numbering/geometry.js';
import { type Branching, branchingOf, furtherPairs, type NeighbourCounts } from '../statistics/branching.js';
import { type DistributionStatistics, quantileOf, statisticsOf } from '../statistics/distribution.js';
import { type EstimateQuality, estimateQualityOf } from '../statistics/estimate-quality.js';
import { spaceName, type TableSpace } from '../table/contents.js';
import { checkThreads, defaultThreads } from '../threads/thread-count.js';
import { type CensusOf, censusOfGoal, heuristicsOf, type LayerCensus, sumOfCensuses } from './layer-census.js';
import { BYTES_PER_COUNT, MOST_STATES_COUNTED, ShortestSolutions, type SolutionCounts } from './shortest-solutions.js';

/** Shares of which an analysis gives the quantiles. */
export const QUANTILES = [0.01, 0.05, 0.1, 0.25, 0.5, 0.75, 0.9, 0.95, 0.99] as const;

export interface AnalyseOptions {
  /** Worker threads, 1..256; by default as many as the machine offers. */
  readonly threads?: number;
  /** Called with each antipode, in the order of the numbering, and waited for. */
  readonly onAntipode?: (position: Position) => unknown;
  /** Called after each layer, on the calling thread: how many of all states have been seen. */
  readonly onProgress?: (seen: number, states: number) => void;
  readonly signal?: AbortSignal;
}

/** The states of one depth. */
export interface DepthAnalysis extends Branching {
  readonly depth: number;
  readonly states: number;
  /** States of this depth for each state of the depth before; null at depth 0. */
  readonly growth: number | null;
  /** Null where the space has more states than are counted. */
  readonly shortestSolutions: SolutionCounts | null;
}

export interface HeuristicAnalysis extends EstimateQuality {
  readonly heuristic: HeuristicName;
}

export interface Analysis extends DistributionStatistics {
  readonly space: string;
  readonly board: Board;
  readonly goal: Position;
  readonly metric: Metric;
  readonly histogram: readonly number[];
  /** For each of QUANTILES, the least depth that this share of all states does not exceed. */
  readonly quantiles: readonly { readonly share: number; readonly depth: number }[];
  /** Mean number of neighbours of a state. */
  readonly meanDegree: number;
  /** States with no neighbour further away. */
  readonly localMaxima: number;
  /** Over all states; null where the space has more than 10 million. */
  readonly shortestSolutions: SolutionCounts | null;
  readonly depths: readonly DepthAnalysis[];
  /** Of the metric `single`, for which the heuristics are made; in others they would overestimate, and there are none here. */
  readonly heuristics: readonly HeuristicAnalysis[];
  readonly threads: number;
  readonly seconds: number;
}

/**
 * Bytes of memory that an analysis takes: two bits a state in the metric `single`, by default, and more in `multi`; and 8 bytes
 * a state where shortest solutions are counted.
 */
export function bytesToAnalyse(board: Board, metric: Metric = 'single'): number {
  const { states } = geometryOf(board);
  return (
    bitsetsBytes(board, replayBitsets(metric, true)) + (states <= MOST_STATES_COUNTED ? BYTES_PER_COUNT * states : 0)
  );
}

/**
 * Replays the layers of a table's space, and takes the census of each.
 * @throws TableError where the table's histogram is wrong, InputError where an option is; MemoryError, WorkerError; the
 * signal's reason
 */
export async function analyse(
  { board, goalCell, metric, histogram }: TableSpace,
  { threads = defaultThreads(), onAntipode, onProgress, signal }: AnalyseOptions = {},
): Promise<Analysis> {
  checkThreads(threads);
  checkMemory(board, bytesToAnalyse(board, metric), threads, freeMemory());
  const begin = performance.now();
  const { states, reached } = geometryOf(board);
  const look: CensusOf = { board, goalCell, metric };
  const counted = states <= MOST_STATES_COUNTED ? new ShortestSolutions(board, metric) : undefined;
  const censuses: LayerCensus[] = [];
  const solutions: SolutionCounts[] = [];
  const lastDepth = histogram.length - 1;
  let seen = 0;
  await replayLayers<CensusOf, LayerCensus>(
    { board, goalCell, metric, histogram, threads, signal },
    { file: 'census-layers.cjs', look, counting: true },
    async (layer) => {
      censuses.push(layer.depth === 0 ? censusOfGoal(look) : sumOfCensuses(layer.seen));
      if (counted !== undefined) solutions.push(counted.count(layer));
      if (onAntipode !== undefined && layer.depth === lastDepth) {
        for (const { tiles } of statesOf(board, goalCell, layer)) await onAntipode([...tiles]);
      }
      seen += layer.states;
      onProgress?.(seen, reached);
    },
  );
  const depths = histogram.map((count, depth) => ({
    depth,
    states: count,
    growth: depth === 0 ? null : count / histogram[depth - 1],
    // Who is further from here is nearer from there.
    ...branchingOf(censuses[depth].neighbours, depth === 0 ? 0 : furtherPairs(censuses[depth - 1].neighbours)),
    shortestSolutions: solutions[depth] ?? null,
  }));
  const all = branchingOf(sumOfNeighbours(censuses));
  return {
    space: spaceName(board, goalCell, metric),
    board,
    goal: orderedPosition(board, goalCell),
    metric,
    ...statisticsOf(histogram),
    histogram,
    quantiles: QUANTILES.map((share) => ({ share, depth: quantileOf(histogram, share) })),
    meanDegree: all.meanDegree,
    localMaxima: all.localMaxima,
    shortestSolutions: solutions.length === 0 ? null : overall(solutions, histogram),
    depths,
    heuristics: heuristicsOf(metric).map((heuristic, index) => ({
      heuristic,
      ...estimateQualityOf(censuses.map(({ estimates }) => estimates[index])),
    })),
    threads,
    seconds: (performance.now() - begin) / 1000,
  };
}

function sumOfNeighbours(censuses: readonly LayerCensus[]): NeighbourCounts {
  return censuses[0].neighbours.map((row, degree) =>
    row.map((_, nearer) => censuses.reduce((sum, { neighbours }) => sum + neighbours[degree][nearer], 0)),
  );
}

function overall(solutions: readonly SolutionCounts[], histogram: readonly number[]): SolutionCounts {
  const states = histogram.reduce((sum, count) => sum + count, 0);
  return {
    mean: solutions.reduce((sum, { mean }, depth) => sum + mean * histogram[depth], 0) / states,
    maximum: Math.max(...solutions.map(({ maximum }) => maximum)),
  };
}
