/**
 * What a space says of its moves, checked as it comes: a space may be a user's own, and a wrong neighbour that is not named
 * here shows up far away as a wrong distance.
 */

import { excerpt } from '../text/excerpt.js';
import { SpaceError } from './errors.js';
import { NO_STATE, type StateSpace } from './state-space.js';

/**
 * The neighbours of a space, each a state of its range or NO_STATE.
 * @returns a function that writes the neighbours of a state, as StateSpace.neighbours does, and throws SpaceError that
 * names the state and the move where the space throws, leaves a move out, or leads out of its range
 */
export function checkedNeighbours(space: StateSpace): (state: number, next: Float64Array) => void {
  const { size, moves } = space;
  return (state, next) => {
    // What is left out would otherwise be what an earlier state had there.
    next.fill(Number.NaN);
    try {
      space.neighbours(state, next);
    } catch (cause) {
      throw new SpaceError(`${space.name}: the neighbours of ${stateText(space, state)} fail: ${messageOf(cause)}`, {
        cause,
      });
    }
    for (let move = 0; move < moves.length; move++) {
      const neighbour = next[move];
      if (neighbour === NO_STATE || isState(neighbour, size)) continue;
      const found = Number.isNaN(neighbour) ? 'nowhere: neighbours() wrote no number for it' : `to ${neighbour}`;
      throw new SpaceError(
        `${space.name}: from ${stateText(space, state)} the move '${moves[move]}' leads ${found}, and must lead to one of the states 0 to ${size - 1}, or be ${NO_STATE}`,
      );
    }
  };
}

/**
 * The predecessors of a space, each a state of its range.
 * @param predecessors the space's own
 * @returns a function that throws SpaceError that names the state where they are wrong
 */
export function checkedPredecessors(
  space: StateSpace,
  predecessors: NonNullable<StateSpace['predecessors']>,
): (state: number) => readonly number[] {
  return (state) => {
    let found: readonly number[];
    try {
      found = predecessors.call(space, state);
    } catch (cause) {
      throw new SpaceError(`${space.name}: the predecessors of ${stateText(space, state)} fail: ${messageOf(cause)}`, {
        cause,
      });
    }
    if (!Array.isArray(found)) {
      throw new SpaceError(
        `${space.name}: the predecessors of ${stateText(space, state)} must be an array of states, found ${typeof found}`,
      );
    }
    const wrong = found.find((predecessor) => !isState(predecessor, space.size));
    if (wrong === undefined) return found;
    throw new SpaceError(
      `${space.name}: ${stateText(space, state)} has the predecessor ${wrong}, which must be one of the states 0 to ${space.size - 1}`,
    );
  };
}

/** A state for messages: its text and its number. */
export function stateText(space: StateSpace, state: number): string {
  try {
    return `state '${excerpt(space.format(state))}' (${state})`;
  } catch {
    return `state ${state}`;
  }
}

/** Whether a number is a state of a space of this size. */
export function isState(number: number, size: number): boolean {
  return Number.isInteger(number) && number >= 0 && number < size;
}

/** What was thrown, in one line. */
export function messageOf(thrown: unknown): string {
  return excerpt(thrown instanceof Error ? thrown.message : String(thrown), 200);
}
