/**
 * Statistics over all pairs of positions, from the distributions of goals that stand for all.
 *
 * A pair is a start and a goal that moves lead to, in this order, and a position is paired with itself too: each of the
 * s states that moves join is the goal of s pairs, s * s in all. A class of g goals with the mean m has g * s of them, so the
 * mean over all pairs is the mean of the m, weighted by the g.
 */

import type { DistributionStatistics } from './distribution.js';

export interface PairStatistics {
  /** The greatest distance between two positions: God's number of all pairs. */
  readonly diameter: number;
  /** Pairs at that distance, each in both orders; exact up to 2^53. */
  readonly diameterPairCount: number;
  /** Mean distance over all pairs, those of a position with itself included. */
  readonly mean: number;
}

/** The statistics of the goals of a class: each has this distribution. */
export interface ClassStatistics extends Pick<DistributionStatistics, 'maxDepth' | 'mean' | 'antipodeCount'> {
  /** The number of goals of the class. */
  readonly goalCount: number;
}

/** @param classes at least one; together they hold every state once */
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
