import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { knight } from '#src/spaces/puzzles/knight.js';
import { plainSpaceSearch } from '../../plain-space-search.js';
import { neighboursOf, notUndone } from './space-checks.js';

function movesBetween(n: number, from: string, to: string): number {
  const space = knight(n);
  return plainSpaceSearch({ ...space, starts: [space.parse(from)] }).depths[space.parse(to)];
}

describe('knight:N', () => {
  test('answers the examples of POJ 1915', () => {
    expect(movesBetween(8, '0 0', '7 0')).toBe(5);
    expect(movesBetween(100, '0 0', '30 50')).toBe(28);
    expect(movesBetween(10, '1 1', '1 1')).toBe(0);
  });

  test('moves from corner to corner of 300 x 300 in 200 moves', () => {
    expect(movesBetween(300, '0,0', '299,299')).toBe(200);
  });

  test('reaches every square of a chessboard in at most 6 moves, which only the opposite corner needs', () => {
    const space = knight(8);
    const farthest = Array.from(
      { length: 64 },
      (_, start) => plainSpaceSearch({ ...space, starts: [start] }).histogram,
    );
    expect(Math.max(...farthest.map(({ length }) => length - 1))).toBe(6);
    expect(farthest[0]).toEqual([1, 2, 9, 20, 21, 10, 1]);
    expect(movesBetween(8, 'a1', 'h8')).toBe(6);
  });

  test('cannot leave the start on 1x1 and 2x2, nor reach the centre of 3x3', () => {
    expect(plainSpaceSearch(knight(1)).histogram).toEqual([1]);
    expect([...plainSpaceSearch(knight(2)).depths]).toEqual([0, -1, -1, -1]);
    expect([...plainSpaceSearch(knight(3)).depths]).toEqual([0, 3, 2, 3, -1, 1, 2, 1, 4]);
  });

  test('moves are named by their changes of column and row', () => {
    expect(neighboursOf(knight(8), knight(8).parse('1,0'))).toEqual({ '+1+2': '2,2', '+2+1': '3,1', '-1+2': '0,2' });
    expect(Object.keys(neighboursOf(knight(5), 12)).sort()).toEqual(
      ['+1+2', '+1-2', '+2+1', '+2-1', '-1+2', '-1-2', '-2+1', '-2-1'].sort(),
    );
  });

  test.each([1, 2, 3, 4, 5, 8])('moves by one and two squares, and back, on %i x %i', (n) => {
    const space = knight(n);
    for (let state = 0; state < n * n; state++) {
      const near = Array.from({ length: n * n }, (_, other) => other).filter((other) => {
        const columns = Math.abs((other % n) - (state % n));
        const rows = Math.abs(Math.floor(other / n) - Math.floor(state / n));
        return columns * rows === 2;
      });
      expect(Object.values(neighboursOf(space, state)).sort()).toEqual(near.map(space.format).sort());
    }
    expect(notUndone(space)).toEqual([]);
  });

  test('reads its own texts, on boards of all sizes', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 46_340 }), fc.nat(), (n, number) => {
        const space = knight(n);
        const state = number % space.size;
        expect(space.parse(space.format(state))).toBe(state);
      }),
    );
  });

  test('reads columns and rows from 0 with comma or space, and squares of a chessboard up to 26 x 26', () => {
    const space = knight(8);
    expect(space.format(space.parse('3,7'))).toBe('3,7');
    for (const text of ['3 7', ' 3, 7 ', 'd8', 'D8']) expect(space.parse(text)).toBe(59);
    expect(knight(26).parse('z26')).toBe(675);
    expect(() => knight(27).parse('a1')).toThrow(
      "a state of knight:27 is a square, its column and row from 0 to 26 such as 0,1; found 'a1'",
    );
  });

  test.each(['', '8,0', '0,8', '-1,0', 'i1', 'a0', 'a9', '1', '1,2,3', '1.5,2'])("refuses '%s' on 8x8", (text) => {
    expect(() => knight(8).parse(text)).toThrow(
      `a state of knight:8 is a square, its column and row from 0 to 7 such as 0,1, or as a1 to h8; found '${text}'`,
    );
  });
});
