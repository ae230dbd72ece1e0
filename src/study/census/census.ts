/** Figures that an analysis counts for every layer of any space. */

import type { Branching } from '../../base/statistics/branching.js';

/** Maximum states of a space whose shortest solutions are counted. */
export const MOST_STATES_COUNTED = 10_000_000;

/** Numbers of shortest solutions of the states at one depth. */
export interface SolutionCounts {
  readonly mean: number;
  readonly maximum: number;
}

/** Figures of all layers. */
export interface Census {
  /** Branching by [depth]. */
  readonly branchings: readonly Branching[];
  /** The branching of all states together. */
  readonly overall: Branching;
  /** Shortest solutions by [depth]; empty if the space has more than MOST_STATES_COUNTED states. */
  readonly solutions: readonly SolutionCounts[];
  /** Estimates of each of the space's heuristics. */
  readonly estimates: readonly HeuristicEstimates[];
  /** Mean distance over the positions of the board, instead of over the states; for patterns only. */
  readonly positionMean?: number;
}

/** Estimates of one heuristic. */
export interface HeuristicEstimates {
  readonly heuristic: string;
  /** Number of states by [depth][estimate]. */
  readonly counts: readonly (readonly number[])[];
}
