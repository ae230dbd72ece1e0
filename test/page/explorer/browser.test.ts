import { expect, test } from 'vitest';
import type { SpaceAnswer } from '#src/serve/answers.js';
import { placeText } from '../../../src/page/explorer/browser.js';
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
