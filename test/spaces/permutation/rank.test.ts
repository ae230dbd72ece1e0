import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { rank, rankOfBytes, unrank } from '#src/permutations/lehmer.js';
import { unrankBytes } from '../../unranked-bytes.js';

const factorial = (n: number): bigint => (n < 2 ? 1n : BigInt(n) * factorial(n - 1));

describe('rank and unrank', () => {
  test('2143 has rank 7 among the permutations of 1234', () => {
    expect(rank([2, 1, 4, 3])).toBe(7);
    expect(unrank(4, 7)).toEqual([2, 1, 4, 3]);
  });

  test.each([1, 2, 3, 4, 5, 6, 7])('are bijections in lexicographic order for %i elements', (n) => {
    let previous = '';
    for (let r = 0; r < Number(factorial(n)); r++) {
      const permutation = unrank(n, r);
      expect(rank(permutation)).toBe(r);
      expect(permutation.join() > previous).toBe(true);
      previous = permutation.join();
    }
  });

  test('are inverse to each other for ranks beyond exact numbers', () => {
    fc.assert(
      fc.property(fc.integer({ min: 19, max: 60 }), fc.bigInt({ min: 0n, max: 2n ** 300n }), (n, seed) => {
        const r = seed % factorial(n);
        expect(rank(unrank(n, r))).toBe(r);
      }),
    );
  });

  test('include the first and last rank for 18 elements, with numbers, and 19, with bigints', () => {
    const descending = (n: number) => Array.from({ length: n }, (_, i) => n - i);
    expect(rank(descending(18))).toBe(Number(factorial(18) - 1n));
    expect(rank(descending(19))).toBe(factorial(19) - 1n);
    expect(unrank(19, factorial(19) - 1n)).toEqual(descending(19));
  });

  test('give the same for permutations in bytes', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 18 }),
        fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
        (n, share) => {
          const r = Math.floor(share * Number(factorial(n)));
          const permutation = new Uint8Array(n);
          unrankBytes(r, permutation);
          expect([...permutation].map((element) => element + 1)).toEqual(unrank(n, r));
          expect(rankOfBytes(permutation)).toBe(r);
        },
      ),
    );
  });

  test('accept any distinct numbers, by their order', () => {
    expect(rank([10, -3, 40, 7.5])).toBe(rank([3, 1, 4, 2]));
  });

  test.each([
    [() => rank([]), 'a permutation has 1 to 1000 elements, found 0'],
    [() => rank([1, 2, 1]), 'a permutation holds each element once, found 1 twice'],
    [() => rank([1, Number.NaN]), 'a permutation holds numbers, found NaN'],
    [() => unrank(4, 24), 'the rank of a permutation of 4 elements must be in 0..4!-1 = 23, found 24'],
    [() => unrank(4, -1), 'the rank of a permutation of 4 elements must be in 0..4!-1 = 23, found -1'],
    [() => unrank(4, 0.5), 'the rank must be a whole number below 2^53, or a bigint, found 0.5'],
    [() => unrank(0, 0), 'a permutation has 1 to 1000 elements, found 0'],
  ])('refuse wrong input %#', (call, message) => {
    expect(call).toThrow(new RangeError(message));
  });
});
