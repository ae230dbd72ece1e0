import { describe, expect, test } from 'vitest';
import { minimalBlockSystems } from '#src/permutations/block-systems.js';
import { groupFacts, numberOfStates } from '#src/permutations/group-facts.js';
import { inversePermutation, type Permutation, pointOrbits } from '#src/permutations/permutation.js';
import { permutationGroup } from '#src/permutations/permutation-group.js';
import { indexOfSubgroup } from '#src/permutations/wreath-product.js';
import { SeededRandom } from '#src/spaces/board/random.js';
import { plainStates } from '../spaces/permutation/colourings/plain-states.js';
import { count, FULL } from '../suite.js';
import {
  alternating,
  cube,
  cycles,
  MATHIEU,
  projectiveSpecialLinear,
  pyraminx,
  randomGroup,
  symmetric,
  wreathProduct,
} from './groups.js';

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
    expect(groupFacts([cycles(6, '(1,2)(3,4,5,6)')]).even).toBe(true);
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
});

describe('minimal block systems', () => {
  test('of a cycle of 12 points have blocks of 2 and 3', () => {
    const systems = systemsOf([cycles(12, '(1,2,3,4,5,6,7,8,9,10,11,12)')]);
    expect(systems.map(([block]) => block)).toEqual([
      [0, 6],
      [0, 4, 8],
    ]);
  });

  test('of three copies of M11 are the copies', () => {
    const systems = systemsOf(wreathProduct(MATHIEU.M11, 3));
    expect(systems.map((system) => system.map((block) => block.length))).toEqual([[11, 11, 11]]);
  });

  test('are kept by all moves, and none refines another', () => {
    for (let seed = 0; seed < count(30, 100); seed++) {
      const moves = randomGroup(seed);
      for (const orbit of pointOrbits(moves)) {
        const systems = minimalBlockSystems(orbit, moves);
        for (const system of systems) {
          const known = new Set(system.map(String));
          expect(system.flat().sort((a, b) => a - b)).toEqual(orbit);
          for (const move of moves) {
            for (const block of system) {
              const image = block.map((point) => move[point]).sort((a, b) => a - b);
              expect(known.has(image.join())).toBe(true);
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

const stated = (moves: readonly Permutation[], solved: ArrayLike<number>) =>
  numberOfStates(moves, solved, permutationGroup(moves));

describe('the number of states', () => {
  test('treats corners of facelets as different if their colours are', () => {
    const { moves, faces } = cube(2, [1]);
    expect(stated(moves, faces)).toEqual({ states: 3_674_160n, exact: true });
  });

  test('is exact for the 4x4x4 cube, which has identical centres', () => {
    const { moves, faces } = cube(4, [0, 1, 2, 3]);
    // https://www.jaapsch.net/puzzles/cube4.htm, for one of 24 orientations.
    const published = 7_401_196_841_564_901_869_874_093_974_498_574_336_000_000_000n;
    expect(stated(moves, faces)).toEqual({ states: 24n * published, exact: true });
  });

  test.runIf(FULL)('is exact for the 5x5x5 cube', () => {
    const { moves, faces } = cube(5, [0, 1, 3, 4]);
    // https://www.jaapsch.net/puzzles/cube5.htm
    const published =
      282_870_942_277_741_856_536_180_333_107_150_328_293_127_731_985_672_134_721_536_000_000_000_000_000n;
    expect(stated(moves, faces)).toEqual({ states: published, exact: true });
  });

  test('is at most the multinomial coefficient, and exactly if the group has all permutations', () => {
    const solved = [0, 0, 0, 0, 1, 1, 1, 2, 2, 3];
    expect(stated(symmetric(10), solved)).toEqual({ states: 12_600n, exact: true });
    expect(stated(wreathProduct(symmetric(5), 2), solved).exact).toBe(false);
  });

  test('agrees with enumeration if exact, and is an upper bound if not', () => {
    const answers = { exact: 0, bound: 0 };
    for (let seed = 0; seed < count(40, 150); seed++) {
      const random = new SeededRandom(seed);
      const moves = seed % 10 === 0 ? [pyraminx()[0], pyraminx()[2]] : randomGroup(seed, 9);
      const solved = moves[0].map(() => random.below(3));
      const { states, exact } = stated(moves, solved);
      const plain = BigInt(plainStates({ moves, solved: Uint8Array.from(solved) }).length);
      if (exact) expect(states, `seed ${seed}`).toBe(plain);
      else expect(states, `seed ${seed}`).toBeGreaterThanOrEqual(plain);
      answers[exact ? 'exact' : 'bound']++;
    }
    expect(answers.exact).toBeGreaterThan(count(20, 80));
    expect(answers.bound).toBeGreaterThan(0);
  });
});

describe('the index of a subgroup of cyclic groups', () => {
  test('agrees with counted elements', () => {
    for (let seed = 0; seed < count(50, 200); seed++) {
      const random = new SeededRandom(seed);
      const moduli = Array.from({ length: 1 + random.below(4) }, () => 1 + random.below(6));
      const vectors = Array.from({ length: random.below(4) }, () => moduli.map((modulus) => random.below(modulus)));
      const elements = [moduli.map(() => 0)];
      const known = new Set(elements.map(String));
      for (const element of elements) {
        for (const vector of vectors) {
          const sum = element.map((entry, at) => (entry + vector[at]) % moduli[at]);
          if (known.has(String(sum))) continue;
          known.add(String(sum));
          elements.push(sum);
        }
      }
      const all = moduli.reduce((product, modulus) => product * modulus, 1);
      expect(indexOfSubgroup(moduli, vectors), `${moduli}: ${vectors}`).toBe(BigInt(all / elements.length));
    }
  });
});
