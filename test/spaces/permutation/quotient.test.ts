import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { quotient } from '#src/permutations/lehmer.js';
import { count } from '../../suite.js';

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
      { numRuns: 2000 },
    );
  });

  test('is exact for small divisors and values near 2^50', () => {
    for (let divisor = 1; divisor <= count(200, 2000); divisor++) {
      for (let below = 1; below <= 50; below++) {
        const value = 2 ** 50 - below;
        expect(quotient(value, 1 / divisor)).toBe(Number(BigInt(value) / BigInt(divisor)));
      }
    }
  });
});
