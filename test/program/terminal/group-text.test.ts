import { describe, expect, test } from 'vitest';
import { groupFacts } from '#src/permutations/group-facts.js';
import { groupSummary } from '#src/program/terminal/group-text.js';

const summaryOf = (moves: readonly (readonly number[])[]) =>
  groupSummary(groupFacts(moves.map((move) => Uint8Array.from(move))));

/** Returns the permutation that exchanges the points 0 and 1, 2 and 3, and so on. */
const exchanges = (pairs: number) => Array.from({ length: 2 * pairs }, (_, point) => point ^ 1);

describe('the group of an exploration', () => {
  test.each([
    [
      [
        [1, 2, 3, 0],
        [1, 0, 2, 3],
      ],
      'order 24, 2 generators, base of 3 points',
      'all permutations of 4 points',
    ],
    [
      [
        [1, 2, 0, 3],
        [0, 2, 3, 1],
      ],
      'order 12, 2 generators, base of 2 points',
      'all even permutations of 4 points',
    ],
    [[[1, 2, 3, 4, 0]], 'order 5, 1 generator, base of 1 point', 'transitive on 5 points'],
    [[[1, 2, 3, 0]], 'order 4, 1 generator, base of 1 point', 'transitive on 4 points, in blocks of 2'],
    [
      [
        [1, 0, 2],
        [0, 1, 2],
      ],
      'order 2, 2 generators, base of 1 point',
      'all permutations of 2 points, 1 fixed',
    ],
    [[[1, 0, 3, 2, 4]], 'order 2, 1 generator, base of 1 point', '2 orbits, of 2 and 2 points, 1 fixed'],
    [[exchanges(7)], 'order 2, 1 generator, base of 1 point', '7 orbits, of up to 2 points'],
    [[[0, 1]], 'order 1, 1 generator, base of 0 points', 'moves no point'],
  ])('is described by its order and its action on the points (%#)', (moves, size, action) => {
    expect(summaryOf(moves)).toEqual([
      ['group', size],
      ['', action],
    ]);
  });
});
