import { describe, expect, test } from 'vitest';
import { identity, type Permutation, product } from '#src/permutations/permutation.js';
import { permutationGroup } from '#src/permutations/permutation-group.js';
import { plainStates } from '../spaces/permutation/colourings/plain-states.js';
import { count, FULL, rows } from '../suite.js';
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

const factorial = (n: number): bigint => (n === 0 ? 1n : BigInt(n) * factorial(n - 1));

const orderOf = (moves: readonly Permutation[]) => permutationGroup(moves).order;

describe('the order of a group', () => {
  test.each(
    // J. H. Conway et al., ATLAS of Finite Groups, 1985.
    Object.entries({ M11: 7920n, M12: 95_040n, M22: 443_520n, M23: 10_200_960n, M24: 244_823_040n }),
  )('of %s is %s', (name, order) => {
    expect(orderOf(MATHIEU[name])).toBe(order);
  });

  test('of all permutations is n!, and of the even ones half of that', () => {
    for (const n of FULL ? [3, 4, 5, 8, 13, 40, 255] : [3, 4, 5, 8, 13, 40])
      expect(orderOf(symmetric(n)), `${n}`).toBe(factorial(n));
    for (const n of [3, 4, 5, 8, 13, 40]) expect(orderOf(alternating(n)), `${n}`).toBe(factorial(n) / 2n);
  });

  test.each(rows([5, 7, 11, 13, 31, 101], [0, 1, 2, 3, 4]))('of PSL(2,%i) is p(p^2 - 1)/2', (p) => {
    expect(orderOf(projectiveSpecialLinear(p))).toBe((BigInt(p) * (BigInt(p) ** 2n - 1n)) / 2n);
  });

  test('of wreath products is |H|^m m!', () => {
    expect(orderOf(wreathProduct(symmetric(5), 6))).toBe(factorial(5) ** 6n * factorial(6));
    expect(orderOf(wreathProduct(alternating(5), 7))).toBe((factorial(5) / 2n) ** 7n * factorial(7));
    expect(orderOf(wreathProduct([cycles(4, '(1,2,3,4)')], 7))).toBe(4n ** 7n * factorial(7));
    expect(orderOf(wreathProduct(MATHIEU.M11, 4))).toBe(7920n ** 4n * factorial(4));
    expect(orderOf(wreathProduct(wreathProduct(symmetric(2), 3), 5))).toBe(48n ** 5n * factorial(5));
  });

  test('of turning puzzles is published', () => {
    // https://www.jaapsch.net/puzzles: 2x2x2 in 24 orientations, 3x3x3, pyraminx without tips.
    expect(orderOf(cube(2, [0, 1]).moves)).toBe(88_179_840n);
    expect(orderOf(cube(2, [1]).moves)).toBe(3_674_160n);
    expect(orderOf(cube(3, [0, 2]).moves)).toBe(43_252_003_274_489_856_000n);
    expect(orderOf(pyraminx())).toBe(933_120n);
    // All 24 centres and all 24 wings can be told apart, and the cube has 24 orientations.
    const corners = factorial(8) * 3n ** 7n;
    expect(orderOf(cube(4, [0, 1, 2, 3]).moves)).toBe((corners * factorial(24) ** 2n) / 2n);
  });

  test('is 1 if moves do nothing, and does not depend on repeated moves', () => {
    expect(orderOf([cycles(6, '(1)'), cycles(6, '(1)')])).toBe(1n);
    expect(orderOf([cycles(1, '(1)')])).toBe(1n);
    const move = cycles(9, '(1,2,3,4)(5,6,7)');
    expect(orderOf([move, move, product(move, move)])).toBe(12n);
  });

  test('agrees with counted elements for random groups', () => {
    const orders = new Set<bigint>();
    for (let seed = 0; seed < count(40, 400); seed++) {
      const moves = randomGroup(seed);
      const order = orderOf(moves);
      const elements = plainStates({ moves, solved: identity(moves[0].length) }, count(1000, 20_000));
      if (elements === null) expect(order).toBeGreaterThan(count(1000, 20_000));
      else expect(order, `seed ${seed}`).toBe(BigInt(elements.length));
      orders.add(order);
    }
    expect(orders.size).toBeGreaterThan(count(12, 60));
  });

  test.runIf(FULL)('is found within seconds for a giant on 255 points', () => {
    const begin = performance.now();
    permutationGroup([cycles(255, '(1,2,3)'), cycles(255, '(1,2)(200,201)'), ...symmetric(255).slice(1)]);
    expect(performance.now() - begin).toBeLessThan(5000);
  });
});

describe('the elements of a group', () => {
  test('are the same as by enumeration', () => {
    for (let seed = 0; seed < count(15, 40); seed++) {
      const moves = randomGroup(seed, 6);
      const group = permutationGroup(moves);
      const held = allPermutations(moves[0].length).filter((permutation) => group.holds(permutation));
      const elements = plainStates({ moves, solved: identity(moves[0].length) });
      expect(new Set(held.map(String)), `seed ${seed}`).toEqual(new Set(elements.map(String)));
    }
  });

  test('of the cube exclude a twisted corner, a flipped edge and two exchanged pieces', () => {
    const { moves } = cube(3, [0, 2]);
    const group = permutationGroup(moves);
    const points = moves[0].length;
    const scrambled = [0, 3, 1, 4, 2, 5, 5, 0, 1].map((move) => moves[move]).reduce(product);
    expect(group.holds(scrambled)).toBe(true);
    expect(group.holds(cycles(points, '(1,2)'))).toBe(false);
    for (const orbit of group.levels) {
      const exchange = scrambled.slice();
      const [a, b] = orbit.points;
      if (b === undefined) continue;
      exchange[a] = scrambled[b];
      exchange[b] = scrambled[a];
      expect(group.holds(exchange)).toBe(false);
    }
  });

  test('pass the levels of the chain', () => {
    const group = permutationGroup(MATHIEU.M24);
    // M24 is 5-transitive, and the stabiliser of five points has orbits of 3 and 16.
    expect(group.levels.map(({ points }) => points.length)).toEqual([24, 23, 22, 21, 20, 3, 16]);
    expect(new Set(group.base).size).toBe(7);
    expect(group.holds(product(MATHIEU.M24[2], MATHIEU.M24[0]))).toBe(true);
    expect(group.holds(cycles(24, '(1,2)'))).toBe(false);
  });
});

function allPermutations(points: number): Permutation[] {
  if (points === 0) return [new Uint8Array(0)];
  return allPermutations(points - 1).flatMap((rest) =>
    Array.from({ length: points }, (_, at) => Uint8Array.from([...rest.slice(0, at), points - 1, ...rest.slice(at)])),
  );
}
