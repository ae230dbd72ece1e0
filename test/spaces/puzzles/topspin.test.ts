import { describe, expect, test } from 'vitest';
import { topspin } from '#src/spaces/puzzles/pancakes.js';
import { knownSpace } from '../../known-space.js';
import { plainSpaceSearch } from '../../plain-space-search.js';
import { rows } from '../../suite.js';
import { publishedHistogram } from './published.js';

describe('topspin:N,K', () => {
  test.each(rows([6, 7, 8, 9, 10], [0, 1, 2]))(
    'has the published distribution for a ring of %i and a turntable of 4',
    (n) => {
      expect(plainSpaceSearch(knownSpace(`topspin:${n},4`)).histogram).toEqual(publishedHistogram(`topspin:${n},4`));
    },
  );

  test('moves the ring left and right, and turns the turntable', () => {
    const space = knownSpace('topspin:6,4');
    const next = new Float64Array(3);
    space.neighbours(space.parse('1 2 3 4 5 6'), next);
    expect(space.moves).toEqual(['l', 'r', 't']);
    expect([...next].map(space.format)).toEqual(['2 3 4 5 6 1', '6 1 2 3 4 5', '4 3 2 1 5 6']);
    expect(space.reversible).toBe(true);
  });

  test('has half of the orders if all moves are even', () => {
    const space = knownSpace('topspin:7,4');
    expect(space.size).toBe(2520);
    expect(() => space.parse('2 1 3 4 5 6 7')).toThrow(
      "no moves of topspin:7,4 lead from its solved state to '2 1 3 4 5 6 7': every move is an even permutation of the pieces, and this would take an odd one",
    );
  });

  test('reaches only rotated and mirrored rings if the turntable holds all pieces', () => {
    expect(plainSpaceSearch(knownSpace('topspin:5,5')).histogram).toEqual([1, 3, 4, 2]);
  });

  test.each([1, 256])('refuses a ring of %d', (n) => {
    expect(() => topspin(n, 4)).toThrow(`topspin:N,K takes 2 to 255 pieces, such as topspin:8,4; found ${n}`);
  });

  test.each([1, 7, 2.5])('refuses a turntable of %d on a ring of 6', (k) => {
    expect(() => topspin(6, k)).toThrow(
      `topspin:N,K takes 2 to 6 pieces on the turntable of a ring of 6, such as topspin:8,4; found ${k}`,
    );
  });
});
