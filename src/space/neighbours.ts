/**
 * The neighbours that a space has written, and their faults.
 *
 * Before a space is called, all entries are NOT_WRITTEN. An entry that keeps this value was forgotten. If the space throws, the first of
 * these entries shows at which move.
 */

import { excerpt } from '../base/text/excerpt.js';
import { NO_STATE, type NumberedStates } from './definition.js';
import { SpaceError } from './errors.js';
import { describeState, isState, messageOf } from './space-text.js';

/** Entry of a neighbour that has not been written: neither a state nor NO_STATE. */
export const NOT_WRITTEN = Number.NaN;

/** Returns an array for the neighbours of a state. */
export function newNeighbours(space: NumberedStates): Float64Array {
  return new Float64Array(space.moves.length).fill(NOT_WRITTEN);
}

/**
 * Writes the neighbours of a state and checks all of them.
 * @throws SpaceError if the space throws, or writes a number that is not a state
 */
export function writeNeighbours(space: NumberedStates, state: number, next: Float64Array): void {
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

/**
 * Returns the predecessors of a state, checked.
 * @param space has the function `predecessors`
 * @throws SpaceError if the space throws, or does not give an array of its states
 */
export function predecessorsOf(space: NumberedStates, state: number): readonly number[] {
  let found: readonly number[] | undefined;
  try {
    found = space.predecessors?.(state);
  } catch (cause) {
    throw new SpaceError(`${fault('predecessors', space, state)} fails: ${messageOf(cause)}`, { cause });
  }
  if (!Array.isArray(found)) {
    throw new SpaceError(`${fault('predecessors', space, state)}: expected an array of states, found ${typeof found}`);
  }
  const wrong = found.find((predecessor) => !isState(space, predecessor));
  if (wrong === undefined) return found;
  throw new SpaceError(
    `${fault('predecessors', space, state)}: expected states from 0 to ${space.size - 1}, found ${wrong}`,
  );
}

/** Returns the error of a space that has thrown. @param next NOT_WRITTEN from the move at which it threw */
export function neighboursThrew(space: NumberedStates, state: number, next: Float64Array, thrown: unknown): SpaceError {
  const at = next.findIndex(Number.isNaN);
  const move = at < 0 ? 'after its last move' : `at move ${nameOf(space, at)}`;
  return new SpaceError(`${fault('neighbours', space, state)} fails ${move}: ${messageOf(thrown)}`, { cause: thrown });
}

/** Returns the error of a wrong neighbour. @param to neither a state nor NO_STATE */
export function wrongNeighbour(space: NumberedStates, state: number, move: number, to: number): SpaceError {
  const wrong = Number.isNaN(to) ? 'gives no number' : `leads to ${to}`;
  return new SpaceError(
    `${fault('neighbours', space, state)}: move ${nameOf(space, move)} ${wrong}, expected a state from 0 to ${space.size - 1}, or -1 if it cannot be made`,
  );
}

function fault(what: 'neighbours' | 'predecessors', space: NumberedStates, state: number): string {
  return `the space ${excerpt(space.name)} contradicts its interface, ${what} of state ${describeState(space, state)}`;
}

function nameOf(space: NumberedStates, move: number): string {
  return excerpt(space.moves[move]);
}
