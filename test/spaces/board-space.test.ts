import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { lehmerDigits, rank, unrank } from '#src/permutations/lehmer.js';
import { type Metric, parseBoard } from '#src/spaces/board/board.js';
import { formatPosition, orderedPosition } from '#src/spaces/board/position.js';
import { boardSpace, digitParity, rotatedRank, windowRotation } from '#src/spaces/board-space.js';
import { plainNeighbours } from '../plain-search.js';
import { plainSpaceSearch } from '../plain-space-search.js';
import { count, rows } from '../suite.js';
import { neighboursOf, notUndone, publishedHistogram } from './puzzles/space-checks.js';

function spaceOf(board: string, metric: Metric, blank?: number) {
  const goal = formatPosition(orderedPosition(parseBoard(board), blank));
  return boardSpace({ kind: 'board', board, metric, goal });
}

describe('a board as a state space', () => {
  test.each(rows(['2x2', '2x3', '2x4', '3x3'], [0, 1]))(
    'has the published distributions of %s in both metrics',
    (board) => {
      for (const metric of ['single', 'multi'] as const) {
        expect(plainSpaceSearch(spaceOf(board, metric)).histogram).toEqual(publishedHistogram(board, metric));
      }
    },
  );

  test.each(['3x3', '2x5', '4x3', '4x4', '2x9'])('leads to the neighbouring positions of %s', (board) => {
    const space = spaceOf(board, 'single');
    const { rows, columns } = parseBoard(board);
    fc.assert(
      fc.property(fc.maxSafeNat(), (number) => {
        const state = number % space.size;
        const position = space
          .format(state)
          .split(' ')
          .map((tile) => (tile === 'x' ? 0 : Number(tile)));
        const expected = plainNeighbours(rows, columns, position).map(formatPosition);
        expect(Object.values(neighboursOf(space, state)).sort()).toEqual(expected.sort());
        expect(space.parse(space.format(state))).toBe(state);
      }),
      { numRuns: count(15, 200) },
    );
  });

  test.each(['2x3', '4x3', '1x4', '4x4'])('moves several tiles of %s like the same number of single moves', (board) => {
    const single = spaceOf(board, 'single');
    const multi = spaceOf(board, 'multi');
    fc.assert(
      fc.property(fc.maxSafeNat(), (number) => {
        const state = number % single.size;
        const expected: Record<string, string> = {};
        for (const direction of 'udlr') {
          let text: string | undefined = single.format(state);
          for (let cells = 1; text !== undefined; cells++) {
            text = neighboursOf(single, single.parse(text))[direction];
            if (text !== undefined) expected[direction + cells] = text;
          }
        }
        expect(neighboursOf(multi, state)).toEqual(expected);
      }),
      { numRuns: count(15, 200) },
    );
  });

  test('names the moves of the blank', () => {
    expect(spaceOf('2x4', 'single').moves).toEqual(['u', 'd', 'l', 'r']);
    expect(spaceOf('2x4', 'multi').moves).toEqual(['u1', 'd1', 'l1', 'l2', 'l3', 'r1', 'r2', 'r3']);
  });

  test('every move can be undone', () => {
    expect(notUndone(spaceOf('2x3', 'multi'))).toEqual([]);
  });

  test('starts in the goal', () => {
    const space = boardSpace({ kind: 'board', board: '2x3', metric: 'multi', goal: '3 1 x 5 4 2' });
    expect(space.starts.map(space.format)).toEqual(['3 1 x 5 4 2']);
    expect([space.name, space.metric, space.size]).toEqual(['2x3', 'multi', 360]);
  });

  test('refuses positions that moves do not reach, other boards and goals', () => {
    expect(() => spaceOf('2x2', 'single').parse('2 1 3 x')).toThrow('no moves lead from 2 1 3 x to 1 2 3 x');
    expect(() => spaceOf('1x4', 'single').parse('1 3 2 x')).toThrow('no moves lead from 1 3 2 x to 1 2 3 x');
    expect(() => spaceOf('2x2', 'single').parse('1 2 3')).toThrow(
      'a position of 2x2 has 4 tiles with the blank, found 3',
    );
    expect(() => boardSpace({ kind: 'board', board: '2x2', metric: 'single', goal: '1 2' })).toThrow('found 2');
    expect(() => boardSpace({ kind: 'board', board: '9x9', metric: 'single', goal: '' })).toThrow(
      'too large to number',
    );
  });
});

describe('rotations by table look-up', () => {
  // 17 elements have windows too large for tables.
  test.each([2, 3, 5, 8, 11, 17])('give the rank of the rotated permutation of %i elements', (elements) => {
    const place = fc.nat({ max: elements - 1 });
    fc.assert(
      fc.property(fc.maxSafeNat(), place, place, fc.boolean(), (number, one, other, toLast) => {
        const [first, last] = [Math.min(one, other), Math.max(one, other)];
        let states = 1;
        for (let k = 2; k <= elements; k++) states *= k;
        const permutation = unrank(elements, number % states);
        const window = permutation.slice(first, last + 1);
        const rotated = toLast ? [...window.slice(1), window[0]] : [window[window.length - 1], ...window.slice(0, -1)];
        const expected = permutation.toSpliced(first, window.length, ...rotated);
        const rotation = windowRotation(elements, {
          first,
          last,
          rotation: toLast ? 'first-to-last' : 'last-to-first',
        });
        expect(rotatedRank(rotation, number % states)).toBe(rank(expected));
      }),
    );
  });

  test.each([5, 8, 11, 17])('the parity of %i digits is that of the permutation', (elements) => {
    const parityOf = digitParity(elements);
    fc.assert(
      fc.property(fc.maxSafeNat(), (number) => {
        let states = 1;
        for (let k = 3; k <= elements; k++) states *= k;
        const value = number % states;
        const digits = lehmerDigits(unrank(elements, 2 * value));
        expect(parityOf(value)).toBe(digits.reduce((sum, digit) => sum + digit, 0) % 2);
      }),
    );
  });
});
