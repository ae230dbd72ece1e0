import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  exchangeNeighbours,
  fromLehmerDigits,
  inverse,
  lehmerDigits,
  quotient,
  rank,
  rankOfBytes,
  rotateWindow,
  unrank,
} from '#src/permutations/lehmer.js';
import { plainUnrank } from '../plain-search.js';
import { count, rows } from '../suite.js';

const permutation = (most: number) =>
  fc.integer({ min: 2, max: most }).chain((n) =>
    fc.shuffledSubarray(
      Array.from({ length: n }, (_, element) => element),
      { minLength: n, maxLength: n },
    ),
  );

const window = permutation(14).chain((a) =>
  fc
    .tuple(fc.nat(a.length - 1), fc.nat(a.length - 1))
    .map(([i, j]) => ({ a, first: Math.min(i, j), last: Math.max(i, j) })),
);

describe('Lehmer digits', () => {
  test('of 2143 are 1 0 1 0', () => {
    expect(lehmerDigits([2, 1, 4, 3])).toEqual([1, 0, 1, 0]);
  });

  test('out of range are refused', () => {
    expect(() => fromLehmerDigits([0, 2, 0])).toThrow('Lehmer digit 1 must be in 0..1, found 2');
  });

  test('change in two places if neighbours are exchanged', () => {
    fc.assert(
      fc.property(permutation(14), fc.nat(), (a, seed) => {
        const j = seed % (a.length - 1);
        const digits = lehmerDigits(a);
        exchangeNeighbours(digits, j);
        const exchanged = [...a];
        [exchanged[j], exchanged[j + 1]] = [a[j + 1], a[j]];
        expect(digits).toEqual(lehmerDigits(exchanged));
      }),
    );
  });

  test('of a rotated window are those of the rotated permutation', () => {
    fc.assert(
      fc.property(window, ({ a, first, last }) => {
        const digits = lehmerDigits(a);
        rotateWindow(digits, first, last, 'first-to-last');
        const rotated = [...a.slice(0, first), ...a.slice(first + 1, last + 1), a[first], ...a.slice(last + 1)];
        expect(digits).toEqual(lehmerDigits(rotated));
        rotateWindow(digits, first, last, inverse('first-to-last'));
        expect(digits).toEqual(lehmerDigits(a));
      }),
    );
  });
});

const factorial = (n: number): bigint => (n < 2 ? 1n : BigInt(n) * factorial(n - 1));

describe('rank and unrank', () => {
  test('2143 has rank 7 among the permutations of 1234', () => {
    expect(rank([2, 1, 4, 3])).toBe(7);
    expect(unrank(4, 7)).toEqual([2, 1, 4, 3]);
  });

  test.each(rows([1, 2, 3, 4, 5, 6, 7], [0, 1, 2, 3, 4, 5]))(
    'are bijections in lexicographic order for %i elements',
    (n) => {
      let previous = '';
      for (let r = 0; r < Number(factorial(n)); r++) {
        const permutation = unrank(n, r);
        expect(rank(permutation)).toBe(r);
        expect(permutation.join() > previous).toBe(true);
        previous = permutation.join();
      }
    },
  );

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
          permutation.set(plainUnrank(permutation.length, r));
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

describe('the quotient by multiplication', () => {
  test('is that of the division, even next to multiples of the divisor', () => {
    const most = 2 ** 50 - 1;
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: most }),
        fc.nat({ max: most }),
        fc.constantFrom(-1, 0, 1),
        (d, value, off) => {
          const near = Math.min(most, Math.max(0, Math.floor(value / d) * d + off));
          for (const number of [value, near, most]) {
            expect(quotient(number, 1 / d)).toBe(Number(BigInt(number) / BigInt(d)));
          }
        },
      ),
      { numRuns: count(500, 5000) },
    );
  });
});
