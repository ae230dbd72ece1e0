import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { lehmerDigits, rank, unrank } from '#src/permutations/lehmer.js';
import { digitParity, rotatedRank, windowRotation } from '#src/spaces/board-space.js';

describe('rotations by table look-up', () => {
  // 17 elements have windows too large for tables.
  test.each([2, 3, 5, 8, 11, 17])('give the rank of the rotated permutation of %i elements', (elements) => {
    const place = fc.nat({ max: elements - 1 });
    fc.assert(
      fc.property(fc.maxSafeNat(), place, place, fc.boolean(), (number, one, other, toLast) => {
        const [first, last] = [Math.min(one, other), Math.max(one, other)];
        let states = 1;
        for (let k = 2; k <= elements; k++) states *= k;
        const permutation = unrank(elements, number % states);
        const window = permutation.slice(first, last + 1);
        const rotated = toLast ? [...window.slice(1), window[0]] : [window[window.length - 1], ...window.slice(0, -1)];
        const expected = permutation.toSpliced(first, window.length, ...rotated);
        const rotation = windowRotation(elements, {
          first,
          last,
          rotation: toLast ? 'first-to-last' : 'last-to-first',
        });
        expect(rotatedRank(rotation, number % states)).toBe(rank(expected));
      }),
    );
  });

  test.each([5, 8, 11, 17])('the parity of %i digits is that of the permutation', (elements) => {
    const parityOf = digitParity(elements);
    fc.assert(
      fc.property(fc.maxSafeNat(), (number) => {
        let states = 1;
        for (let k = 3; k <= elements; k++) states *= k;
        const value = number % states;
        const digits = lehmerDigits(unrank(elements, 2 * value));
        expect(parityOf(value)).toBe(digits.reduce((sum, digit) => sum + digit, 0) % 2);
      }),
    );
  });
});
