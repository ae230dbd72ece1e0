import { describe, expect, test } from 'vitest';
import { numberOfStates } from '#src/permutations/group-facts.js';
import type { Permutation } from '#src/permutations/permutation.js';
import { permutationGroup } from '#src/permutations/permutation-group.js';
import { indexOfSubgroup } from '#src/permutations/wreath-product.js';
import { SeededRandom } from '#src/spaces/board/random.js';
import { cube, MATHIEU, pyraminx, symmetric, wreathProduct } from './known-groups.js';
import { randomGroup } from './random-groups.js';

const stated = (moves: readonly Permutation[], solved: ArrayLike<number>) =>
  numberOfStates(moves, solved, permutationGroup(moves));

/** Counts colourings one by one. */
function counted(moves: readonly Permutation[], solved: ArrayLike<number>): number {
  const found = [Array.from(solved)];
  const known = new Set([found[0].join()]);
  for (const colouring of found) {
    for (const move of moves) {
      const next = new Array<number>(colouring.length);
      for (const [point, colour] of colouring.entries()) next[move[point]] = colour;
      if (known.has(next.join())) continue;
      known.add(next.join());
      found.push(next);
    }
  }
  return found.length;
}

describe('the number of states', () => {
  test('is the order of the group if all pieces are different', () => {
    const points = Uint8Array.from({ length: 24 }, (_, point) => point);
    expect(stated(MATHIEU.M24, points)).toEqual({ states: 244_823_040n, exact: true });
    expect(stated(cube(2, [0, 1]).moves, points)).toEqual({ states: 88_179_840n, exact: true });
  });

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

  test('is exact for the 5x5x5 cube', () => {
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
    for (let seed = 0; seed < 150; seed++) {
      const random = new SeededRandom(seed);
      const moves = seed % 10 === 0 ? pyraminx().slice(0, 2) : randomGroup(seed, 9);
      const solved = moves[0].map(() => random.below(3));
      const { states, exact } = stated(moves, solved);
      const plain = BigInt(counted(moves, solved));
      if (exact) expect(states, `seed ${seed}`).toBe(plain);
      else expect(states, `seed ${seed}`).toBeGreaterThanOrEqual(plain);
      answers[exact ? 'exact' : 'bound']++;
    }
    expect(answers.exact).toBeGreaterThan(80);
    expect(answers.bound).toBeGreaterThan(0);
  });
});

describe('the index of a subgroup of cyclic groups', () => {
  test('agrees with counted elements', () => {
    for (let seed = 0; seed < 200; seed++) {
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
