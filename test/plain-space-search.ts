/** The independent referee of spaces of any kind: the plainest breadth-first search over their neighbours. */

import type { NumberedStates } from '#src/space/definition.js';

/** The parts of a space that the search needs. */
type Searched = Pick<NumberedStates, 'size' | 'starts' | 'moves' | 'neighbours'>;

export interface PlainSpaceSearch {
  /** Number of states at each depth. */
  readonly histogram: number[];
  /** Depth of each state; -1 if it is unreachable. */
  readonly depths: Int32Array;
}

/** Searches a space. @param space space of up to some ten million states */
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
