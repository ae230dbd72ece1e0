/** Questions, and solutions that are given for them: read, and followed move by move. */

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
    const follow = (moves: readonly string[]) =>
      solutionOf(space, moves, { from: [start], to: [goal] }, step, formatPosition);
    return { problem, isOnlyPair: true, follow };
  }
  const large = isLargePuzzle(space) ? metStates(space, new Limits()) : undefined;
  const states = large ?? numbered(space);
  const ends = large?.endsOf(question) ?? numberedEnds(numbered(space), question);
  const step = (state: number, name: string) => pathFrom(states, state, [name])?.states[1];
  const follow = (moves: readonly string[]) => {
    const path = solutionOf(space, moves, ends, step, (state) => writeState(states, state));
    return large === undefined ? path : { moves, states: path.states.map((state) => large.colouringOf(state)) };
  };
  return { isOnlyPair: ends.from.length === 1 && new Set(ends.to).size === 1, follow };
}

/**
 * Returns the path of moves from a start to a goal.
 * @param step returns the state that a move leads to; undefined if it cannot be made
 * @throws InputError if there is none
 */
function solutionOf<State extends SearchState>(
  { name: space, moves: names }: Space,
  moves: readonly string[],
  { from, to }: { readonly from: readonly State[]; readonly to: readonly State[] },
  step: (state: State, name: string) => State | undefined,
  write: (state: State) => string,
): Path<State> {
  const wrong = moves.findIndex((move) => !names.includes(move));
  if (wrong >= 0) {
    throw new InputError(
      `move ${wrong + 1} is not one of ${space}: '${excerpt(moves[wrong])}'; its moves are ${excerpt(names.join(' '), 60)}`,
    );
  }
  const goals = new Set(to.map(String));
  const text = (state: State) => `'${excerpt(write(state), 100)}'`;
  let refusal = '';
  for (const start of from) {
    const states = [start];
    for (const move of moves) {
      const next = step(states[states.length - 1], move);
      if (next === undefined) break;
      states.push(next);
    }
    const made = states.length - 1;
    if (made === moves.length && goals.has(String(states[made]))) return { moves, states };
    refusal ||=
      made < moves.length
        ? `move ${made + 1}, ${moves[made]}, cannot be made in ${text(states[made])}`
        : `the moves lead to ${text(states[made])}, not to ${to.length > 1 ? 'a start of the space' : `the goal ${text(to[0])}`}`;
  }
  throw new InputError(refusal);
}

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
