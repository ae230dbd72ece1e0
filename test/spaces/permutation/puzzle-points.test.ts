import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Permutation } from '#src/permutations/permutation.js';
import type { PuzzleDefinition } from '#src/spaces/permutation/colourings/puzzle.js';
import { piecesOfPoints, puzzlePoints } from '#src/spaces/permutation/puzzle-points.js';
import { cube2x2x2 } from '#src/spaces/puzzles/cubes.js';
import { spaceOfGroup } from '../../known-space.js';
import { cube, cycles, MATHIEU, pyraminx, randomGroup, symmetric, wreathProduct } from '../../permutations/groups.js';

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

describe('the pieces of facelets', () => {
  test.each([
    ['the 2x2x2 cube', cube(2, [0, 1]).moves, ['8x3'], 24, 0],
    // Without the facelets of the fixed corner.
    ['the 2x2x2 cube with a fixed corner', cube(2, [1]).moves, ['7x3'], 21, 3],
    ['the 3x3x3 cube, whose centres are fixed', cube(3, [0, 2]).moves, ['12x2', '8x3'], 48, 6],
    // The second facelets of wings follow the first ones.
    ['the 4x4x4 cube', cube(4, [0, 1, 2, 3]).moves, ['24x1', '24x1', '8x3'], 72, 1],
    ['the pyraminx, whose centres turn in place', pyraminx(), ['1x3', '1x3', '1x3', '1x3', '6x2'], 24, 0],
    ['a wreath product with a cyclic group', wreathProduct([cycles(5, '(1,2,3,4,5)')], 9), ['9x5'], 45, 0],
    // In the symmetric group of degree 3, only the identity commutes with all elements.
    ['a wreath product with a symmetric group', wreathProduct(symmetric(3), 4), ['12x1'], 12, 0],
    [
      'two orbits that do not move alike',
      [cycles(9, '(1,2,3)(5,6)'), cycles(9, '(1,2)(6,7,8,9)')],
      ['3x1', '5x1'],
      8,
      1,
    ],
    ['two orbits that move alike', [cycles(9, '(1,2,3)(5,6,7)'), cycles(9, '(1,2)(6,7)')], ['3x1'], 3, 4],
  ])('of %s', (_, moves, shapes, points, followers) => {
    const pieces = piecesOfPoints(moves);
    expect(pieces.sets.map((set) => `${set.pieces}x${set.turns}`).sort()).toEqual(shapes);
    expect([pieces.points.length, pieces.followers.length]).toEqual([points, followers]);
  });

  test('of a group without turns are its points', () => {
    for (const moves of [MATHIEU.M12, symmetric(2), symmetric(7)]) {
      const points = moves[0].length;
      expect(piecesOfPoints(moves)).toEqual({
        sets: [{ name: 'pieces', pieces: points, turns: 1 }],
        points: Array.from({ length: points }, (_, point) => point),
        moves,
        followers: [],
      });
    }
  });

  test('turn as a whole: a move takes facet j of a piece to facet j + t of a place', () => {
    for (const moves of [cube(3, [0, 1, 2]).moves, pyraminx(), ...seeds(60).map((seed) => randomGroup(seed))]) {
      const pieces = piecesOfPoints(moves);
      let first = 0;
      for (const { pieces: count, turns } of pieces.sets) {
        for (const move of pieces.moves) expect(turnsAsAWhole(move, first, count, turns)).toBe(true);
        first += count * turns;
      }
    }
  });

  test('move as the given points do', () => {
    for (const seed of seeds(60)) {
      const moves = randomGroup(seed);
      const { points, moves: renumbered, followers } = piecesOfPoints(moves);
      for (const [at, move] of moves.entries()) {
        for (const map of [points, ...followers]) {
          for (const [point, given] of map.entries()) {
            if (given >= 0) expect(map[renumbered[at][point]]).toBe(move[given]);
          }
        }
      }
      // Each given point is renumbered, or follows such a point.
      const known = new Set([points, ...followers].flat().filter((point) => point >= 0));
      expect(known.size).toBe(moves[0].length);
    }
  });
});

const seeds = (count: number) => Array.from({ length: count }, (_, seed) => seed);

function turnsAsAWhole(move: Permutation, first: number, pieces: number, turns: number): boolean {
  for (let place = 0; place < pieces; place++) {
    const images = Array.from({ length: turns }, (_, facet) => move[first + place * turns + facet] - first);
    const to = Math.floor(images[0] / turns);
    const expected = images.map((_, facet) => to * turns + ((images[0] + facet) % turns));
    // The remainder of images[0] by turns is its facet, as places begin at multiples of turns.
    if (images.join() !== expected.join()) return false;
  }
  return true;
}
