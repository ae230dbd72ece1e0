import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { burntPancake } from '#src/spaces/puzzles/pancakes.js';
import { knownSpace } from '../../known-space.js';
import { plainSpaceSearch } from '../../plain-space-search.js';
import { rows } from '../../suite.js';
import { publishedHistogram } from './published.js';

describe('burnt-pancake:N', () => {
  test.each(rows([1, 2, 3, 4, 5, 6, 7], [0, 1, 2, 3, 4]))('has the published distribution for %i pancakes', (n) => {
    expect(plainSpaceSearch(knownSpace(`burnt-pancake:${n}`)).histogram).toEqual(
      publishedHistogram(`burnt-pancake:${n}`),
    );
  });

  test('turns the first k pancakes over, and each of them upside down', () => {
    const space = knownSpace('burnt-pancake:4');
    const next = new Float64Array(4);
    space.neighbours(space.parse('-2 1 -4 3'), next);
    expect(space.moves).toEqual(['1', '2', '3', '4']);
    expect([...next].map(space.format)).toEqual(['2 1 -4 3', '-1 2 -4 3', '4 -1 2 3', '-3 4 -1 2']);
  });

  test('starts with all pancakes in order, burnt side down', () => {
    const space = knownSpace('burnt-pancake:3');
    expect(space.starts.map(space.format)).toEqual(['1 2 3']);
    expect(space.size).toBe(48);
    expect(space.reversible).toBe(true);
  });

  test.each([1, 2, 5, 8, 9])('agrees with a pile of %i pancakes in an array', (n) => {
    const space = knownSpace(`burnt-pancake:${n}`);
    const next = new Float64Array(n);
    fc.assert(
      fc.property(fc.nat({ max: space.size - 1 }), (state) => {
        const pile = space.format(state).split(' ').map(Number);
        expect(space.parse(space.format(state))).toBe(state);
        space.neighbours(state, next);
        const turned = pile.map((_, k) => [
          ...pile
            .slice(0, k + 1)
            .reverse()
            .map((pancake) => -pancake),
          ...pile.slice(k + 1),
        ]);
        expect([...next].map(space.format)).toEqual(turned.map((order) => order.join(' ')));
      }),
      { examples: [[0], [space.size - 1]] },
    );
  });

  test.each([0, 128, 1.5])('refuses %d pancakes', (n) => {
    expect(() => burntPancake(n)).toThrow(
      `burnt-pancake:N takes 1 to 127 pancakes, such as burnt-pancake:7; found ${n}`,
    );
  });
});
