/** The distances in an analysis. */

import type { Branching } from '../../base/statistics/branching.js';
import { type DistributionStatistics, quantileOf, statisticsOf } from '../../base/statistics/distribution.js';
import type { Census, SolutionCounts } from '../census/census.js';

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

/**
 * Returns the analysis of the distances.
 * @param size number of numbered states, reached or not
 * @param histogram number of states at each depth
 */
export function distanceAnalysis(
  size: number,
  histogram: readonly number[],
  { branchings, overall, solutions, positionMean }: Census,
): DistanceAnalysis {
  const statistics = statisticsOf(histogram);
  return {
    ...statistics,
    histogram,
    notReached: size - statistics.states,
    quantiles: QUANTILES.map((share) => ({ share, depth: quantileOf(histogram, share) })),
    ...(positionMean !== undefined && { positionMean }),
    meanDegree: overall.meanDegree,
    localMaxima: overall.localMaxima,
    shortestSolutions: solutions.length === 0 ? null : overallSolutions(solutions, histogram),
    depths: histogram.map((states, depth) => ({
      depth,
      states,
      growth: depth === 0 ? null : states / histogram[depth - 1],
      ...branchings[depth],
      shortestSolutions: solutions[depth] ?? null,
    })),
  };
}

function overallSolutions(solutions: readonly SolutionCounts[], histogram: readonly number[]): SolutionCounts {
  const states = histogram.reduce((sum, count) => sum + count, 0);
  return {
    mean: solutions.reduce((sum, { mean }, depth) => sum + mean * histogram[depth], 0) / states,
    maximum: solutions.reduce((most, { maximum }) => Math.max(most, maximum), 0),
  };
}
