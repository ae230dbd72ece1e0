import { describe, expect, test } from 'vitest';
import { NO_STATE_BEHIND, sequenceStates } from '#src/search/ida-star/move-sequences.js';
import { mapOf, parseBoard } from '#src/spaces/board/board.js';
import { plainNeighbourCells } from '../../plain-map-search.js';
import { count } from '../../suite.js';
import { endsReplaceable, plainReplaceable } from './plain-patterns.js';

describe.each([
  ['2x2', 8],
  ['3x3', 8],
  ['3x4', 7],
  ['..#/.../#..', 10],
  ['.../.#./...', 8],
])('on %s, of sequences of up to %i moves', (name, longest) => {
  const board = parseBoard(name);
  const beside = plainNeighbourCells(mapOf(board));
  const replaceable = plainReplaceable(mapOf(board), longest);
  const states = sequenceStates(board, longest);

  test('a path is tried unless it contains a replaceable one', () => {
    const visit = (path: readonly number[], state: number, moves: number) => {
      const tried = states[state].next.filter((behind) => behind !== NO_STATE_BEHIND);
      for (const to of beside[path[path.length - 1]]) {
        const behind = tried.find((each) => states[each].cell === to);
        const longer = [...path, to];
        if ((behind === undefined) !== endsReplaceable(replaceable, longer))
          expect.fail(`the cells ${longer.join(' ')}`);
        if (behind !== undefined && moves > 1) visit(longer, behind, moves - 1);
      }
    };
    for (const start of beside.keys()) visit([start], start, count(9, 11));
  });
});

test('in a square of 2x2 cells, the deepest position is reached in only one direction', () => {
  const states = sequenceStates(parseBoard('2x2'), 8);
  const paths = (state: number, moves: number): number => {
    if (moves === 0) return 1;
    const tried = states[state].next.filter((behind) => behind !== NO_STATE_BEHIND);
    return tried.reduce((sum, behind) => sum + paths(behind, moves - 1), 0);
  };
  expect([1, 5, 6, 7].map((moves) => paths(0, moves))).toEqual([2, 2, 1, 0]);
});
