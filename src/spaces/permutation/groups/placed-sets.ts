/** Sets of pieces on the points of their puzzle. */

import type { PieceSet } from '../colourings/puzzle-source.js';

export interface PlacedSet extends PieceSet {
  /** First of its points, which are consecutive. */
  readonly first: number;
}

/** Returns the sets with their points: in their order, without gaps. */
export function placedSets(sets: readonly PieceSet[]): PlacedSet[] {
  let first = 0;
  return sets.map((set) => {
    const placed = { ...set, first };
    first += set.pieces * set.turns;
    return placed;
  });
}
