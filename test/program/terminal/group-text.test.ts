import { describe, expect, test } from 'vitest';
import { groupLine } from '#src/program/terminal/group-text.js';
import { groupFacts } from '#src/spaces/permutation/order/group-facts.js';

const lineOf = (...moves: readonly (readonly number[])[]) =>
  groupLine(groupFacts(moves.map((move) => Uint8Array.from(move))));

describe('a group in a line', () => {
  test.each([
    [
      [
        [1, 2, 3, 0],
        [1, 0, 2, 3],
      ],
      'order 24, all permutations of 4 points, 2 generators, base of 3',
    ],
    [
      [
        [1, 2, 0, 3],
        [0, 2, 3, 1],
      ],
      'order 12, all even permutations of 4 points, 2 generators, base of 2',
    ],
    [[[1, 2, 3, 4, 0]], 'order 5, transitive on 5 points, 1 generators, base of 1'],
    [
      [[1, 2, 3, 0]],
      'order 4, transitive on 4 points, in blocks of 2 points that move together, 1 generators, base of 1',
    ],
    [
      [
        [1, 0, 2],
        [0, 1, 2],
      ],
      'order 2, all permutations of 2 points, 1 fixed, 2 generators, base of 1',
    ],
    [[[1, 0, 3, 2, 4]], 'order 2, 2 orbits, of 2 and 2 points, 1 fixed, 1 generators, base of 1'],
    [[[0, 1]], 'order 1, moves no point, 1 generators, base of 0'],
  ])('says what it does to its points (%#)', (moves, line) => {
    expect(lineOf(...moves)).toBe(line.replace('1 generators', '1 generator'));
  });
});
