import { expect, test } from 'vitest';
import { queryText } from '../../../src/page/explorer/browser.js';

test('a position is written in the address with commas, without escapes', () => {
  expect(queryText('3x3', '2 3 4 1 5 x 7 6 8', true)).toBe('?space=3x3&state=2,3,4,1,5,x,7,6,8');
});

test.each([
  ['pancake-7', '3 1 2'],
  ['solitaire-8-4', '4,4 4,5 5,4 6,5'],
  ['cube-2x2x2', "UFR URB & U' + 100 % # ?"],
])('the address of a state of %s names it', (space, state) => {
  expect(Object.fromEntries(new URLSearchParams(queryText(space, state, false)))).toEqual({ space, state });
});
