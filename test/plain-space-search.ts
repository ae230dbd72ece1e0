/** The independent referee for spaces of any kind: a breadth-first search by their neighbours, as plain as it can be. */

import type { NumberedStates } from '#src/space/definition.js';

/** What is needed of a space. */
type Searched = Pick<NumberedStates, 'size' | 'starts' | 'moves' | 'neighbours'>;

export interface PlainSpaceSearch {
  /** States of each depth. */
  readonly histogram: number[];
  /** Depth of each state, -1 where it is not reached. */
  readonly depths: Int32Array;
}

/** @param space with some ten million states at most */
export function plainSpaceSearch(space: Searched): PlainSpaceSearch {
  const depths = new Int32Array(space.size).fill(-1);
  const next = new Float64Array(space.moves.length);
  let layer = [...new Set(space.starts)];
  for (const start of layer) depths[start] = 0;
  const histogram: number[] = [];
  for (let depth = 1; layer.length > 0; depth++) {
    histogram.push(layer.length);
    const found: number[] = [];
    for (const state of layer) {
      space.neighbours(state, next);
      for (const neighbour of next) {
        if (neighbour < 0 || depths[neighbour] >= 0) continue;
        depths[neighbour] = depth;
        found.push(neighbour);
      }
    }
    layer = found;
  }
  return { histogram, depths };
}
