import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { explore } from '#src/runs/explore.js';
import { temporaryFolder } from '../../program/run.js';
import { rows } from '../../suite.js';

/**
 * Returns the number of permutations of n points with 0, 1, 2 ... inversions: the coefficients of the product of
 * 1 + q + ... + q^(k - 1) for k = 1..n (P. A. MacMahon, Combinatory Analysis, 1915; OEIS A008302).
 */
function mahonianNumbers(n: number): number[] {
  let numbers = [1];
  for (let k = 2; k <= n; k++) {
    const product = new Array<number>(numbers.length + k - 1).fill(0);
    for (const [inversions, permutations] of numbers.entries()) {
      for (let more = 0; more < k; more++) product[inversions + more] += permutations;
    }
    numbers = product;
  }
  return numbers;
}

/** The exchanges of points i and i + 1, for each i from 1, in the formats of users' files. */
const FILES = {
  'in GAP': (n: number) => `Group(${exchanges(n).map(([a, b]) => `(${a},${b})`)});\n`,
  'in JSON': (n: number) =>
    JSON.stringify({
      generators: exchanges(n).map(([a, b]) =>
        Array.from({ length: n }, (_, point) => (point + 1 === a ? b : point + 1 === b ? a : point + 1)),
      ),
    }),
};

const range = (n: number) => Array.from({ length: n }, (_, i) => i + 1);
const exchanges = (n: number) => range(n - 1).map((point) => [point, point + 1]);

describe.each(Object.entries(FILES))('exchanges of neighbours, given as a file %s,', (_, fileOf) => {
  test.each(rows([2, 3, 5, 8, 9, 10, 11], [0, 1, 2, 3, 4]))(
    'group the orders of %i pieces by their inversions',
    async (n) => {
      const path = join(temporaryFolder(), 'exchanges.txt');
      writeFileSync(path, fileOf(n));
      const { engine, histogram, antipodes } = await explore({ space: path, threads: 2 });
      expect(engine).toBe('groups');
      expect(histogram).toEqual(mahonianNumbers(n));
      // Only the reversed order has all inversions.
      expect(antipodes).toEqual([range(n).reverse().join(' ')]);
    },
  );
});
