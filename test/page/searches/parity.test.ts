import { describe, expect, test } from 'vitest';
import { parityOf, whyUnsolvable } from '../../../src/page/searches/parity.js';
import { parseBoard } from '../../../src/spaces/board/board.js';
import { isSolvable } from '../../../src/spaces/board/reachability.js';

function arrangements(tiles: readonly number[]): number[][] {
  if (tiles.length === 0) return [[]];
  return tiles.flatMap((tile) =>
    arrangements(tiles.filter((other) => other !== tile)).map((others) => [tile, ...others]),
  );
}

/** Boards on which parity alone decides. */
const DECIDED = ['2x2', '2x3', '3x2'];
/** A square with a tail, and a row, on which some positions of the right parity are unreachable. */
const UNDECIDED = ['..#/...', '1x4'];

describe('the parity', () => {
  for (const name of DECIDED) {
    test(`is right for exactly the solvable positions of ${name}, whatever the goal`, () => {
      const board = parseBoard(name);
      const all = arrangements(board.squares.map((_, cell) => cell));
      for (const goal of [all[0], all[all.length - 1], all[Math.floor(all.length / 3)]]) {
        for (const tiles of all) {
          expect(parityOf(board, tiles, goal).agrees).toBe(isSolvable(board, tiles, goal));
        }
      }
    });
  }

  for (const name of UNDECIDED) {
    test(`is right for every solvable position of ${name}, and for others`, () => {
      const board = parseBoard(name);
      const all = arrangements(board.squares.map((_, cell) => cell));
      const goal = all[all.length - 1];
      const agreeing = all.filter((tiles) => parityOf(board, tiles, goal).agrees);
      const solvable = all.filter((tiles) => isSolvable(board, tiles, goal));
      expect(agreeing).toEqual(expect.arrayContaining(solvable));
      expect(agreeing.length).toBeGreaterThan(solvable.length);
    });
  }

  test('counts inversions, and the minimum steps of the blank round missing cells', () => {
    const board = parseBoard('3x3');
    const goal = [1, 2, 3, 4, 5, 6, 7, 8, 0];
    expect(parityOf(board, goal, goal)).toEqual({ inversions: 0, steps: 0, agrees: true });
    expect(parityOf(board, [2, 1, 3, 4, 5, 6, 7, 8, 0], goal)).toEqual({ inversions: 1, steps: 0, agrees: false });
    // The blank before all other tiles is in the wrong order with each of them.
    expect(parityOf(board, [0, 1, 2, 3, 4, 5, 6, 7, 8], goal)).toEqual({ inversions: 8, steps: 4, agrees: true });
    const map = parseBoard('.../.#./.#.');
    expect(parityOf(map, [1, 2, 3, 4, 5, 0, 6], [1, 2, 3, 4, 5, 6, 0]).steps).toBe(6);
  });
});

describe('the reason', () => {
  const board = parseBoard('3x3');
  const goal = [1, 2, 3, 4, 5, 6, 7, 8, 0];

  test('names inversions, steps and the condition on both', () => {
    expect(whyUnsolvable(parityOf(board, [2, 1, 3, 4, 5, 0, 7, 8, 6], goal))).toBe(
      'Unsolvable: sorting the tiles takes an even number of swaps (6 inversions, counting the blank), ' +
        'but the blank is 1 step from its goal cell, an odd number. ' +
        'Every move is one swap and one step, so both numbers must be odd or both even.',
    );
    expect(whyUnsolvable(parityOf(board, [2, 1, 3, 4, 5, 6, 7, 8, 0], goal))).toMatch(
      /an odd number of swaps \(1 inversion, .* the blank is on its goal cell, 0 steps away, an even number\./,
    );
  });

  test('does not blame parity if it is right', () => {
    expect(whyUnsolvable({ inversions: 2, steps: 2, agrees: true })).toBe(
      'Unsolvable: the parity is right, but no moves on this board lead to the goal.',
    );
  });
});
