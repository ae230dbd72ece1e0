/** Questions to searches and tables: the ends of a path. */

import { InputError } from '../../base/input-error.js';
import { isNumbered, type NumberedSpace, type Space } from '../../space/space.js';
import { isState, readState } from '../../space/space-text.js';
import type { Board } from '../../spaces/board/board.js';
import type { Metric } from '../../spaces/board/metric.js';
import { checkPosition, isSamePosition, type Position, parsePosition } from '../../spaces/board/position.js';
import { isSolvable } from '../../spaces/board/solvable.js';

/**
 * A state: a board's position; the number of a state of another space; or the colouring of a permutation puzzle too
 * large to be numbered.
 */
export type SearchState = number | Position | Uint8Array;

export interface SearchQuestion {
  /** The first state, or its text. @default the space's start, the nearest of several, or a board's goal */
  readonly from?: SearchState | string | undefined;
  /** The last state, or its text. @default the same as for `from` */
  readonly to?: SearchState | string | undefined;
}

/** A question about a board. */
export interface SearchProblem {
  readonly board: Board;
  readonly start: Position;
  readonly goal: Position;
  readonly metric: Metric;
}

/** A question about numbered states: from and to the nearest of several. */
export interface StateEnds {
  readonly from: readonly number[];
  readonly to: readonly number[];
}

/**
 * Returns a question about a board, with both ends read.
 * @throws InputError if one of its ends is not a position of the board
 */
export function problemOf(space: Space, { from, to }: SearchQuestion): SearchProblem {
  if (space.board === null) throw new Error(`${space.name} is not a board`);
  const { board, goal, metric } = space.board;
  const read = (end: SearchState | string | undefined): Position => {
    if (end === undefined) return goal;
    if (typeof end === 'object') return checkPosition(Array.from(end), board);
    if (typeof end === 'string') return parsePosition(end, board);
    if (!isNumbered(space)) throw new InputError(`the states of ${space.name} have no numbers, found ${end}`);
    return parsePosition(space.format(checkState(space, end)), board);
  };
  return { board, start: read(from), goal: read(to), metric };
}

/** Returns an empty text at the goal, null if no moves lead there, and undefined if only a search can tell the moves. */
export function knownMoves({ board, start, goal }: Omit<SearchProblem, 'metric'>): '' | null | undefined {
  if (!isSolvable(board, start, goal)) return null;
  return isSamePosition(start, goal) ? '' : undefined;
}

/**
 * Returns the ends of a question about a space that is not a board.
 * @throws InputError if one of its ends is not a state
 */
export function endsOf(space: NumberedSpace, { from, to }: SearchQuestion): StateEnds {
  const read = (end: SearchState | string | undefined): readonly number[] => {
    if (end === undefined) return space.starts;
    return [typeof end === 'string' ? readState(space, end) : checkState(space, end as number)];
  };
  return { from: read(from), to: read(to) };
}

/** @throws InputError if a number is not a state */
function checkState(space: NumberedSpace, state: number): number {
  if (isState(space, state)) return state;
  throw new InputError(`the states of ${space.name} are the numbers 0 to ${space.size - 1}, found ${state}`);
}

/**
 * Returns a space that is neither a board nor a large puzzle, so that its states have numbers.
 */
export function numbered(space: Space): NumberedSpace {
  if (isNumbered(space)) return space;
  throw new Error(`the states of ${space.name} have no numbers`);
}
