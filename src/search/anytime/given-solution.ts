/** Questions, and moves that are given for them, such as solutions: read, and followed one by one. */

import { excerpt, InputError, jsonExcerpt } from '../../base/text.js';
import { writeState } from '../../space/definition.js';
import { isLargePuzzle, type Space } from '../../space/space.js';
import { plainLetters, slid, slideName, slidesFrom } from '../../spaces/board/moves.js';
import { BLANK, formatPosition, type Position } from '../../spaces/board/position.js';
import { metStates } from '../nodes/state-nodes.js';
import { Limits } from '../question/limits.js';
import {
  numbered,
  numberedEnds,
  type Path,
  pathFrom,
  problemOf,
  type SearchProblem,
  type SearchQuestion,
  type SearchState,
} from '../question/question.js';

export interface ReadQuestion {
  /** The question, if it is about a board. */
  readonly problem?: SearchProblem;
  /** True if it has one start and one goal, so that a shortest path between them is a shortest solution. */
  readonly isOnlyPair: boolean;
  /** Returns the path of the moves of a solution. @throws InputError if they are not one */
  follow(moves: readonly string[]): Path;
  /** Returns the state that moves make from the goal, the first of several. @throws InputError if one of them cannot be made */
  made(moves: readonly string[]): SearchState;
}

/** Reads a question. @throws InputError if an end is not a state */
export function readQuestion(space: Space, question: SearchQuestion): ReadQuestion {
  if (space.board !== null) {
    const problem = problemOf(space, question);
    const { board, start, goal, metric } = problem;
    const step = (position: Position, name: string) => {
      const slides = slidesFrom(board, position.indexOf(BLANK), metric);
      const slide = slides.find((each) => slideName(each, metric) === name);
      return slide && slid(position, slide);
    };
    const steps = { space, step, write: formatPosition };
    return {
      problem,
      isOnlyPair: true,
      follow: (moves) => solutionOf(steps, moves, { from: [start], to: [goal] }),
      made: (moves) => stateAfter(steps, moves, goal),
    };
  }
  const large = isLargePuzzle(space) ? metStates(space, new Limits()) : undefined;
  const states = large ?? numbered(space);
  const ends = large?.endsOf(question) ?? numberedEnds(numbered(space), question);
  const step = (state: number, name: string) => pathFrom(states, state, [name])?.states[1];
  const steps = { space, step, write: (state: number) => writeState(states, state) };
  const own = (state: number) => large?.colouringOf(state) ?? state;
  return {
    isOnlyPair: ends.from.length === 1 && new Set(ends.to).size === 1,
    follow: (moves) => ({ moves, states: solutionOf(steps, moves, ends).states.map(own) }),
    made: (moves) => own(stateAfter(steps, moves, ends.to[0])),
  };
}

/** The moves of a space, one by one. */
interface Steps<State extends SearchState> {
  readonly space: Space;
  /** Returns the state that a move leads to; undefined if it cannot be made. */
  step(state: State, move: string): State | undefined;
  write(state: State): string;
}

/**
 * Returns the path of moves from a start to a goal.
 * @throws InputError if there is none
 */
function solutionOf<State extends SearchState>(
  steps: Steps<State>,
  moves: readonly string[],
  { from, to }: { readonly from: readonly State[]; readonly to: readonly State[] },
): Path<State> {
  checkMoves(steps.space, moves);
  const goals = new Set(to.map(String));
  let refusal = '';
  for (const start of from) {
    const states = statesAfter(steps, moves, start);
    const last = states[states.length - 1];
    const isMade = states.length > moves.length;
    if (isMade && goals.has(String(last))) return { moves, states };
    refusal ||= isMade
      ? `the moves lead to ${quoted(steps, last)}, not to ${to.length > 1 ? 'a start of the space' : `the goal ${quoted(steps, to[0])}`}`
      : refusalOf(steps, moves, states);
  }
  throw new InputError(refusal);
}

/** Returns the state that moves lead to. @throws InputError if one of them cannot be made */
function stateAfter<State extends SearchState>(steps: Steps<State>, moves: readonly string[], start: State): State {
  checkMoves(steps.space, moves);
  const states = statesAfter(steps, moves, start);
  if (states.length <= moves.length) throw new InputError(refusalOf(steps, moves, states));
  return states[moves.length];
}

/** Returns the states that moves lead to, beginning with the start, until one of them cannot be made. */
function statesAfter<State extends SearchState>({ step }: Steps<State>, moves: readonly string[], start: State) {
  const states = [start];
  for (const move of moves) {
    const next = step(states[states.length - 1], move);
    if (next === undefined) break;
    states.push(next);
  }
  return states;
}

/** Returns the error of the first move that cannot be made. */
function refusalOf<State extends SearchState>(
  steps: Steps<State>,
  moves: readonly string[],
  states: readonly State[],
): string {
  const made = states.length - 1;
  return `move ${made + 1}, ${moves[made]}, cannot be made in ${quoted(steps, states[made])}`;
}

function quoted<State extends SearchState>({ write }: Steps<State>, state: State): string {
  return `'${excerpt(write(state), 100)}'`;
}

/** @throws InputError if one of them is not the name of a move */
function checkMoves({ name: space, moves: names }: Space, moves: readonly string[]): void {
  const wrong = moves.findIndex((move) => !names.includes(move));
  if (wrong < 0) return;
  throw new InputError(
    `move ${wrong + 1} is not one of ${space}: '${excerpt(moves[wrong])}'; its moves are ${excerpt(names.join(' '), LONGEST_LIST)}`,
  );
}

/** Maximum number of characters of a list of moves in a message: more than those of most puzzles. */
const LONGEST_LIST = 200;

/** Returns the names of moves; a text is what `solve` prints. */
export function moveNames({ board }: Space, moves: string | readonly string[]): readonly string[] {
  if (typeof moves !== 'string') {
    if (Array.isArray(moves) && moves.every((move) => typeof move === 'string')) return moves;
    throw new InputError(`the moves must be a text or a list of names, found ${jsonExcerpt(moves)}`);
  }
  if (board === null) return moves.split(/\s+/).filter((name) => name !== '');
  const names = moves.match(/[a-z]\d*|\S/gi) ?? [];
  // Both metrics take both forms of moves.
  return board.metric === 'multi'
    ? names.map((name) => (/^[udlr]$/.test(name) ? `${name}1` : name))
    : names.flatMap((name) => (/^[udlr]\d+$/.test(name) ? [...plainLetters(name)] : name));
}
