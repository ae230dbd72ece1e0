import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { NumberedSpace } from '#src/space/space.js';
import { knownSpace } from '../../known-space.js';
import { plainSpaceSearch } from '../../plain-space-search.js';
import { rows } from '../../suite.js';
import { publishedHistogram } from './space-checks.js';

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
});

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
});

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
});

/** Returns the number of gaps in a pile by Helmert's definition, from its text, with the plate n + 1 below. */
function plainGaps(text: string, isGap: (above: number, below: number) => boolean): number {
  const pile = text.split(' ').map(Number);
  return [...pile, pile.length + 1].filter((size, place, all) => place > 0 && isGap(all[place - 1], size)).length;
}

const UNBURNT = (above: number, below: number) => Math.abs(above - below) !== 1;
const BURNT = (above: number, below: number) => below - above !== 1;

test.each(
  rows<[string, NumberedSpace, typeof BURNT]>(
    [
      ...[2, 3, 4, 5, 6, 7, 8].map((n): [string, NumberedSpace, typeof BURNT] => [
        `${n}`,
        knownSpace(`pancake:${n}`),
        UNBURNT,
      ]),
      ...[1, 2, 3, 4, 5, 6].map((n): [string, NumberedSpace, typeof BURNT] => [
        `${n} burnt`,
        knownSpace(`burnt-pancake:${n}`),
        BURNT,
      ]),
    ],
    [0, 1, 2, 3, 4, 7, 8, 9, 10],
  ),
)(
  'the gap heuristic counts the gaps of %s pancakes, is consistent, and is 0 only for the pile in order',
  (_, space, isGap) => {
    const gap = space.heuristics?.gap as (state: number) => number;
    const { depths } = plainSpaceSearch(space);
    const next = new Float64Array(space.moves.length);
    for (let state = 0; state < space.size; state++) {
      const estimate = gap(state);
      if (estimate !== plainGaps(space.format(state), isGap))
        expect.fail(`${space.format(state)} has not ${estimate} gaps`);
      if (estimate > depths[state])
        expect.fail(`${space.format(state)} is ${depths[state]} moves away, not ${estimate}`);
      if ((estimate === 0) !== (state === space.starts[0])) expect.fail(`${space.format(state)} has ${estimate} gaps`);
      space.neighbours(state, next);
      for (const near of next) {
        if (Math.abs(gap(near) - estimate) > 1)
          expect.fail(`a move of ${space.format(state)} changes the gaps by more than 1`);
      }
    }
  },
);

test('the example in the source has two gaps', () => {
  const space = knownSpace('pancake:4');
  expect(space.heuristics?.gap(space.parse('3 1 2 4'))).toBe(2);
});
