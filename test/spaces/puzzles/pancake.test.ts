import { describe, expect, test } from 'vitest';
import { pancake } from '#src/spaces/puzzles/pancakes.js';
import { knownSpace } from '../../known-space.js';
import { plainSpaceSearch } from '../../plain-space-search.js';
import { rows } from '../../suite.js';
import { publishedHistogram } from './published.js';

describe('pancake:N', () => {
  test.each(rows([2, 3, 4, 5, 6, 7, 8, 9, 10], [0, 1, 2, 3, 4, 5, 6]))(
    'has the published distribution for %i pancakes',
    (n) => {
      expect(plainSpaceSearch(knownSpace(`pancake:${n}`)).histogram).toEqual(publishedHistogram(`pancake:${n}`));
    },
    // 10 pancakes take 20 s, and once took 166 s on a busy machine.
    600_000,
  );

  test('turns over the first k pancakes', () => {
    const space = knownSpace('pancake:5');
    const next = new Float64Array(4);
    space.neighbours(space.parse('3 1 5 2 4'), next);
    expect(space.moves).toEqual(['2', '3', '4', '5']);
    expect([...next].map(space.format)).toEqual(['1 3 5 2 4', '5 1 3 2 4', '2 5 1 3 4', '4 2 5 1 3']);
  });

  test('starts with all pancakes in order', () => {
    const space = knownSpace('pancake:13');
    expect(space.starts.map(space.format)).toEqual(['1 2 3 4 5 6 7 8 9 10 11 12 13']);
    expect(space.size).toBe(6_227_020_800);
    expect(space.reversible).toBe(true);
    expect(space.predecessors).toBeUndefined();
  });

  test.each([1, 256, 2.5, Number.NaN])('refuses %d pancakes', (n) => {
    expect(() => pancake(n)).toThrow(`pancake:N takes 2 to 255 pancakes, such as pancake:10; found ${n}`);
  });
});
