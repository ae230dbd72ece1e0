/** A permutation puzzle prepared for its enumeration, before any memory is allocated. */

import type { SpaceOutline } from '../../space/facts.js';
import type { NumberedSpace } from '../../space/space.js';
import type { CompiledMoves } from '../../spaces/permutation/words/compiled-moves.js';
import type { WordPlaces } from '../../spaces/permutation/words/word-places.js';
import type { Need } from '../engine.js';
import { depthPlanes } from './planes/depth-codes.js';
import { type PlanesLayout, planesBytes } from './planes/layout.js';

export interface PreparedGroup {
  readonly space: NumberedSpace;
  readonly facts: SpaceOutline;
  readonly need: Need;
  readonly moves: CompiledMoves;
  readonly places: WordPlaces;
  readonly layout: PlanesLayout;
  /** True if whole depths are written. */
  readonly depths: boolean;
  readonly threads: number;
}

/** The data held in memory, as named in messages about memory. */
export const HELD_PLANES = 'its planes';

/** Returns the depth of the last layer that was found earlier; 0 if the run begins with the starts. */
export function foundDepth({ from }: Need): number {
  return (from?.histogram.length ?? 1) - 1;
}

/** Returns the number of planes that layers up to a depth need. */
export function depthPlanesUntil({ depths }: PreparedGroup, depth: number): number {
  return depths ? depthPlanes(depth) : 0;
}

/** Returns the bytes that are held, without the scratch space of threads. @param planes number of planes of depths */
export function heldBytes({ layout }: PreparedGroup, planes: number): number {
  return planesBytes(layout, planes);
}
