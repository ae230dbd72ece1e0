import { expect, test } from 'vitest';
import { makeBoard } from '#src/spaces/board/board.js';
import { orderedPosition } from '#src/spaces/board/position.js';
import { randomPosition, SeededRandom } from '#src/spaces/board/random.js';
import { isSolvable } from '#src/spaces/board/reachability.js';

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
