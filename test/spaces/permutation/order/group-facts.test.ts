import { describe, expect, test } from 'vitest';
import { minimalBlockSystems } from '#src/permutations/block-systems.js';
import { groupFacts } from '#src/permutations/group-facts.js';
import { inversePermutation, pointOrbits } from '#src/permutations/permutation.js';
import {
  alternating,
  cube,
  cycles,
  MATHIEU,
  projectiveSpecialLinear,
  symmetric,
  wreathProduct,
} from './known-groups.js';
import { randomGroup } from './random-groups.js';

const systemsOf = (moves: readonly Uint8Array[]) => minimalBlockSystems(pointOrbits(moves)[0], moves);

describe('the facts of a group', () => {
  test('of M24', () => {
    const facts = groupFacts(MATHIEU.M24);
    expect(facts).toMatchObject({
      points: 24,
      moved: 24,
      order: 244_823_040n,
      transitivity: 5,
      generators: 3,
      closedUnderInverses: false,
      even: true,
    });
    expect(facts.base).toHaveLength(7);
    expect(facts.orbits).toHaveLength(1);
    expect(facts.orbits[0].minimalBlockSystems).toEqual([]);
  });

  test('of the 3x3x3 cube on 54 facelets', () => {
    const { moves } = cube(3, [0, 2]);
    const facts = groupFacts([...moves, ...moves.map(inversePermutation)]);
    expect(facts).toMatchObject({ points: 54, moved: 48, transitivity: 0, closedUnderInverses: true, even: false });
    expect(facts.orbits.map(({ points }) => points.length)).toEqual([24, 24]);
    const blocks = facts.orbits.map(({ minimalBlockSystems: [system] }) => system.map((block) => block.length));
    expect(blocks.map(String).sort()).toEqual([Array(12).fill(2), Array(8).fill(3)].map(String).sort());
  });

  test('give the transitivity: n for all permutations, n - 2 for the even ones', () => {
    // Transitivity of Mathieu groups: J. H. Conway et al., ATLAS of Finite Groups, 1985.
    const expected = { M11: 4, M12: 5, M22: 3, M23: 4 };
    for (const [name, transitivity] of Object.entries(expected)) {
      expect(groupFacts(MATHIEU[name]).transitivity).toBe(transitivity);
    }
    expect(groupFacts(symmetric(6)).transitivity).toBe(6);
    expect(groupFacts(alternating(6)).transitivity).toBe(4);
    expect(groupFacts(projectiveSpecialLinear(7)).transitivity).toBe(2);
    expect(groupFacts([cycles(5, '(1,2,3,4,5)')]).transitivity).toBe(1);
    expect(groupFacts([cycles(5, '(1,2)(3,4)')]).transitivity).toBe(0);
    expect(groupFacts([cycles(5, '(1)')])).toMatchObject({
      transitivity: 0,
      moved: 0,
      orbits: [],
      base: [],
      order: 1n,
    });
  });

  test('show whether a generator is odd', () => {
    expect(groupFacts(symmetric(4)).even).toBe(false);
    expect(groupFacts([cycles(6, '(1,2)(3,4,5,6)')]).even).toBe(true);
  });
});

describe('minimal block systems', () => {
  test('of a cycle of 12 points have blocks of 2 and 3', () => {
    const systems = systemsOf([cycles(12, '(1,2,3,4,5,6,7,8,9,10,11,12)')]);
    expect(systems.map(([block]) => block)).toEqual([
      [0, 6],
      [0, 4, 8],
    ]);
  });

  test('of a square under its rotations are its diagonals', () => {
    expect(systemsOf([cycles(4, '(1,2,3,4)')])).toEqual([
      [
        [0, 2],
        [1, 3],
      ],
    ]);
  });

  test('of three copies of M11 are the copies', () => {
    const systems = systemsOf(wreathProduct(MATHIEU.M11, 3));
    expect(systems.map((system) => system.map((block) => block.length))).toEqual([[11, 11, 11]]);
  });

  test('are kept by all moves, and none refines another', () => {
    for (let seed = 0; seed < 100; seed++) {
      const moves = randomGroup(seed);
      for (const orbit of pointOrbits(moves)) {
        const systems = minimalBlockSystems(orbit, moves);
        for (const system of systems) {
          const known = new Set(system.map(String));
          expect(system.flat().sort((a, b) => a - b)).toEqual(orbit);
          for (const move of moves) {
            for (const block of system) {
              expect(
                known.has(
                  block
                    .map((point) => move[point])
                    .sort((a, b) => a - b)
                    .join(),
                ),
              ).toBe(true);
            }
          }
          for (const other of systems) {
            if (other !== system) expect(system[0].every((point) => other[0].includes(point))).toBe(false);
          }
        }
      }
    }
  });
});
