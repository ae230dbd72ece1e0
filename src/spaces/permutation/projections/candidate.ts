/** A choice of projections. */

import type { Projections } from '../colourings/puzzle-source.js';

/** A choice of projections that has not been tried. */
export interface WantedProjections {
  readonly projections: Projections;
  /** Expected number of states of a word; 1 if the states of a block are numbered directly. */
  readonly wordStates: number;
}

/** A choice that gives the number of states. */
export interface CandidateProjections extends WantedProjections {
  /** True if it is proved that there are as many states as the projections give. */
  readonly isProved: boolean;
}
