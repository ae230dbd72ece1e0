/** Statistics of a distribution of distances. */

export interface DistributionStatistics {
  readonly states: number;
  /** The greatest depth. */
  readonly maxDepth: number;
  readonly mean: number;
  /** Half of the states are at most, half at least this far away; between two depths if the halves part there. */
  readonly median: number;
  /** The depth of most states; of several the smallest. */
  readonly mode: number;
  /** Mean square deviation from the mean, over all states (not a sample's estimate). */
  readonly variance: number;
  /** Square root of the variance. */
  readonly standardDeviation: number;
  /** States of the greatest depth. */
  readonly antipodeCount: number;
}

/** @param histogram states of each depth 0, 1, 2 ..., the last one not 0 */
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

/** The greatest count. Arguments of Math.max are limited to some ten thousands, depths are not. */
export function mostOf(histogram: readonly number[]): number {
  return histogram.reduce((most, count) => Math.max(most, count), 0);
}

/** Depth of the n-th state, n from 1, when they are sorted by depth. */
function depthOfState(histogram: readonly number[], n: number): number {
  let passed = 0;
  return histogram.findIndex((count) => {
    passed += count;
    return passed >= n;
  });
}

/**
 * The least depth that a share of all states does not exceed.
 * @param share above 0, at most 1
 */
export function quantileOf(histogram: readonly number[], share: number): number {
  const states = histogram.reduce((sum, count) => sum + count, 0);
  return depthOfState(histogram, Math.max(1, Math.ceil(states * share)));
}
