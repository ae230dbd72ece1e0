import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { makeBoard, parseBoard } from '#src/spaces/board/board.js';
import { orderedPosition, parsePosition } from '#src/spaces/board/position.js';
import { randomPosition, SeededRandom } from '#src/spaces/board/random.js';
import { isSolvable, reachOf, whySeparate } from '#src/spaces/board/reachability.js';
import { plainMapSearch } from '../../plain-map-search.js';
import { plainRank, plainUnrank } from '../../plain-search.js';
import { randomMap } from '../../random-maps.js';
import { count, rows } from '../../suite.js';

describe('the reach of moves on a board', () => {
  test('is that of the plain search, for every position of random maps', () => {
    fc.assert(
      fc.property(randomMap(2, 7), fc.nat(5039), (rows, choice) => {
        const board = parseBoard(rows.join('/'));
        // Any goal, not only the ordered one.
        let positions = 1;
        for (let k = 2; k <= board.cells; k++) positions *= k;
        const goal = plainUnrank(board.cells, choice % positions);
        const { depths, histogram } = plainMapSearch(rows, goal);
        expect(reachOf(board).states).toBe(histogram.reduce((sum, count) => sum + count, 0));
        for (const [rank, depth] of depths.entries()) {
          const start = plainUnrank(board.cells, rank);
          if (isSolvable(board, start, goal) !== depth >= 0) throw new Error(`${start} to ${goal}: depth ${depth}`);
        }
      }),
      { numRuns: count(12, 60) },
    );
  });

  test.each([
    ['2x2', 12],
    ['3x3', 181_440],
    ['1x9', 9],
    ['.../.#./...', 8 * 7],
    ['..#/.../#..', 7 * 3 * 3],
    ['..#../...../..#..', 13 * (5 * 4 * 3 * (5 * 4 * 3) * 1)],
    ['#.#/.../#.#', 5],
    ['#.#/.../...', 7 * 60],
    ['..../.##./....', 10 * 9],
  ])('joins on %s %i positions', (name, states) => {
    expect(reachOf(parseBoard(name)).states).toBe(states);
  });

  test('is known for maps too large to enumerate', () => {
    // Two rooms of 15x8 and 15x7 cells, and a door between them.
    const rows = Array.from({ length: 15 }, (_, row) => `${'.'.repeat(8)}${row === 7 ? '.' : '#'}${'.'.repeat(7)}`);
    const board = parseBoard(rows.join('/'));
    const goal = orderedPosition(board);
    const random = new SeededRandom(7);
    for (let k = 0; k < count(20, 100); k++) {
      const start = randomPosition(board, goal, random);
      expect(isSolvable(board, start, goal)).toBe(true);
      // One tile of each room is in the other's place.
      const mixed = [...start];
      const [left, right] = [mixed.indexOf(goal[3]), mixed.indexOf(goal[12])];
      [mixed[left], mixed[right]] = [mixed[right], mixed[left]];
      expect(isSolvable(board, mixed, goal)).toBe(false);
    }
  });
});

describe('random positions of a map', () => {
  test.each(rows(['.../.#./...', '../.#', '2x3', '..#/.../#..', '#.#/.../...'], [0, 1, 2]))(
    'of %s reach the goal, and are about equally frequent',
    (name) => {
      const board = parseBoard(name);
      const goal = orderedPosition(board, 1);
      const random = new SeededRandom(1);
      const counts = new Map<number, number>();
      const { states } = reachOf(board);
      for (let draw = 0; draw < 20 * states; draw++) {
        const position = randomPosition(board, goal, random);
        if (!isSolvable(board, position, goal)) expect.fail(`${position} is not solvable`);
        const rank = plainRank(position);
        counts.set(rank, (counts.get(rank) ?? 0) + 1);
      }
      expect(counts.size).toBe(states);
      // Pearson's chi-squared, whose mean is states - 1 and variance twice that; 6 standard deviations.
      const square = [...counts.values()].reduce((sum, count) => sum + (count - 20) ** 2 / 20, 0);
      expect(square).toBeLessThan(states - 1 + 6 * Math.sqrt(2 * (states - 1)));
    },
  );

  test('of full boards stay the same for a seed in all versions', () => {
    const random = new SeededRandom(1);
    const board = makeBoard(3, 3);
    expect(randomPosition(board, orderedPosition(board), random)).toEqual([6, 7, 8, 0, 2, 3, 4, 1, 5]);
    const line = randomPosition(makeBoard(1, 5), [3, 1, 0, 2, 4], new SeededRandom(2));
    expect(line.filter((tile) => tile > 0)).toEqual([3, 1, 2, 4]);
  });
});

test.each([
  ['2x2', '1 2 3 x', '3 1 2 x', null],
  ['2x2', '1 2 3 x', '2 1 3 x', 'moves keep the order of the tiles'],
  ['3x3', '1 2 3 4 5 6 7 8 x', '2 1 3 4 5 6 7 x 8', 'parity: with the blank on its goal cell, the tiles form an odd'],
  ['1x4', '1 2 3 x', '1 3 2 x', 'moves keep the order of the tiles'],
  ['../../.#/../..', '1 2 3 4 5 6 7 8 x', '8 2 3 4 5 6 7 1 x', 'a tile would have to leave its part of the board'],
])('on %s, %s and %s are joined, or a reason is known', (name, start, goal, reason) => {
  const board = parseBoard(name);
  const why = whySeparate(board, parsePosition(start, board), parsePosition(goal, board));
  if (reason === null) expect(why).toBeNull();
  else expect(why).toContain(reason);
});
