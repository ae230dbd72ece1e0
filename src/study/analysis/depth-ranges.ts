/** The analysis of consecutive depths, grouped if there are many. */

import type { Branching } from '../../base/statistics/branching.js';
import { type DepthGroup, depthGroups } from '../../base/statistics/depth-groups.js';
import type { SolutionCounts } from '../census/census.js';
import type { DepthAnalysis } from './distance-analysis.js';

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
    const meanOf = (value: (depth: DepthAnalysis) => number) =>
      within.reduce((sum, depth) => sum + value(depth) * depth.states, 0) / states;
    const counted = within.every(({ shortestSolutions }) => shortestSolutions !== null);
    return {
      ...group,
      states,
      growth: null,
      meanDegree: meanOf(({ meanDegree }) => meanDegree),
      meanNearer: meanOf(({ meanNearer }) => meanNearer),
      meanFurther: meanOf(({ meanFurther }) => meanFurther),
      localMaxima: within.reduce((sum, { localMaxima }) => sum + localMaxima, 0),
      shortestSolutions: counted
        ? {
            mean: meanOf(({ shortestSolutions }) => shortestSolutions?.mean ?? 0),
            maximum: within.reduce(
              (largest, { shortestSolutions }) => Math.max(largest, shortestSolutions?.maximum ?? 0),
              0,
            ),
          }
        : null,
    };
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
