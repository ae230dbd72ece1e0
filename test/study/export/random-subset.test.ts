import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { SeededRandom } from '#src/spaces/board/random.js';
import { randomSubset } from '#src/study/export/selection.js';

describe('a random subset', () => {
  test('has the requested number of different numbers below n, ascending, and the same ones for the same seed', () => {
    fc.assert(
      fc.property(fc.nat(2000), fc.double({ min: 0, max: 1, noNaN: true }), fc.nat(), (n, share, seed) => {
        const count = Math.floor(n * share);
        const subset = [...randomSubset(n, count, new SeededRandom(seed))];
        expect(subset).toHaveLength(count);
        for (const [index, number] of subset.entries()) {
          expect(Number.isInteger(number) && number > (subset[index - 1] ?? -1) && number < n).toBe(true);
        }
        expect([...randomSubset(n, count, new SeededRandom(seed))]).toEqual(subset);
      }),
    );
  });

  test('of all numbers has all of them', () => {
    expect([...randomSubset(100, 100, new SeededRandom(7))]).toEqual(
      Array.from({ length: 100 }, (_, number) => number),
    );
  });

  test('differs between seeds', () => {
    const subsets = Array.from({ length: 100 }, (_, seed) => String(randomSubset(1000, 10, new SeededRandom(seed))));
    expect(new Set(subsets).size).toBe(100);
  });

  test('has all numbers, and all pairs of numbers, about equally often', () => {
    const random = new SeededRandom(1);
    const times = new Array<number>(10).fill(0);
    const pairs = new Map<string, number>();
    const subsets = 20_000;
    for (let k = 0; k < subsets; k++) {
      const subset = [...randomSubset(10, 3, random)];
      for (const [index, number] of subset.entries()) {
        times[number]++;
        for (const other of subset.slice(index + 1)) {
          pairs.set(`${number} ${other}`, (pairs.get(`${number} ${other}`) ?? 0) + 1);
        }
      }
    }
    // Limits of chi-squared with 9 and 44 degrees of freedom, exceeded in one of 10,000 cases. The numbers of a subset are not
    // independent, which makes both sums smaller.
    expect(chiSquared(times, (subsets * 3) / 10)).toBeLessThan(33.7);
    expect(pairs.size).toBe(45);
    expect(chiSquared([...pairs.values()], (subsets * 3) / 45)).toBeLessThan(85.9);
  });

  test('reaches beyond 2^32, to odd and even numbers alike', () => {
    const n = 2 ** 53;
    const subset = [...randomSubset(n, 1000, new SeededRandom(3))];
    expect(Math.max(...subset)).toBeLessThan(n);
    expect(Math.abs(subset.filter((number) => number % 2 === 1).length - 500)).toBeLessThan(80);
    expect(Math.abs(subset.filter((number) => number < n / 4).length - 250)).toBeLessThan(70);
  });
});

function chiSquared(counts: readonly number[], expected: number): number {
  return counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
}
