import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { PuzzleDefinition } from '#src/spaces/permutation/colourings/puzzle.js';
import { puzzlePoints } from '#src/spaces/permutation/puzzle-points.js';
import { cube2x2x2 } from '#src/spaces/puzzles/cubes.js';
import { spaceOfGroup } from '../../../known-space.js';

/** The Pocket Cube on its facelets, numbered backwards, and once more on its corners as further points. */
const facelets: PuzzleDefinition = {
  name: 'facelets',
  generators: cube2x2x2('quarter-turn').generators.map(({ name, images }) => ({
    name,
    images: [
      ...images.map((_, point) => 20 - images[20 - point]),
      ...Array.from({ length: 7 }, (_, corner) => 21 + Math.floor(images[3 * corner] / 3)),
    ],
  })),
};

describe('points without sets of pieces', () => {
  const { puzzle, sets, own, given } = puzzlePoints(facelets);

  test('become pieces that turn, and points that move with others are left out', () => {
    expect(sets).toEqual([{ name: 'pieces', pieces: 7, turns: 3 }]);
    expect(puzzle.points).toBe(21);
  });

  test('are kept in texts, and the given generators move them', () => {
    const space = spaceOfGroup(facelets);
    expect(space.size).toBe(3_674_160);
    const next = new Float64Array(space.moves.length);
    fc.assert(
      fc.property(fc.nat({ max: space.size - 1 }), (state) => {
        const text = space.format(state);
        expect(space.parse(text)).toBe(state);
        space.neighbours(state, next);
        const pieces = text.split(' ');
        for (const [move, { images }] of facelets.generators.entries()) {
          const moved = [...pieces];
          for (const [point, image] of images.entries()) moved[image] = pieces[point];
          expect(space.format(next[move])).toBe(moved.join(' '));
        }
      }),
      { numRuns: 50 },
    );
  });

  test.each([
    ['facelets of one corner', 0, 3],
    ['a corner and the point that moves with it', 21, 22],
  ])('cannot be separated if they always move together: %s', (_, one, other) => {
    const solved = given(puzzle.solved);
    expect(own(solved)).toEqual(puzzle.solved);
    expect(own(solved.with(one, solved[other]).with(other, solved[one]))).toBeNull();
  });
});
