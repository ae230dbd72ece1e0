/** A choice of projections. */

import type { Projections } from '../colourings/puzzle-source.js';

/** A choice of projections, not yet tried. */
export interface CandidateProjections {
  readonly projections: Projections;
  /** States of a word, as expected; 1 if the states of a block are numbered directly. */
  readonly wordStates: number;
}
