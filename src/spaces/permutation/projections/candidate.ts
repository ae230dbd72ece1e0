/** A choice of projections. */

import type { Projections } from '../colourings/puzzle-source.js';

/** A choice of projections, not yet tried. */
export interface WantedProjections {
  readonly projections: Projections;
  /** States of a word, as expected; 1 if the states of a block are numbered directly. */
  readonly wordStates: number;
}

/** A choice that gives the number of states. */
export interface CandidateProjections extends WantedProjections {
  /** True if it is proved that there are as many states as the projections say. */
  readonly isProved: boolean;
}
