import { expect, test } from 'vitest';
import { pointOrbits } from '#src/permutations/permutation.js';
import { permutationGroup } from '#src/permutations/permutation-group.js';
import { containsAllEven } from '#src/permutations/random-elements.js';
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

test.each([8, 9, 10, 13, 22, 40, 255])(
  'the groups of all and of all even permutations of %i points are recognized',
  (points) => {
    expect(containsAllEven(symmetric(points))).toBe(true);
    if (points < 255) expect(containsAllEven(alternating(points))).toBe(true);
  },
);

test('fixed points do not matter', () => {
  expect(containsAllEven([cycles(20, '(3,4)'), cycles(20, '(3,4,5,6,7,8,9,10,11,12)')])).toBe(true);
});

test('no other group is mistaken for one of them', () => {
  for (const [name, moves] of Object.entries(MATHIEU)) expect(containsAllEven(moves), name).toBe(false);
  for (const p of [7, 11, 23, 101]) expect(containsAllEven(projectiveSpecialLinear(p)), `${p}`).toBe(false);
  expect(containsAllEven(wreathProduct(symmetric(5), 6))).toBe(false);
  expect(containsAllEven(cube(2, [0, 1]).moves)).toBe(false);
  // Two orbits, with all permutations of each.
  const both = symmetric(9).map((images) =>
    Uint8Array.from({ length: 18 }, (_, at) => images[at % 9] + 9 * Math.floor(at / 9)),
  );
  expect(containsAllEven(both)).toBe(false);
  expect(containsAllEven([cycles(9, '(1)')])).toBe(false);
});

test('random groups that contain all even permutations have the order of such a group', () => {
  const factorial = (n: number): bigint => (n === 0 ? 1n : BigInt(n) * factorial(n - 1));
  for (let seed = 0; seed < 200; seed++) {
    const moves = randomGroup(seed);
    if (!containsAllEven(moves)) continue;
    const [orbit] = pointOrbits(moves).filter(({ length }) => length > 1);
    expect([1n, 2n], `seed ${seed}`).toContain(factorial(orbit.length) / permutationGroup(moves).order);
  }
});
