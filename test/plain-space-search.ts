/** The independent referee for state spaces: a breadth-first search that takes one state at a time from a queue. */

interface SearchedSpace {
  readonly size: number;
  readonly starts: readonly number[];
  readonly moves: readonly string[];
  neighbours(state: number, next: Float64Array): void;
}

export interface PlainSpaceSearch {
  /** States of each depth. */
  readonly histogram: number[];
  /** Depth of each state, -1 where it is not reached. */
  readonly depths: Int32Array;
}

export function plainSpaceSearch(space: SearchedSpace): PlainSpaceSearch {
  const depths = new Int32Array(space.size).fill(-1);
  const queue = [...new Set(space.starts)];
  for (const start of queue) depths[start] = 0;
  const histogram: number[] = [];
  const next = new Float64Array(space.moves.length);
  for (let head = 0; head < queue.length; head++) {
    const state = queue[head];
    histogram[depths[state]] = (histogram[depths[state]] ?? 0) + 1;
    space.neighbours(state, next);
    for (const to of next) {
      if (to === -1 || depths[to] >= 0) continue;
      depths[to] = depths[state] + 1;
      queue.push(to);
    }
  }
  return { histogram, depths };
}
