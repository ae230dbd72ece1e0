/** What the known solution of one position tells about others on the way, checked by moves on plain arrays. */

import { expect, test } from 'vitest';
import type { SpaceAnswer } from '#src/serve/answers.js';
import { parseBoard } from '#src/spaces/board/board.js';
import {
  better,
  continued,
  isProved,
  type KnownSolution,
  knownInPlay,
  knownOnPath,
  pathOfMoves,
  type SolutionPath,
} from '../../../src/page/explorer/known-solutions.js';
import { playFrom, withMove } from '../../../src/page/explorer/view.js';

const GOAL = '1 2 3 4 5 6 7 8 x';
/** Three moves from the goal, or nine round the corner of its blank. */
const CORNER = after(GOAL, 'uld');
const ROUND = 'ruldruldr';

const space = { board: parseBoard('3x3'), metric: 'single' } as unknown as SpaceAnswer;
const board = space.board as NonNullable<SpaceAnswer['board']>;

function after(state: string, moves: string): string {
  const tiles = state.split(' ');
  for (const move of moves) {
    const blank = tiles.indexOf('x');
    const to = blank + { u: -3, d: 3, l: -1, r: 1 }[move as 'u' | 'd' | 'l' | 'r'];
    [tiles[blank], tiles[to]] = [tiles[to], tiles[blank]];
  }
  return tiles.join(' ');
}

function checkPath({ states, moves, distances }: SolutionPath): void {
  expect(new Set(states).size).toBe(states.length);
  for (const [at, move] of moves.entries()) expect(after(states[at], move)).toBe(states[at + 1]);
  expect(states.at(-1)).toBe(GOAL);
  expect(distances).toEqual(states.map((_, at) => moves.length - at));
}

const known: KnownSolution = { path: pathOfMoves(board, CORNER, [...ROUND]), bound: 1 };

test('the moves of an answer make a path without circles', () => {
  checkPath(known.path);
  expect(known.path.moves.join('')).toBe(ROUND);
  const detours = pathOfMoves(board, CORNER, [...'lrruduldrlruldr']);
  checkPath(detours);
  expect(detours.moves).toHaveLength(9);
  expect(pathOfMoves(board, GOAL, [])).toEqual({ states: [GOAL], moves: [], distances: [0] });
  // In the metric multi, moves have a number.
  const far = pathOfMoves(board, after(GOAL, 'uu'), ['d2']);
  expect(far).toEqual({ states: [after(GOAL, 'uu'), GOAL], moves: ['d2'], distances: [1, 0] });
});

test('a state on the path has the rest of it, and a bound that falls by one for each move', () => {
  for (const [at, state] of known.path.states.entries()) {
    const rest = knownOnPath({ ...known, bound: 5 }, state) as KnownSolution;
    checkPath(rest.path);
    expect([rest.path.moves.length, rest.bound]).toEqual([9 - at, Math.max(0, 5 - at)]);
  }
  expect(knownOnPath(known, after(CORNER, 'l'))).toBeUndefined();
  expect(isProved({ ...known, bound: 8 })).toBe(false);
  expect(isProved({ ...known, bound: 9 })).toBe(true);
});

test('moves away from a path lead back to it', () => {
  const find = (state: string) => knownOnPath({ ...known, bound: 3 }, state);
  const play = ['l', 'lu', 'lur'].reduce((made, moves) => withMove(made, after(CORNER, moves)), playFrom(CORNER));
  const found = knownInPlay(space, play, find) as KnownSolution;
  checkPath(found.path);
  expect([found.path.moves.join(''), found.bound]).toEqual([`ldr${ROUND}`, 0]);
  // A move along the path, and one back.
  const back = withMove(withMove(playFrom(CORNER), after(CORNER, 'r')), CORNER);
  expect(knownInPlay(space, back, find)).toEqual({ ...known, bound: 3 });
  expect(knownInPlay(space, playFrom(after(GOAL, 'lluu')), find)).toBeNull();
});

test('a path continues with a shorter solution of one of its states, and with no other', () => {
  const long = pathOfMoves(board, after(CORNER, 'l'), [...`r${ROUND}`]);
  const short = { path: pathOfMoves(board, CORNER, [...'urd']), bound: 3 };
  const joined = continued(long, short);
  checkPath(joined);
  expect(joined.moves.join('')).toBe('rurd');
  expect(continued(joined, known)).toBe(joined);
  expect(continued(long, { path: pathOfMoves(board, after(GOAL, 'lluu'), [...'ddrr']), bound: 0 })).toBe(long);
  expect(better(known, short)).toEqual(short);
  expect(better({ ...short, bound: 1 }, { ...known, bound: 2 })).toEqual({ ...short, bound: 2 });
});
