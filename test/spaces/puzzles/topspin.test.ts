import { describe, expect, test } from 'vitest';
import { topspin } from '#src/spaces/puzzles/topspin.js';
import { plainSpaceSearch } from '../../plain-space-search.js';
import { rows } from '../../suite.js';
import { publishedHistogram } from './published.js';

describe('topspin:N,K', () => {
  test.each(rows([6, 7, 8, 9, 10], [0, 1, 2]))(
    'has the published distribution for a ring of %i and a turntable of 4',
    (n) => {
      expect(plainSpaceSearch(topspin(n, 4)).histogram).toEqual(publishedHistogram(`topspin:${n},4`));
    },
  );

  test('moves the ring left and right, and turns the turntable', () => {
    const space = topspin(6, 4);
    const next = new Float64Array(3);
    space.neighbours(space.parse('1 2 3 4 5 6'), next);
    expect(space.moves).toEqual(['l', 'r', 't']);
    expect([...next].map(space.format)).toEqual(['2 3 4 5 6 1', '6 1 2 3 4 5', '4 3 2 1 5 6']);
    expect(space.reversible).toBe(true);
  });

  test('leaves half of the orders unreached where all moves are even', () => {
    const { depths } = plainSpaceSearch(topspin(7, 4));
    expect(depths.length).toBe(5040);
    expect(depths.filter((depth) => depth < 0).length).toBe(2520);
    expect(depths[topspin(7, 4).parse('2 1 3 4 5 6 7')]).toBe(-1);
  });

  test('reaches the turned and mirrored rings alone where the turntable holds all', () => {
    expect(plainSpaceSearch(topspin(5, 5)).histogram).toEqual([1, 3, 4, 2]);
  });

  test.each([
    [1, 1],
    [14, 4],
    [6, 7],
    [6, 1],
    [6, 2.5],
  ])('refuses a ring of %d with a turntable of %d', (n, k) => {
    expect(() => topspin(n, k)).toThrow(
      `topspin:N,K takes a ring of 2 to 13 pieces and a turntable of 2 to N, such as topspin:8,4; found ${n},${k}`,
    );
  });
});
