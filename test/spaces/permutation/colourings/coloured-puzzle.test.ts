import { expect, test } from 'vitest';
import { colouredPuzzle } from '#src/spaces/permutation/colourings/puzzle.js';

const identity = (points: number) => [{ name: 'a', images: Array.from({ length: points }, (_, point) => point) }];

test('pieces of a puzzle without sets are all different', () => {
  const { solved, colours } = colouredPuzzle({ generators: identity(3) });
  expect([...solved]).toEqual([0, 1, 2]);
  expect(colours[2]).toEqual({ set: 0, kind: 2, facet: 0, turns: 1, pieces: 1 });
});

test('a piece that is turned in the solved state has its colours turned', () => {
  const sets = [{ name: 'corners', pieces: 2, turns: 3, orientations: [0, 1] }];
  expect([...colouredPuzzle({ generators: identity(6), sets }).solved]).toEqual([0, 1, 2, 5, 3, 4]);
});

test('identical pieces have the same colours, and a piece whose turns do not show has one', () => {
  const sets = [
    { name: 'edges', pieces: 3, turns: 2, solved: [7, 7, 1], orientations: [0, 1, null] },
    { name: 'centres', pieces: 2, turns: 1, solved: [7, 7] },
  ];
  const { solved, colours } = colouredPuzzle({ generators: identity(8), sets });
  expect([...solved]).toEqual([0, 1, 1, 0, 2, 2, 3, 3]);
  expect(colours.map(({ set, kind, turns, pieces }) => [set, kind, turns, pieces])).toEqual([
    [0, 0, 2, 2],
    [0, 0, 2, 2],
    [0, 1, 1, 1],
    [1, 2, 1, 2],
  ]);
});
