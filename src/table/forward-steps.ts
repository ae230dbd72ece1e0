/**
 * Solutions of spaces whose moves cannot be undone, and that give no predecessors: one forward pass over all states
 * finds for each state a nearer one that leads to it.
 */

import { grouped } from '../base/text/numbers.js';
import { NO_STATE } from '../space/definition.js';
import { newNeighbours, writeNeighbours } from '../space/neighbours.js';
import type { NumberedSpace } from '../space/space.js';
import { TableError } from './contents/errors.js';

/** Maximum number of states of a pass, with four bytes each: 400 MB. */
const MOST_STATES = 100_000_000;

/**
 * Finds for each state a nearer one that leads to it.
 * @param depthOf returns the depth of a state, null if it is not reached
 * @returns for each state 1 + the first one, by number, that leads to it and is one move nearer; 0 if there is none
 * @throws TableError if the space is too large for that
 */
export function nearerStates(
  space: NumberedSpace,
  depthOf: (state: number) => number | null,
  name: string,
): Uint32Array {
  if (space.size > MOST_STATES) {
    throw new TableError(
      `${name}: the moves of this space cannot be undone, so solutions of more than ${grouped(MOST_STATES)} states need its predecessors; ask for distances, or add predecessors to the space`,
    );
  }
  const nearer = new Uint32Array(space.size);
  const next = newNeighbours(space);
  for (let state = 0; state < space.size; state++) {
    const depth = depthOf(state);
    if (depth === null) continue;
    writeNeighbours(space, state, next);
    for (const to of next) {
      if (to !== NO_STATE && nearer[to] === 0 && depthOf(to) === depth + 1) nearer[to] = state + 1;
    }
  }
  return nearer;
}
