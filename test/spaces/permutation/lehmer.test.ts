import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { exchangeNeighbours, fromLehmerDigits, inverse, lehmerDigits, rotateWindow } from '#src/permutations/lehmer.js';

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

  test('determine the permutation', () => {
    fc.assert(
      fc.property(permutation(14), (a) => {
        expect(fromLehmerDigits(lehmerDigits(a))).toEqual(a);
      }),
    );
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
      }),
    );
  });

  test('are the same again after a rotation and its inverse', () => {
    fc.assert(
      fc.property(window, ({ a, first, last }) => {
        const digits = lehmerDigits(a);
        rotateWindow(digits, first, last, 'last-to-first');
        rotateWindow(digits, first, last, inverse('last-to-first'));
        expect(digits).toEqual(lehmerDigits(a));
      }),
    );
  });
});
