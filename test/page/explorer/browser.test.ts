import { expect, test } from 'vitest';
import type { DistributionAnswer, SpaceAnswer } from '#src/serve/answers.js';
import { placeText, usualShuffle } from '../../../src/page/explorer/browser.js';
import { FIRST_VIEW } from '../../../src/page/explorer/view.js';

const space = { id: '3x3', board: {} } as Partial<SpaceAnswer> as SpaceAnswer;

test('a position is written in the address with commas, without escapes', () => {
  expect(placeText(space, { ...FIRST_VIEW, state: '2 3 4 1 5 x 7 6 8' })).toBe('?space=3x3&state=2,3,4,1,5,x,7,6,8');
});

test('a lesson and the view for a projector are written before the position', () => {
  const view = { ...FIRST_VIEW, lesson: { id: 'parity', at: 2 }, projected: true, state: '1 x' };
  expect(placeText(space, view)).toBe('?lesson=parity&at=2&view=projector&space=3x3&state=1,x');
});

test.each([
  ['pancake-7', '3 1 2'],
  ['solitaire-8-4', '4,4 4,5 5,4 6,5'],
  ['cube-2x2x2', "UFR URB & U' + 100 % # ?"],
])('the address of a state of %s names it', (id, state) => {
  const text = placeText({ ...space, id, board: null }, { ...FIRST_VIEW, state });
  expect(Object.fromEntries(new URLSearchParams(text))).toEqual({ space: id, state });
});

test.each([
  ['the 8-puzzle', 24, 31, 24],
  ['a knight', 4, 6, 5],
  ['the Pyraminx', 8, 11, 9],
  ['a space of one state', 0, 0, 0],
])(
  'a shuffle of %s is as far as most states, and at least at three quarters of the way',
  (_, mode, maxDepth, amount) => {
    const distribution = { mode, maxDepth } as Partial<DistributionAnswer> as DistributionAnswer;
    expect(usualShuffle({ ...space, hasTable: true }, distribution)).toBe(amount);
  },
);

test('a shuffle of a space without a table, or before its distribution is known, has no distance', () => {
  expect(usualShuffle({ ...space, hasTable: false }, null)).toBeNull();
  expect(usualShuffle({ ...space, hasTable: true }, null)).toBeNull();
});
