import { expect, test } from 'vitest';
import { KNOWN_PUZZLES } from '#src/spaces/puzzles/known-puzzles.js';
import { sourceOfText } from '#src/spaces/source-of-text.js';
import { titleOfSpace } from '#src/spaces/titles.js';

test.each([
  ['3x3', {}, '8-puzzle'],
  ['15-puzzle', {}, '15-puzzle'],
  ['5x5', { metric: 'multi' }, '24-puzzle, multi-tile moves'],
  ['3x4', { goal: 'x 1 2 3 / 4 5 6 7 / 8 9 10 11' }, '3x4 sliding puzzle'],
  ['..#/...', {}, 'Sliding puzzle ..#/...'],
  ['4x4', { pattern: [1, 2, 5] }, '15-puzzle, tiles 1 2 5'],
  ['pancake:12', {}, '12 pancakes'],
  ['pancake:3', { start: '3 1 2' }, '3 pancakes, from 3 1 2'],
  ['hanoi:3,6', {}, 'Tower of Hanoi, 3 pegs, 6 discs'],
  ['cube-2x2x2', {}, 'Pocket Cube'],
  ['cube-2x2x2', { metric: 'half-turn' }, 'Pocket Cube'],
  ['cube-2x2x2', { metric: 'quarter-turn' }, 'Pocket Cube, quarter turns'],
  ['m24', {}, 'Mathieu group M24'],
  ['examples/m12.g', {}, 'Mathieu group M12'],
  ['examples/rings.tws', {}, 'rings'],
] as const)('%s with %o is called %s', async (text, origin, title) => {
  expect(titleOfSpace({ source: await sourceOfText(text, origin), name: text })).toBe(title);
});

test('built-in puzzles have different titles', () => {
  const titles = KNOWN_PUZZLES.map(({ example }) =>
    titleOfSpace({ source: { kind: 'known', space: example }, name: example }),
  );
  expect(new Set(titles).size).toBe(titles.length);
});
