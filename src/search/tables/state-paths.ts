/**
 * Paths between any state and the start of a table. If moves can be undone, a table gives the path from a state to the
 * start, and its reverse leads from the start to the state. If not, a table gives the path from the start to the state.
 */

import type { NumberedStates } from '../../space/definition.js';
import { describeState } from '../../space/space-text.js';
import { TableError } from '../../table/contents/errors.js';
import type { StateEnds } from '../question/question.js';
import type { Path } from '../question/result.js';
import { pathFrom, pathThrough } from '../states/state-path.js';

/** The properties of a table that paths need. */
export interface SolvedStates {
  readonly space: NumberedStates;
  readonly starts: readonly number[];
  /** Returns the names of the moves to the nearest start, or from the nearest start if moves cannot be undone. */
  solve(state: number): readonly string[] | null;
}

/** Returns whether a table answers a question: one end must be its starts, the other a single state. */
export function answersEnds({ starts, space }: SolvedStates, { from, to }: StateEnds): boolean {
  return (
    (to.length === 1 && sameStates(from, starts)) || (space.reversible && from.length === 1 && sameStates(to, starts))
  );
}

/**
 * Returns a shortest path, if the table answers the question; null if none exists.
 * @throws TableError if the table is damaged; SpaceError if the space contradicts itself
 */
export function statePath(table: SolvedStates, { from, to }: StateEnds): Path<number> | null {
  const { space, starts } = table;
  const down = space.reversible && from.length === 1 && sameStates(to, starts);
  const [state] = down ? from : to;
  const moves = table.solve(state);
  if (moves === null) return null;
  // The end of the path determines at which of several starts it begins.
  const [begins, ends] = space.reversible ? [[state], starts] : [starts, [state]];
  const paths = begins.map((begin) => pathFrom(space, begin, moves));
  const path = paths.find((each) => each !== undefined && ends.includes(each.states[moves.length]));
  if (path === undefined) {
    throw new TableError(
      `${space.name}: the table's moves do not connect state ${describeState(space, state)} and its start`,
    );
  }
  return space.reversible && !down ? pathThrough(space, [...path.states].reverse()) : path;
}

function sameStates(some: readonly number[], others: readonly number[]): boolean {
  return some.length === others.length && some.every((state) => others.includes(state));
}
