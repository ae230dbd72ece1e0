/** Formats of exports and selections of their states, without tables. */

import fc from 'fast-check';
import { parquetReadObjects } from 'hyparquet';
import { describe, expect, test } from 'vitest';
import { csvField, InputError } from '#src/base/text.js';
import { parseBoard } from '#src/spaces/board/board.js';
import { geometryOf, positionOf } from '#src/spaces/board/numbering.js';
import { formatPosition, orderedPosition } from '#src/spaces/board/position.js';
import { SeededRandom } from '#src/spaces/board/random.js';
import { positionColumns } from '#src/study/board-replay.js';
import { npyHeader, type RowFormat, rowWriter } from '#src/study/export/formats.js';
import { checkSelection, choiceOf, randomSubset, rowsOf } from '#src/study/export/selection.js';
import type { Columns } from '#src/study/layer-replay.js';
import { readMessagePack } from './read-messagepack.js';
import { readNpy } from './read-npy.js';

/** Returns the file of rows. */
async function fileOf(format: RowFormat, columns: Columns, states: readonly number[]): Promise<Buffer> {
  const pieces: Buffer[] = [];
  const writer = await rowWriter(format, columns, states.length, { texts: {}, map: {} }, async (bytes) => {
    pieces.push(Buffer.from(bytes));
  });
  for (const state of states) if (writer.write(state, 140)) await writer.flush();
  await writer.flush();
  await writer.finish?.();
  return Buffer.concat(pieces);
}

// The last ranks of 3x4, 2x7 and 4x4 are below 2^31, below 2^32, and above.
test.each([
  ['3x4', 19_958_399],
  ['2x7', 3_113_510_399],
  ['4x4', 653_837_183_999],
])('ranks of %s are exact in every format: %i', async (name, rank) => {
  const board = parseBoard(name);
  const geometry = geometryOf(board);
  const goal = orderedPosition(board);
  const columns = positionColumns(geometry, goal);
  const ranks = [rank, 0, rank - 1];
  const states = ranks.map((of) => geometry.arrangements + of);
  const texts = ranks.map((of) =>
    formatPosition(positionOf(geometry, goal, { cell: 1, word: Math.floor(of / 60), bit: of % 60 })),
  );

  const csv = await fileOf('csv', columns, states);
  expect(csv.toString('latin1').split('\n')).toEqual([
    'position,blank,rank,distance',
    ...texts.map((text, index) => `${text},1,${ranks[index]},140`),
    '',
  ]);

  const { rows } = readMessagePack(await fileOf('msgpack', columns, states)) as { rows: unknown };
  expect(rows).toEqual(texts.map((text, index) => [text, 1, ranks[index], 140]));

  const parquet = await fileOf('parquet', columns, states);
  expect(await parquetReadObjects({ file: new Uint8Array(parquet).buffer })).toEqual(
    texts.map((position, index) => ({ position, blank: 1, rank: BigInt(ranks[index]), distance: 140 })),
  );
});

test('positions of a long line are unchanged in CSV across all pieces', async () => {
  const board = parseBoard('1x255');
  const position = orderedPosition(board);
  const columns = positionColumns(geometryOf(board), position);
  const csv = await fileOf('csv', columns, new Array<number>(3000).fill(254));
  const lines = csv.toString('latin1').split('\n').slice(1, -1);
  expect(lines).toHaveLength(3000);
  expect(new Set(lines)).toEqual(new Set([`${formatPosition(position)},254,0,140`]));
});

test('texts of any length are unchanged in CSV and Parquet across all pieces', async () => {
  const lengths = [3, 2_000_000, 0, 1_048_575, 1_048_576, 5, 3_000_000, ...new Array<number>(60).fill(20_000)];
  const texts = lengths.map((length, index) => `${index}-${'é'.repeat(length / 2)}`);
  const columns: Columns = {
    text: { name: 'state', of: (state) => texts[state], bytes: (state) => Buffer.from(texts[state]) },
    numbers: [],
  };
  const states = [...texts.keys()];
  const csv = await fileOf('csv', columns, states);
  expect(csv.toString().split('\n').slice(1, -1)).toEqual(texts.map((text) => `${text},140`));
  const parquet = await fileOf('parquet', columns, states);
  const rows = await parquetReadObjects({ file: new Uint8Array(parquet).buffer });
  expect(rows.map(({ state }) => state)).toEqual(texts);
});

test('a field of CSV is quoted only if necessary', () => {
  const texts = ['a b', 'a,b', 'say "a"', 'a\nb', 'a\rb', ''];
  expect(texts.map(csvField)).toEqual(['a b', '"a,b"', '"say ""a"""', '"a\nb"', '"a\rb"', '']);
});

test('a header of .npy is that of numpy, except for the padding, and is read unchanged', () => {
  expect(npyHeader(2, [2, 3]).toString('latin1')).toBe(
    `\x93NUMPY\x01\x00\x76\x00${"{'descr': '<u2', 'fortran_order': False, 'shape': (2, 3), }".padEnd(117)}\n`,
  );
  for (const [bytes, shape, descr] of [
    [1, [9, 20160], '|u1'],
    [2, [7], '<u2'],
    [4, [2, 3, 4], '<u4'],
  ] as const) {
    const count = shape.reduce((product: number, length) => product * length, 1);
    const file = Buffer.concat([npyHeader(bytes, shape), Buffer.alloc(count * bytes)]);
    expect(readNpy(file)).toMatchObject({ descr, shape });
  }
  // Values of two bytes are little-endian.
  expect([...readNpy(Buffer.concat([npyHeader(2, [2]), Buffer.from([1, 2, 255, 255])])).values]).toEqual([513, 65535]);
});

const HISTOGRAM = [1, 2, 4, 8, 16, 20, 39];

describe('a selection', () => {
  test('of layers has all their states', () => {
    expect(rowsOf(HISTOGRAM, { first: 0, last: 6 })).toBe(90);
    expect(rowsOf(HISTOGRAM, { first: 3, last: 3 })).toBe(8);
    expect(rowsOf(HISTOGRAM, { first: 2, last: 4 })).toBe(28);
    expect(choiceOf(HISTOGRAM, { first: 2, last: 4 })).toEqual([]);
  });

  test('of a sample has the size of the sample, which cannot exceed the number of states', () => {
    const sample = { size: 28, seed: 1 };
    expect(rowsOf(HISTOGRAM, { first: 2, last: 4, sample })).toBe(28);
    expect(() => checkSelection(HISTOGRAM, { first: 2, last: 4, sample: { ...sample, size: 29 } })).toThrow(
      new InputError('a sample of 29 states was asked for, and there are only 28'),
    );
  });

  test.each([
    [{ first: -3, last: 2 }, 'the layers must be distances from 0 to 6, ascending; found -3..2'],
    [{ first: 3, last: 2 }, 'the layers must be distances from 0 to 6, ascending; found 3..2'],
    [{ first: 0, last: 7 }, 'the layers must be distances from 0 to 6, ascending; found 0..7'],
    [{ first: 0, last: 4, sample: { size: 2.5, seed: 1 } }, 'a sample has 0 to 10000000 states, found 2.5'],
    [{ first: 0, last: 4, sample: { size: 2, seed: -1 } }, 'a seed is a whole number from 0 to 4294967295, found -1'],
  ])('is refused if it is invalid: %j', (selection, message) => {
    expect(() => checkSelection(HISTOGRAM, selection)).toThrow(new InputError(message));
  });

  test('of a sample has different states of its own layers, ascending, and always the same', () => {
    fc.assert(
      fc.property(
        fc.array(fc.nat(30), { minLength: 1, maxLength: 10 }),
        fc.nat(9),
        fc.nat(9),
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.nat(),
        (histogram, from, more, share, seed) => {
          const first = from % histogram.length;
          const last = Math.min(first + more, histogram.length - 1);
          const size = Math.floor(share * rowsOf(histogram, { first, last }));
          const selection = { first, last, sample: { size, seed } };
          const choice = choiceOf(histogram, selection);
          expect(choice).toHaveLength(histogram.length);
          expect(choiceOf(histogram, selection)).toEqual(choice);
          let chosen = 0;
          for (const [depth, numbers] of choice.entries()) {
            const list = [...(numbers ?? [])];
            chosen += list.length;
            if (depth < first || depth > last) expect(list).toEqual([]);
            for (const [index, number] of list.entries()) {
              expect(number).toBeGreaterThan(index === 0 ? -1 : list[index - 1]);
              expect(number).toBeLessThan(histogram[depth]);
            }
          }
          expect(chosen).toBe(size);
        },
      ),
    );
  });
});

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
