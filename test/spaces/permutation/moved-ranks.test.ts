import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { factorial } from '#src/spaces/permutation/lehmer.js';
import { movedRanks } from '#src/spaces/permutation/moved-ranks.js';
import { rank, unrank } from '#src/spaces/permutation/rank.js';

const points = (n: number) => Array.from({ length: n }, (_, point) => point);
const permutation = (n: number) => fc.shuffledSubarray(points(n), { minLength: n });
const prefixReversals = (n: number) =>
  points(n - 1).map((move) => points(n).map((point) => (point < move + 2 ? move + 1 - point : point)));

function expected(n: number, moves: readonly (readonly number[])[], state: number): number[] {
  const permutation = unrank(n, state);
  return moves.map((move) => Number(rank(permutation.map((element) => move[element - 1]))));
}

function found(moves: readonly (readonly number[])[], state: number): number[] {
  const moved = new Float64Array(moves.length);
  movedRanks(moves)(state, moved);
  return [...moved];
}

describe('the ranks of moved permutations', () => {
  test('is the example of its explanation', () => {
    expect(found([[1, 2, 0]], 2)).toEqual([5]);
  });

  test.each([1, 2, 3, 4, 5, 6])('are those of the permutations themselves, for all ranks of %i points', (n) => {
    fc.assert(
      fc.property(fc.array(permutation(n), { minLength: 1, maxLength: 4 }), (moves) => {
        const moved = new Float64Array(moves.length);
        const write = movedRanks(moves);
        for (let state = 0; state < factorial(n); state++) {
          write(state, moved);
          expect([...moved]).toEqual(expected(n, moves, state));
        }
      }),
      { numRuns: 5 },
    );
  });

  test.each([7, 8, 9, 10, 11, 12, 13])('are those of the permutations themselves, for %i points', (n) => {
    const moves = prefixReversals(n);
    const write = movedRanks(moves);
    const moved = new Float64Array(moves.length);
    fc.assert(
      fc.property(fc.nat({ max: factorial(n) - 1 }), (state) => {
        write(state, moved);
        expect([...moved]).toEqual(expected(n, moves, state));
      }),
      { numRuns: 300, examples: [[0], [factorial(n) - 1]] },
    );
  });

  test('are right too for moves whose tables would be too large', () => {
    const states = fc.array(fc.nat({ max: factorial(13) - 1 }), { minLength: 10, maxLength: 10 });
    fc.assert(
      fc.property(fc.array(permutation(13), { minLength: 60, maxLength: 200 }), states, (moves, ranks) => {
        const write = movedRanks(moves);
        const moved = new Float64Array(moves.length);
        for (const state of ranks) {
          write(state, moved);
          expect([...moved]).toEqual(expected(13, moves, state));
        }
      }),
      { numRuns: 5 },
    );
  });

  test('permute all ranks', () => {
    const moves = prefixReversals(8);
    const write = movedRanks(moves);
    const moved = new Float64Array(moves.length);
    const seen = moves.map(() => new Uint8Array(factorial(8)));
    for (let state = 0; state < factorial(8); state++) {
      write(state, moved);
      for (const [move, after] of moved.entries()) seen[move][after]++;
    }
    for (const counts of seen) expect(counts.every((count) => count === 1)).toBe(true);
  });
});
