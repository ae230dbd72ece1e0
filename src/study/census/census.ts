/** The figures that an analysis counts of every layer, whatever the space. */

import type { Branching } from '../../base/statistics/branching.js';

/** Shortest solutions are not counted in spaces of more states. */
export const MOST_STATES_COUNTED = 10_000_000;

/** Numbers of shortest solutions that the states of one depth have. */
export interface SolutionCounts {
  readonly mean: number;
  readonly maximum: number;
}

/** Figures of all layers. */
export interface Census {
  /** [depth] */
  readonly branchings: readonly Branching[];
  /** The branching of all states together. */
  readonly overall: Branching;
  /** [depth]; empty if the space has more than MOST_STATES_COUNTED states. */
  readonly solutions: readonly SolutionCounts[];
  /** The estimates of each heuristic that the space has. */
  readonly estimates: readonly HeuristicEstimates[];
  /** Of a pattern: the mean distance over the positions of its board, not over its states. */
  readonly positionMean?: number;
}

/** Estimates of one heuristic. */
export interface HeuristicEstimates {
  readonly heuristic: string;
  /** [depth][estimate]: states of a depth with that estimate. */
  readonly counts: readonly (readonly number[])[];
}
