/** Statistics of a distribution of distances. */

export interface DistributionStatistics {
  readonly states: number;
  /** Maximum depth. */
  readonly maxDepth: number;
  readonly mean: number;
  /**
   * Median depth: half of the states are at most this deep, half at least. It is the mean of two depths if the halves meet between
   * them.
   */
  readonly median: number;
  /** Depth with the most states; the minimum if there are several. */
  readonly mode: number;
  /** Mean square deviation from the mean, over all states (not a sample's estimate). */
  readonly variance: number;
  /** Square root of the variance. */
  readonly standardDeviation: number;
  /** Number of states of the maximum depth. */
  readonly antipodeCount: number;
}

/** Returns the statistics. @param histogram number of states of each depth 0, 1, 2 ..., the last one not 0 */
export function statisticsOf(histogram: readonly number[]): DistributionStatistics {
  const states = histogram.reduce((sum, count) => sum + count, 0);
  const maxDepth = histogram.length - 1;
  const mean = histogram.reduce((sum, count, depth) => sum + (count / states) * depth, 0);
  const variance = histogram.reduce((sum, count, depth) => sum + (count / states) * (depth - mean) ** 2, 0);
  return {
    states,
    maxDepth,
    mean,
    median: (depthOfState(histogram, Math.ceil(states / 2)) + depthOfState(histogram, Math.floor(states / 2) + 1)) / 2,
    mode: histogram.indexOf(mostOf(histogram)),
    variance,
    standardDeviation: Math.sqrt(variance),
    antipodeCount: histogram[maxDepth],
  };
}

/** Returns the maximum count. Math.max is limited to some ten thousand arguments; the number of depths is not. */
export function mostOf(histogram: readonly number[]): number {
  return histogram.reduce((most, count) => Math.max(most, count), 0);
}

/** Returns the depth of the n-th state in order of depth, n from 1. */
function depthOfState(histogram: readonly number[], n: number): number {
  let passed = 0;
  return histogram.findIndex((count) => {
    passed += count;
    return passed >= n;
  });
}

/**
 * Returns the minimum depth that a share of all states does not exceed.
 * @param share above 0, at most 1
 */
export function quantileOf(histogram: readonly number[], share: number): number {
  const states = histogram.reduce((sum, count) => sum + count, 0);
  return depthOfState(histogram, Math.max(1, Math.ceil(states * share)));
}
