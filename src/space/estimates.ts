/**
 * The estimates of a space's heuristics, and their faults.
 *
 * A heuristic h is consistent if h is 0 at the starts, and h(s) <= 1 + h(t) for every move from s to t. Then it never exceeds the
 * moves to the nearest start: along a path of n moves to a start it falls by at most n, to 0. If moves can be undone, it also
 * rises by at most 1.
 */

import { excerpt } from '../base/text/excerpt.js';
import { NO_STATE, type NumberedStates } from './definition.js';
import { SpaceError } from './errors.js';
import { describeState, messageOf } from './space-text.js';

/**
 * Returns the estimate of a state.
 * @throws SpaceError if the heuristic throws, or does not give a whole number from 0
 */
export function estimateOf(space: NumberedStates, heuristic: string, state: number): number {
  let estimate: unknown;
  try {
    estimate = space.heuristics?.[heuristic](state);
  } catch (cause) {
    throw new SpaceError(
      `${fault(space, heuristic)} fails at state ${describeState(space, state)}: ${messageOf(cause)}`,
      {
        cause,
      },
    );
  }
  if (Number.isSafeInteger(estimate) && (estimate as number) >= 0) return estimate as number;
  throw new SpaceError(
    `${fault(space, heuristic)} must give a whole number of moves from 0, but gives ${excerpt(String(estimate))} at state ${describeState(space, state)}`,
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
    `${fault(space, heuristic)} is not consistent: it estimates ${atFrom} from state ${describeState(space, from)} and ${atTo} from its neighbour ${describeState(space, to)}, and a move may ${change} an estimate by at most 1`,
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
    `${fault(space, heuristic)} overestimates: it estimates ${estimate} from state ${describeState(space, state)}, and ${truth}`,
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

function fault(space: NumberedStates, heuristic: string): string {
  return `the heuristic ${excerpt(heuristic)} of ${excerpt(space.name)}`;
}
