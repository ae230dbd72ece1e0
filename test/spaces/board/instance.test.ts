import { expect, test } from 'vitest';
import { makeBoard } from '#src/spaces/board/board.js';
import { parseInstance } from '#src/spaces/board/instance.js';
import { orderedPosition } from '#src/spaces/board/position.js';
import { randomPosition, SeededRandom } from '#src/spaces/board/random.js';
import { isSolvable } from '#src/spaces/board/solvable.js';

test.each([
  ['without the index', '8 3 5 1 2 7 4 6 0\n1 2 3 4 5 6 7 8 0\n'],
  ['with the index', '8 3 5 1 2 7 4 6 0\n8\n1 2 3 4 5 6 7 8 0'],
  ['in rows', '8 3 5\n1 2 7\n4 6 0\n\n8\n\n1 2 3\r\n4 5 6\r\n7 8 0\r\n'],
  ['with commas, and x for the blank', '8,3,5,1,2,7,4,6,x\n1,2,3,4,5,6,7,8,_'],
])('an instance is read %s', (_, text) => {
  const { board, start, goal } = parseInstance(text);
  expect(board).toEqual(makeBoard(3, 3));
  expect(start).toEqual([8, 3, 5, 1, 2, 7, 4, 6, 0]);
  expect(goal).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 0]);
});

test('a board is needed if the number of cells does not determine it', () => {
  const text = '1 2 3 4 5 6 7 8 9 10 11 0 1 2 3 4 5 6 7 8 9 10 0 11';
  expect(() => parseInstance(text)).toThrow('12 cells could be 2x6 or 3x4');
  expect(parseInstance(text, makeBoard(2, 6)).board).toEqual(makeBoard(2, 6));
});

test.each([
  ['8 3 5 1 2 7 4 6 0 7 1 2 3 4 5 6 7 8 0', "gives cell 7 for the start's blank, but the blank is on cell 8"],
  ['8 3 5 1 2 7 4 6 0 9 1 2 3 4 5 6 7 8 0', 'cells count from 0'],
  ['', 'an instance holds the tiles of a start'],
  ['1 0', 'found 2 numbers'],
  ['8 3 5 1 2 7 4 6 0 1 2 3 4 5 6 7 8 8', 'tile 8 occurs 2 times, the blank is missing'],
  ['8 3 5 1 2 7 4 6 0 1 2 3 4 5 6 7 8 nine', "found 'nine'"],
  ['1 2 3 0 8 1 2 3 0', "gives cell 8 for the start's blank, but the blank is on cell 3"],
])('%j is refused', (text, message) => {
  expect(() => parseInstance(text)).toThrow(message);
});

test('an instance of another board is refused', () => {
  expect(() => parseInstance('1 2 3 0 1 2 0 3', makeBoard(3, 3))).toThrow('the 9 tiles of a start of 3x3');
});

test('random positions are solvable, equally likely, and the same for the same seed', () => {
  const board = makeBoard(2, 3);
  const goal = orderedPosition(board, 2);
  const counts = new Map<string, number>();
  const random = new SeededRandom(1);
  const draws = 72_000;
  for (let draw = 0; draw < draws; draw++) {
    const position = randomPosition(board, goal, random);
    counts.set(position.join(), (counts.get(position.join()) ?? 0) + 1);
    if (draw < 100) expect(isSolvable(board, position, goal)).toBe(true);
  }
  expect(counts.size).toBe(360);
  // Mean 200, standard deviation 14.
  for (const count of counts.values()) expect(Math.abs(count - draws / 360)).toBeLessThan(75);
  const first = (seed: number) =>
    randomPosition(makeBoard(4, 4), orderedPosition(makeBoard(4, 4)), new SeededRandom(seed));
  expect(first(5)).toEqual(first(5));
  expect(first(5)).not.toEqual(first(6));
  expect(randomPosition(makeBoard(1, 5), [3, 1, 0, 2, 4], new SeededRandom(2)).filter((tile) => tile > 0)).toEqual([
    3, 1, 2, 4,
  ]);
});
