/** A permutation puzzle that is prepared to be enumerated; nothing is allocated. */

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
  /** Whether whole depths are written. */
  readonly depths: boolean;
  readonly threads: number;
}

/** What is held, in the words of messages about memory. */
export const HELD_PLANES = 'its planes';

/** Returns the depth of the last layer that was found before; 0 if the run begins with the starts. */
export function foundDepth({ from }: Need): number {
  return (from?.histogram.length ?? 1) - 1;
}

/** Returns the planes of depths for layers up to one. */
export function depthPlanesUntil({ depths }: PreparedGroup, depth: number): number {
  return depths ? depthPlanes(depth) : 0;
}

/** Returns the bytes that are held, without the scratch space of threads. @param planes of depths */
export function heldBytes({ layout }: PreparedGroup, planes: number): number {
  return planesBytes(layout, planes);
}
