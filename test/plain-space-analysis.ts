/**
 * The independent referee of analyses of spaces: every state with its distance by the plain search, and the facts that its neighbours
 * determine, examined one at a time.
 */

import type { NumberedStates } from '#src/space/definition.js';
import { plainSpaceSearch } from './plain-space-search.js';

export interface PlainSpaceState {
  readonly state: number;
  readonly distance: number;
  /** Number of different neighbours. */
  readonly neighbours: number;
  readonly nearer: number;
  readonly further: number;
  /** Number of shortest paths from a start, as lists of states. */
  readonly ways: number;
}

/** Returns all reachable states, nearest first. */
export function plainSpaceStates(space: NumberedStates): PlainSpaceState[] {
  const { depths } = plainSpaceSearch(space);
  const next = new Float64Array(space.moves.length);
  const neighboursOf = (state: number) => {
    space.neighbours(state, next);
    return [...new Set(next)].filter((neighbour) => neighbour >= 0 && neighbour !== state);
  };
  const reached = [...depths.keys()].filter((state) => depths[state] >= 0).sort((a, b) => depths[a] - depths[b]);
  const ways = new Map<number, number>();
  return reached.map((state) => {
    const distance = depths[state];
    const neighbours = neighboursOf(state);
    const further = neighbours.filter((neighbour) => depths[neighbour] > distance);
    const own = distance === 0 ? 1 : (ways.get(state) ?? Number.NaN);
    for (const neighbour of further) ways.set(neighbour, (ways.get(neighbour) ?? 0) + own);
    return {
      state,
      distance,
      neighbours: neighbours.length,
      nearer: neighbours.filter((neighbour) => depths[neighbour] < distance).length,
      further: further.length,
      ways: own,
    };
  });
}
