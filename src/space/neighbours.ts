/**
 * Neighbours that a space has written, and what is wrong with them.
 *
 * Before a space is asked, all places are NOT_WRITTEN; so what is left so was forgotten, and where the space throws, the first of
 * them is the move that it was at.
 */

import { excerpt } from '../text/excerpt.js';
import { SpaceError } from './errors.js';
import { describeState, messageOf } from './space-text.js';
import { NO_STATE, type StateSpace } from './state-space.js';

/** In the place of a neighbour that has not been written; no state, and not NO_STATE. */
export const NOT_WRITTEN = Number.NaN;

/** Places for the neighbours of a state. */
export function newNeighbours(space: StateSpace): Float64Array {
  return new Float64Array(space.moves.length).fill(NOT_WRITTEN);
}

/**
 * Writes the neighbours of a state, and checks them all.
 * @throws SpaceError where the space throws, or writes what is no state of it
 */
export function writeNeighbours(space: StateSpace, state: number, next: Float64Array): void {
  next.fill(NOT_WRITTEN);
  try {
    space.neighbours(state, next);
  } catch (error) {
    throw neighboursThrew(space, state, next, error);
  }
  for (let move = 0; move < next.length; move++) {
    const to = next[move];
    if (to !== NO_STATE && !(to >= 0 && to < space.size && Math.floor(to) === to)) {
      throw wrongNeighbour(space, state, move, to);
    }
  }
}

/** @param next NOT_WRITTEN where the space did not come to writing */
export function neighboursThrew(space: StateSpace, state: number, next: Float64Array, thrown: unknown): SpaceError {
  const at = next.findIndex(Number.isNaN);
  const move = at < 0 ? 'after its last move' : `at move ${nameOf(space, at)}`;
  return new SpaceError(`${fault(space, state)} fails ${move}: ${messageOf(thrown)}`, { cause: thrown });
}

/** @param to what is neither a state nor NO_STATE */
export function wrongNeighbour(space: StateSpace, state: number, move: number, to: number): SpaceError {
  const wrong = Number.isNaN(to) ? 'gives no number' : `leads to ${to}`;
  return new SpaceError(
    `${fault(space, state)}: move ${nameOf(space, move)} ${wrong}, expected a state from 0 to ${space.size - 1}, or -1 where it cannot be made`,
  );
}

function fault(space: StateSpace, state: number): string {
  return `the space ${excerpt(space.name)} contradicts its interface, neighbours of state ${describeState(space, state)}`;
}

function nameOf(space: StateSpace, move: number): string {
  return excerpt(space.moves[move]);
}
