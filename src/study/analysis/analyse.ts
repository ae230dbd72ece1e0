/** Everything that can be said of a space whose table there is: the coordinator of an analysis. */

import { checkMemory, freeMemory } from '../../base/memory.js';
import { branchingOf, furtherPairs, type NeighbourCounts } from '../../base/statistics/branching.js';
import { type EstimateQuality, estimateQualityOf } from '../../base/statistics/estimate-quality.js';
import { checkThreads, defaultThreads } from '../../base/threads/thread-count.js';
import { planBoard } from '../../engines/bits/layout/board-plan.js';
import { statesOfLayer } from '../../runs/replay/layer-states.js';
import { replayBitsets, replayLayers } from '../../runs/replay/replay.js';
import type { HeuristicName } from '../../search/heuristic/heuristic.js';
import { type Board, formatBoard } from '../../spaces/board/board.js';
import { spaceName } from '../../spaces/board/board-facts.js';
import type { Metric } from '../../spaces/board/metric.js';
import { geometryOf } from '../../spaces/board/numbering/geometry.js';
import { orderedPosition, type Position } from '../../spaces/board/position.js';
import type { TableSpace } from '../../table/contents.js';
import { type DistanceAnalysis, distanceAnalysis, type SolutionCounts } from './distance-analysis.js';
import { type CensusOf, censusOfGoal, heuristicsOf, type LayerCensus, sumOfCensuses } from './layer-census.js';
import { BYTES_PER_COUNT, MOST_STATES_COUNTED, ShortestSolutions } from './shortest-solutions.js';

export interface AnalyseOptions {
  /** Worker threads, 1..256; by default as many as the machine offers, fewer for small boards. */
  readonly threads?: number;
  /** Called with each antipode, in the order of the numbering, and waited for. */
  readonly onAntipode?: (position: Position) => unknown;
  /** Called after each layer, on the calling thread: how many of all states have been seen. */
  readonly onProgress?: (seen: number, states: number) => void;
  readonly signal?: AbortSignal;
}

export interface HeuristicAnalysis extends EstimateQuality {
  readonly heuristic: HeuristicName;
}

export interface Analysis extends DistanceAnalysis {
  readonly space: string;
  readonly board: Board;
  readonly goal: Position;
  readonly metric: Metric;
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
  const { bytes, geometry } = planBoard(board, replayBitsets(metric, true));
  const { states } = geometry;
  return bytes + (states <= MOST_STATES_COUNTED ? BYTES_PER_COUNT * states : 0);
}

/** States that one thread takes the census of in a second, with their heuristics: measured with 3x4. */
const STATES_PER_SECOND = 25e6;

/** Worker threads for an analysis where nobody says how many. */
export function threadsToAnalyse(board: Board): number {
  return defaultThreads(geometryOf(board).states / STATES_PER_SECOND);
}

/**
 * Replays the layers of a table's space, and takes the census of each.
 * @throws TableError where the table's histogram is wrong, InputError where an option is; MemoryError, WorkerError; the
 * signal's reason
 */
export async function analyse(
  { board, goalCell, metric, histogram }: TableSpace,
  { threads = threadsToAnalyse(board), onAntipode, onProgress, signal }: AnalyseOptions = {},
): Promise<Analysis> {
  checkThreads(threads);
  const { threadBytes } = planBoard(board, replayBitsets(metric, true), threads);
  checkMemory(formatBoard(board), { bytes: bytesToAnalyse(board, metric), threadBytes }, threads, freeMemory());
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
        for (const { tiles } of statesOfLayer(board, goalCell, layer)) await onAntipode([...tiles]);
      }
      seen += layer.states;
      onProgress?.(seen, reached);
    },
  );
  // Who is further from here is nearer from there.
  const branchings = censuses.map(({ neighbours }, depth) =>
    branchingOf(neighbours, depth === 0 ? 0 : furtherPairs(censuses[depth - 1].neighbours)),
  );
  const all = branchingOf(sumOfNeighbours(censuses));
  return {
    space: spaceName(board, goalCell, metric),
    board,
    goal: orderedPosition(board, goalCell),
    metric,
    ...distanceAnalysis(states, histogram, branchings, all, solutions),
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
