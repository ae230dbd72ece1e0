/** What a space answers about a state, checked at every call: its neighbours, its predecessors, and the estimates of its heuristics. */

import { excerpt } from '../base/text.js';
import { describeState, isState, messageOf, NO_STATE, type NumberedStates, SpaceError } from './definition.js';

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
export function predecessorStates(space: NumberedStates, state: number): readonly number[] {
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

/*
 * The estimates of a space's heuristics, and their faults.
 *
 * A heuristic h is consistent if h is 0 at the starts, and h(s) <= 1 + h(t) for every move from s to t. Then it never exceeds the
 * moves to the nearest start: along a path of n moves to a start it falls by at most n, to 0. If moves can be undone, it also
 * rises by at most 1.
 */

/**
 * Returns the estimate of a state.
 * @throws SpaceError if the heuristic throws, or does not give a whole number from 0
 */
export function estimateOf(space: NumberedStates, heuristic: string, state: number): number {
  let estimate: unknown;
  try {
    estimate = space.heuristics?.[heuristic](state);
  } catch (cause) {
    const where = `${heuristicOf(space, heuristic)} fails at state ${describeState(space, state)}`;
    throw new SpaceError(`${where}: ${messageOf(cause)}`, { cause });
  }
  if (Number.isSafeInteger(estimate) && (estimate as number) >= 0) return estimate as number;
  throw new SpaceError(
    `${heuristicOf(space, heuristic)} must give a whole number of moves from 0, but gives ${excerpt(String(estimate))} at state ${describeState(space, state)}`,
  );
}

/**
 * Checks the estimates at both ends of a move.
 * @throws SpaceError if the move lowers the estimate by more than 1, or, although it can be undone, raises it by more
 */
export function checkMove(
  space: NumberedStates,
  heuristic: string,
  from: number,
  atFrom: number,
  to: number,
  atTo: number,
): void {
  if (atFrom <= atTo + 1 && (atTo <= atFrom + 1 || !space.reversible)) return;
  const change = space.reversible ? 'change' : 'lower';
  throw new SpaceError(
    `${heuristicOf(space, heuristic)} is not consistent: it estimates ${atFrom} from state ${describeState(space, from)} and ${atTo} from its neighbour ${describeState(space, to)}, and a move may ${change} an estimate by at most 1`,
  );
}

/** Checks the estimate of a start. @throws SpaceError if it is not 0 */
export function checkEstimateOfStart(space: NumberedStates, heuristic: string, start: number, estimate: number): void {
  if (estimate !== 0) throw overestimates(space, heuristic, start, estimate, `it is a start, 0 moves away`);
}

/** Returns the error of an estimate that exceeds the distance. @param truth the known fact that it contradicts, in words */
export function overestimates(
  space: NumberedStates,
  heuristic: string,
  state: number,
  estimate: number,
  truth: string,
): SpaceError {
  return new SpaceError(
    `${heuristicOf(space, heuristic)} overestimates: it estimates ${estimate} from state ${describeState(space, state)}, and ${truth}`,
  );
}

/** Checks all heuristics at the first starts. @throws SpaceError if an estimate is not 0 */
export function checkEstimatesOfStarts(space: NumberedStates, most: number): void {
  for (const heuristic of Object.keys(space.heuristics ?? {})) {
    for (const start of space.starts.slice(0, most)) {
      checkEstimateOfStart(space, heuristic, start, estimateOf(space, heuristic, start));
    }
  }
}

/** Checks all heuristics over the moves of a state, if it has any. @param next its neighbours @throws SpaceError if one is not consistent */
export function checkEstimatesAround(space: NumberedStates, state: number, next: Float64Array): void {
  if (next.every((to) => to === NO_STATE)) return;
  for (const heuristic of Object.keys(space.heuristics ?? {})) {
    const estimate = estimateOf(space, heuristic, state);
    for (const to of next) {
      if (to === NO_STATE) continue;
      checkMove(space, heuristic, state, estimate, to, estimateOf(space, heuristic, to));
    }
  }
}

function heuristicOf(space: NumberedStates, heuristic: string): string {
  return `the heuristic ${excerpt(heuristic)} of ${excerpt(space.name)}`;
}
