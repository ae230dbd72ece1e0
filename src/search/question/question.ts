/**
 * Questions to searches and tables, which are the ends of a path, and the answers: a shortest path, and the effort of
 * finding it.
 */

import { InputError } from '../../base/text.js';
import { newNeighbours, writeNeighbours } from '../../space/answers.js';
import {
  describeState,
  isState,
  NO_STATE,
  type NumberedStates,
  readState,
  SpaceError,
} from '../../space/definition.js';
import { isNumbered, type NumberedSpace, type Space } from '../../space/space.js';
import { type Board, type Metric, neighbour } from '../../spaces/board/board.js';
import { parseMoves } from '../../spaces/board/moves.js';
import { BLANK, checkPosition, isSamePosition, type Position, parsePosition } from '../../spaces/board/position.js';
import { isSolvable } from '../../spaces/board/reachability.js';
import type { AlgorithmName, Effort } from './progress.js';

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
export type StateEnds = { readonly from: readonly number[]; readonly to: readonly number[] };

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
 * Returns the ends of a question about states with several starts.
 * @param read returns the number of an end
 * @throws what `read` throws
 */
export function endsOf(
  starts: readonly number[],
  { from, to }: SearchQuestion,
  read: (end: SearchState | string) => number,
): StateEnds {
  return { from: from === undefined ? starts : [read(from)], to: to === undefined ? starts : [read(to)] };
}

/**
 * Returns the ends of a question about a space of numbered states that is not a board.
 * @throws InputError if one of its ends is not a state
 */
export function numberedEnds(space: NumberedSpace, question: SearchQuestion): StateEnds {
  return endsOf(space.starts, question, (end) =>
    typeof end === 'string' ? readState(space, end) : checkState(space, end as number),
  );
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

/** A path through a space. */
export interface Path<S = SearchState> {
  /** Names of the moves. */
  readonly moves: readonly string[];
  /** States from the first to the last, one more than moves. */
  readonly states: readonly S[];
}

/** The result of a search: a shortest solution, if one exists, and the effort of finding it. */
export interface SearchResult extends Effort {
  readonly algorithm: AlgorithmName;
  /** The heuristic; null if the algorithm uses none. */
  readonly heuristic: string | null;
  /** Names of the moves of a shortest path; null if no moves lead to the goal. */
  readonly moves: readonly string[] | null;
  /** The states of that path, including both ends: positions of boards, numbers in other spaces, colourings of large puzzles. */
  readonly states: readonly SearchState[] | null;
  /** Number of moves; null if no moves lead to the goal. */
  readonly distance: number | null;
  /** Seconds of the search itself, without making pattern databases and without reports of its progress. */
  readonly seconds: number;
}

/** A shortest path, or null, and the effort of finding it. */
export type FoundPath<State = SearchState> = Effort & { readonly path: Path<State> | null };

/** @param begin beginning of the search, from performance.now() */
export function searchResult(
  algorithm: AlgorithmName,
  heuristic: string | null,
  { path, expanded, generated, stored }: FoundPath,
  begin: number,
): SearchResult {
  return {
    algorithm,
    heuristic,
    moves: path?.moves ?? null,
    states: path?.states ?? null,
    distance: path?.moves.length ?? null,
    expanded,
    generated,
    stored,
    seconds: (performance.now() - begin) / 1000,
  };
}

/**
 * Returns the path of the blank's moves from the start of a problem.
 * @param text possible moves, such as `rru`, or `r2u1` in the metric `multi`
 */
export function positionPath({ board, start, metric }: Omit<SearchProblem, 'goal'>, text: string): Path<Position> {
  const moves: string[] = [];
  const states: Position[] = [start];
  let position = start.slice();
  let blank = start.indexOf(BLANK);
  for (const { direction, count } of parseMoves(text)) {
    position = position.slice();
    for (let tile = 0; tile < count; tile++) {
      const next = neighbour(board, blank, direction);
      position[blank] = position[next];
      position[next] = BLANK;
      blank = next;
    }
    moves.push(metric === 'single' ? direction : `${direction}${count}`);
    states.push(position);
  }
  return { moves, states };
}

/**
 * Returns the path through these states, each a neighbour of the one before.
 * @throws SpaceError if one is not: the space then contradicts itself
 */
export function pathThrough(space: NumberedStates, states: readonly number[]): Path<number> {
  const next = newNeighbours(space);
  const moves = states.slice(1).map((to, index) => {
    const from = states[index];
    writeNeighbours(space, from, next);
    const move = next.indexOf(to);
    if (move >= 0) return space.moves[move];
    throw noMoveBetween(space, from, to);
  });
  return { states, moves };
}

/** Returns the error of a space from whose claims a move between two states follows, although there is none. */
export function noMoveBetween(space: NumberedStates, from: number, to: number): SpaceError {
  const claim = space.reversible ? 'declares that moves can be undone' : 'lists the first as a predecessor';
  return new SpaceError(
    `${space.name}: no move leads from state ${describeState(space, from)} to state ${describeState(space, to)}, although the space ${claim}`,
  );
}

/** Returns the path of these moves from a state; undefined if one of them cannot be made. @throws SpaceError */
export function pathFrom(space: NumberedStates, state: number, moves: readonly string[]): Path<number> | undefined {
  const next = newNeighbours(space);
  const states = [state];
  for (const move of moves) {
    writeNeighbours(space, states[states.length - 1], next);
    const to = next[space.moves.indexOf(move)];
    if (to === NO_STATE) return undefined;
    states.push(to);
  }
  return { states, moves };
}
