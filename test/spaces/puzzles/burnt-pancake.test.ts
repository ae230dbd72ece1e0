import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { burntPancake } from '#src/spaces/puzzles/burnt-pancake.js';
import { plainSpaceSearch } from '../../plain-space-search.js';
import { publishedHistogram } from './published.js';

describe('burnt-pancake:N', () => {
  test.each([1, 2, 3, 4, 5, 6, 7])('has the published distribution for %i pancakes', (n) => {
    expect(plainSpaceSearch(burntPancake(n)).histogram).toEqual(publishedHistogram(`burnt-pancake:${n}`));
  });

  test('turns the first k pancakes over, and each of them upside down', () => {
    const space = burntPancake(4);
    const next = new Float64Array(4);
    space.neighbours(space.parse('-2 1 -4 3'), next);
    expect(space.moves).toEqual(['1', '2', '3', '4']);
    expect([...next].map(space.format)).toEqual(['2 1 -4 3', '-1 2 -4 3', '4 -1 2 3', '-3 4 -1 2']);
  });

  test('numbers a state by the order and the sides', () => {
    expect(burntPancake(2).starts).toEqual([0]);
    expect(burntPancake(2).format(0)).toBe('1 2');
    expect(burntPancake(2).parse('1 -2')).toBe(2);
    expect(burntPancake(2).parse('-2 -1')).toBe(7);
    expect(burntPancake(10).size).toBe(3_715_891_200);
    expect(burntPancake(3).reversible).toBe(true);
  });

  test.each([1, 2, 5, 8, 10])('agrees with a pile of %i pancakes in an array', (n) => {
    const space = burntPancake(n);
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

  test.each([0, 11, 1.5])('refuses %d pancakes', (n) => {
    expect(() => burntPancake(n)).toThrow(
      `burnt-pancake:N takes 1 to 10 pancakes, such as burnt-pancake:7; found ${n}`,
    );
  });
});
