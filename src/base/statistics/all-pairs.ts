/**
 * Statistics over all pairs of positions, from the distributions of representative goals.
 *
 * A pair is an ordered pair of a start and a goal that moves can reach. A position is also paired with itself. Each of the s connected
 * states is the goal of s pairs, s * s in all. A class of g goals with the mean m has g * s pairs. So the mean over all pairs is the
 * mean of the m, weighted by g.
 */

import type { DistributionStatistics } from './distribution.js';

export interface PairStatistics {
  /** Maximum distance between two positions: God's number over all pairs. */
  readonly diameter: number;
  /** Number of pairs at that distance, counted in both orders; exact up to 2^53. */
  readonly diameterPairCount: number;
  /** Mean distance over all pairs, including those of a position with itself. */
  readonly mean: number;
}

/** Statistics of the goals of a class, which all have the same distribution. */
export interface ClassStatistics extends Pick<DistributionStatistics, 'maxDepth' | 'mean' | 'antipodeCount'> {
  /** Number of goals of the class. */
  readonly goalCount: number;
}

/** Returns the statistics over all pairs. @param classes at least one; together they contain every state once */
export function pairStatisticsOf(classes: readonly ClassStatistics[]): PairStatistics {
  const goals = classes.reduce((sum, { goalCount }) => sum + goalCount, 0);
  const diameter = Math.max(...classes.map(({ maxDepth }) => maxDepth));
  return {
    diameter,
    diameterPairCount: classes
      .filter(({ maxDepth }) => maxDepth === diameter)
      .reduce((sum, { goalCount, antipodeCount }) => sum + goalCount * antipodeCount, 0),
    mean: classes.reduce((sum, { goalCount, mean }) => sum + (goalCount / goals) * mean, 0),
  };
}
