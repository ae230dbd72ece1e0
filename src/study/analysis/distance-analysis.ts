/** What an analysis says of the distances of any space. */

import type { Branching } from '../../base/statistics/branching.js';
import { type DistributionStatistics, quantileOf, statisticsOf } from '../../base/statistics/distribution.js';

/** Shares of which an analysis gives the quantiles. */
export const QUANTILES = [0.01, 0.05, 0.1, 0.25, 0.5, 0.75, 0.9, 0.95, 0.99] as const;

/** How many shortest solutions the states of one depth have. */
export interface SolutionCounts {
  readonly mean: number;
  readonly maximum: number;
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

export interface DistanceAnalysis extends DistributionStatistics {
  readonly histogram: readonly number[];
  /** States that are numbered and that no moves lead to; nothing else is said of them. */
  readonly notReached: number;
  /** For each of QUANTILES, the least depth that this share of all states does not exceed. */
  readonly quantiles: readonly { readonly share: number; readonly depth: number }[];
  /** Mean number of neighbours of a state. */
  readonly meanDegree: number;
  /** States with no neighbour further away. */
  readonly localMaxima: number;
  /** Over all states; null where the space has more than 10 million. */
  readonly shortestSolutions: SolutionCounts | null;
  readonly depths: readonly DepthAnalysis[];
}

/**
 * @param size how many states are numbered
 * @param histogram states of each depth
 * @param branchings of each depth
 * @param all the branching of all states
 * @param solutions of each depth; none where they are not counted
 */
export function distanceAnalysis(
  size: number,
  histogram: readonly number[],
  branchings: readonly Branching[],
  all: Branching,
  solutions: readonly SolutionCounts[],
): DistanceAnalysis {
  const statistics = statisticsOf(histogram);
  return {
    ...statistics,
    histogram,
    notReached: size - statistics.states,
    quantiles: QUANTILES.map((share) => ({ share, depth: quantileOf(histogram, share) })),
    meanDegree: all.meanDegree,
    localMaxima: all.localMaxima,
    shortestSolutions: solutions.length === 0 ? null : overall(solutions, histogram),
    depths: histogram.map((states, depth) => ({
      depth,
      states,
      growth: depth === 0 ? null : states / histogram[depth - 1],
      ...branchings[depth],
      shortestSolutions: solutions[depth] ?? null,
    })),
  };
}

function overall(solutions: readonly SolutionCounts[], histogram: readonly number[]): SolutionCounts {
  const states = histogram.reduce((sum, count) => sum + count, 0);
  return {
    mean: solutions.reduce((sum, { mean }, depth) => sum + mean * histogram[depth], 0) / states,
    maximum: solutions.reduce((most, { maximum }) => Math.max(most, maximum), 0),
  };
}
