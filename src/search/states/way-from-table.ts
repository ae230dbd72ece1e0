/**
 * Ways between any state and the start of a table. Where moves can be undone a table leads from a state down to the start,
 * and the same way backwards leads from the start to the state; where not, it leads from the start to the state.
 */

import type { NumberedStates } from '../../space/definition.js';
import { describeState } from '../../space/space-text.js';
import { TableError } from '../../table/errors.js';
import type { SpaceQuestion } from './space-search.js';
import { type Way, wayFrom, wayThrough } from './state-way.js';

/** What is needed of a Table. */
export interface SolvedSpace {
  readonly space: NumberedStates;
  readonly starts: readonly number[];
  /** Moves to the nearest start, or, where moves cannot be undone, from it. */
  path(state: number): readonly number[] | null;
}

/** Whether a table answers a question: one of the ends must be its starts, the other one state. */
export function answersFromTable(table: SolvedSpace, { from, to }: SpaceQuestion): boolean {
  const { starts, space } = table;
  return (
    (to.length === 1 && sameStates(from, starts)) || (space.reversible && from.length === 1 && sameStates(to, starts))
  );
}

/** The shortest way, where the table answers the question; null where there is none. @throws TableError, SpaceError */
export function wayFromTable(table: SolvedSpace, { from, to }: SpaceQuestion): Way | null {
  const { space, starts } = table;
  const down = space.reversible && from.length === 1 && sameStates(to, starts);
  const [state] = down ? from : to;
  const moves = table.path(state);
  if (moves === null) return null;
  // Which of several starts they begin at, the moves tell by where they end.
  const [begins, ends] = space.reversible ? [[state], starts] : [starts, [state]];
  const ways = begins.map((begin) => wayFrom(space, begin, moves));
  const way = ways.find((way) => way !== undefined && ends.includes(way.states[moves.length]));
  if (way === undefined) {
    throw new TableError(
      `${space.name}: the table's moves do not join state ${describeState(space, state)} and its start`,
    );
  }
  return space.reversible && !down ? wayThrough(space, [...way.states].reverse()) : way;
}

function sameStates(some: readonly number[], others: readonly number[]): boolean {
  return some.length === others.length && some.every((state) => others.includes(state));
}
