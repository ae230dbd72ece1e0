import { expect, test } from 'vitest';
import type { NumberedSpace } from '#src/space/space.js';
import { knownSpace } from '../../known-space.js';
import { plainSpaceSearch } from '../../plain-space-search.js';
import { rows } from '../../suite.js';

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
