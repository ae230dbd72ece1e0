/** The distributions of the reference, by the engine of each space and by the general engine, and by a formula. */

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { explore } from '#src/runs/explore.js';
import { sourceOfText } from '#src/spaces/source-of-text.js';
import { temporaryFolder } from '../program/run.js';
import { published } from '../spaces/puzzles/space-checks.js';
import { count, FULL, rows } from '../suite.js';

const isBoard = (space: string) => /^\d+x\d+$/.test(space);
const named = published.map((entry) => ({ ...entry, name: [entry.space, entry.metric].filter(Boolean).join(', ') }));

test('the reference has boards in both metrics, and all kinds of puzzles', () => {
  const boardsIn = (of: string) => published.filter(({ metric }) => metric === of).map(({ space }) => space);
  expect(boardsIn('single').join(' ')).toBe('2x2 2x3 2x4 2x5 2x6 2x7 3x3 3x4 3x5 4x4 2x8 3x3 3x3');
  expect(boardsIn('multi').join(' ')).toBe('2x2 2x3 2x4 2x5 3x3 3x4');
  const kinds = published.filter(({ space }) => !isBoard(space)).map(({ space }) => space.split(':')[0]);
  expect([...new Set(kinds)].join(' ')).toBe(
    'pancake burnt-pancake topspin hanoi cube-2x2x2 pyraminx dino jing-pyraminx moonspinner skewb m24 corners-3x3x3',
  );
});

describe('the fastest engine finds the distributions of the reference', () => {
  // Other goals are in test/runs/all-goals.test.ts. Moonspinner and pancake:13 take gigabytes: `npm run bench -- --large` compares them.
  const small = named.filter(
    ({ space, goalBlank = 'corner', states }) =>
      goalBlank === 'corner' && !space.startsWith('hanoi') && states < count(2e5, 1e9),
  );
  test.each(small)('$name ($source)', async ({ space, metric, states, maxDepth, histogram }) => {
    const source = await sourceOfText(space, { metric });
    const found = await explore({ space: source, threads: 2, table: false, antipodes: 0 });
    expect(found.histogram).toEqual(histogram);
    expect(found).toMatchObject({ engine: isBoard(space) ? 'boards' : 'groups', states, maxDepth });
    if (!isBoard(space)) expect(found).toMatchObject({ size: states, notReached: 0 });
  });

  const turned = named.filter(({ metric, states }) => metric === 'multi' && states < count(1e4, 1e6));
  test.each(turned)('$name, turned', async ({ space, metric, histogram }) => {
    const source = await sourceOfText(space.split('x').reverse().join('x'), { metric });
    const found = await explore({ space: source, threads: 2, table: false, antipodes: 0 });
    expect(found.histogram).toEqual(histogram);
  });
});

describe('the general engine finds the distributions of the reference', () => {
  const small = named.filter(({ space, states }) => !isBoard(space) && states < count(1e4, 1e7));
  test.each(small)('$name ($source)', async ({ space, metric, states, maxDepth, histogram }) => {
    const source = await sourceOfText(space, { metric });
    const found = await explore({ space: source, engine: 'general', threads: 2 });
    expect(found.histogram).toEqual(histogram);
    expect(found).toMatchObject({ states, maxDepth, notReached: found.size - states });
  });
});

test.runIf(FULL)('tiles 1 to 7 of 4x4 and their mirror images end at 34 moves', async () => {
  const { histogram } = await explore({ space: '4x4', pattern: [9, 10, 11, 12, 13, 14, 15], table: false });
  expect(histogram.length - 1).toBe(34);
  expect(histogram.slice(-4)).toEqual([19_731, 2_126, 96, 2]);
});

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
  test.each(rows([2, 3, 5, 8, 9, 10, 11], [2, 3]))('group the orders of %i pieces by their inversions', async (n) => {
    const path = join(temporaryFolder(), 'exchanges.txt');
    writeFileSync(path, fileOf(n));
    const { engine, histogram, antipodes } = await explore({ space: path, threads: 2 });
    expect(engine).toBe('groups');
    expect(histogram).toEqual(mahonianNumbers(n));
    // Only the reversed order has all inversions.
    expect(antipodes).toEqual([range(n).reverse().join(' ')]);
  });
});
