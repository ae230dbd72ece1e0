/** Exports of tables of every kind, in every format, compared with a plain search of all states. */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parquetMetadata, parquetReadObjects } from 'hyparquet';
import { unpack } from 'msgpackr';
import { beforeAll, describe, expect, test } from 'vitest';
import { MemoryError } from '#src/base/memory.js';
import { InputError } from '#src/base/text.js';
import { writeWhole } from '#src/files/files.js';
import type { SpaceSource } from '#src/space/space.js';
import { moduleDigest } from '#src/space/space-module.js';
import { parseBoard } from '#src/spaces/board/board.js';
import { geometryOf } from '#src/spaces/board/numbering.js';
import { type ExportOptions, exportTable, planExport } from '#src/study/export/export-table.js';
import type { ExportFormat, RowFormat } from '#src/study/export/formats.js';
import { ROWS_PER_GROUP } from '#src/study/export/parquet.js';
import type { Selection } from '#src/study/export/selection.js';
import { TableError } from '#src/table/contents.js';
import { Table } from '#src/table/table.js';
import { plainPatternTable } from '../../pattern-table.js';
import { plainSpaceSearch } from '../../plain-space-search.js';
import { temporaryFolder } from '../../program/run.js';
import { fixtureSpace } from '../../spaces.js';
import { count, FULL, rows } from '../../suite.js';
import { sourceOfBoard as board, contentsOf, knownSource as known, tableOf } from '../../tables-of-kinds.js';
import { boardTableOf } from '../board-table.js';
import { readMessagePack } from './read-messagepack.js';
import { readNpy } from './read-npy.js';

const ROW_FORMATS = ['csv', 'parquet', 'msgpack'] as const;

/** The columns of a row: the text of a state, then numbers. */
type Row = [text: string, ...numbers: number[]];

/** Returns the exported bytes of a table. @throws if a piece does not follow the previous one */
async function written(
  table: Table,
  format: ExportFormat,
  options: Partial<Omit<ExportOptions, 'format'>> = {},
): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let length = 0;
  await exportTable(table, { format, threads: 1, ...options }, async (bytes, offset) => {
    if (offset !== length) throw new Error(`${bytes.length} bytes at ${offset}, after ${length}`);
    pieces.push(Buffer.from(bytes));
    length += bytes.length;
  });
  return Buffer.concat(pieces);
}

/** Reads the rows of a file, and expects these columns. */
async function rowsIn(format: RowFormat, file: Buffer, names: readonly string[]): Promise<Row[]> {
  if (format === 'csv') return csvRows(file, names);
  if (format === 'parquet') {
    const found = await parquetReadObjects({ file: new Uint8Array(file).buffer });
    if (found.length > 0) expect(Object.keys(found[0])).toEqual(names);
    return found.map((row) => {
      if (typeof row[names[names.length - 2]] !== 'bigint') throw new Error('a row has no INT64');
      const [text, ...numbers] = Object.values(row);
      return [text, ...numbers.map(Number)];
    });
  }
  const read = readMessagePack(file) as { columns: string[]; rows: Row[] };
  expect(unpack(file)).toEqual(read);
  expect(read.columns).toEqual(names);
  return read.rows;
}

/** A minimal reader of RFC 4180. */
function csvRows(file: Buffer, names: readonly string[]): Row[] {
  const line = new RegExp(`("(?:[^"]|"")*"|[^,\n]*)${',(0|[1-9]\\d*|[a-z]+)'.repeat(names.length - 1)}\n`, 'gy');
  const text = file.toString('utf8');
  let end = 0;
  const [header, ...lines] = [...text.matchAll(line)].map(([whole, ...fields]) => {
    end += whole.length;
    return fields;
  });
  expect(end).toBe(text.length);
  expect(header).toEqual(names);
  return lines.map(([state, ...numbers]) => [
    state.startsWith('"') ? state.slice(1, -1).replaceAll('""', '"') : state,
    ...numbers.map(Number),
  ]);
}

const all = ({ maxDepth }: Table): Selection => ({ first: 0, last: maxDepth });

/** Expects the planned size within a tolerance, which is larger for small files: they consist mostly of their header. */
function expectPlanned(table: Table, format: ExportFormat, file: Buffer, selection?: Selection): void {
  const { fileBytes, rows: count } = planExport(table, format, selection);
  if (count !== null && count < 1000) return;
  const tolerance = table.walker === null ? 0.5 : file.length > 100_000 ? 0.15 : 0.3;
  expect(Math.abs(fileBytes / file.length - 1)).toBeLessThan(tolerance);
}

const KINDS: [string, () => Promise<Table>, bytes: 1 | 2 | 4][] = [
  ...(
    [
      ['2x2', board('2x2', 3), 1],
      ['2x3', board('2x3', 5), 1],
      ['2x4', board('2x4', 7), 1],
      ['3x3', board('3x3', 8), 1],
      ['3x3, blank 4', board('3x3', 4), 1],
      ['1x5', board('1x5', 4), 1],
      ['5x1, blank 2', board('5x1', 2), 1],
      ['2x3, multi, blank 1', board('2x3', 1, 'multi'), 1],
      ['a corridor', board('#.#/.../...', 6), 1],
      ['pancake:6', known('pancake:6'), 1],
      // Texts with commas.
      ['solitaire:4,2', known('solitaire:4,2'), 1],
      // The maximum distance is 255, which needs two bytes, because one value stands for unreached states.
      ['hanoi:3,8 from a start', known('hanoi:3,8', 'ABCABCAB'), 2],
      ['hanoi:3,9', known('hanoi:3,9'), 2],
      ['pairings', fixtureSpace('pairings'), 1],
      ['one-way', fixtureSpace('one-way'), 1],
      ['one-way-path', fixtureSpace('one-way-path'), 4],
    ] satisfies [string, SpaceSource, 1 | 2 | 4][]
  ).map(([name, source, bytes]): [string, () => Promise<Table>, 1 | 2 | 4] => [name, () => tableOf(source), bytes]),
  ['a pattern', async () => Table.of((await plainPatternTable('.../.#./...', [1, 2, 3])).contents), 1],
];

describe.each(rows(KINDS, [1, 7, 10, 11, 16]))('of %s', (_, make, bytesPerValue) => {
  let table: Table;
  let depths: Int32Array;
  let names: string[];
  let plainRows: Row[];
  let file: Readonly<Record<RowFormat, Buffer>>;

  beforeAll(async () => {
    table = await make();
    const { space, walker } = table;
    depths = plainSpaceSearch(space).depths;
    const arrangements = walker === null ? null : geometryOf(walker.board).arrangements;
    names = arrangements === null ? ['state', 'number', 'distance'] : ['position', 'blank', 'rank', 'distance'];
    plainRows = Array.from(depths, (depth, state): [number, number] => [depth, state])
      .filter(([depth]) => depth >= 0)
      .sort(([a, one], [b, other]) => a - b || one - other)
      .map(([depth, state]) => {
        const numbers = arrangements === null ? [state] : [Math.floor(state / arrangements), state % arrangements];
        return [space.format(state), ...numbers, depth];
      });
    const selection = all(table);
    const [csv, parquet, msgpack] = await Promise.all(
      ROW_FORMATS.map((format) => written(table, format, { selection })),
    );
    file = { csv, parquet, msgpack };
  });

  test('arrays have the distance of every state, and MessagePack describes the space', async () => {
    const { space, walker, histogram, maxDepth, metric } = table;
    const notReached = 2 ** (8 * bytesPerValue) - 1;
    const npy = await written(table, 'npy');
    const { shape, values } = readNpy(npy);
    expect(shape).toEqual(walker === null ? [space.size] : [walker.board.cells, space.size / walker.board.cells]);
    expect(values.BYTES_PER_ELEMENT).toBe(bytesPerValue);
    const wrong = values.findIndex((value, state) => value !== (depths[state] < 0 ? notReached : depths[state]));
    expect(wrong).toBe(-1);
    expect(planExport(table, 'npy')).toMatchObject({ rows: null, fileBytes: npy.length });
    const packed = await written(table, 'msgpack');
    const { distances, ...facts } = readMessagePack(packed) as { distances: Buffer | Buffer[] };
    const { source } = table;
    const starts = table.starts.map((start) => space.format(start));
    expect(facts).toMatchObject({
      space: table.fullName,
      metric,
      states: plainRows.length,
      maxDepth,
      histogram,
      shape,
      dtype: `uint${8 * bytesPerValue}`,
      notReached,
      ...(walker === null
        ? {
            source: source.kind === 'module' ? { ...source, digest: moduleDigest(source.path) } : source,
            starts,
            size: space.size,
          }
        : { board: { rows: walker.board.rows, columns: walker.board.columns }, goal: starts[0] }),
    });
    expect(Buffer.concat([distances].flat()).equals(npy.subarray(-space.size * bytesPerValue))).toBe(true);
  });

  test.each(ROW_FORMATS)('%s has every reached state in order, or the selected layers, or a sample', async (format) => {
    expect(JSON.stringify(await rowsIn(format, file[format], names))).toBe(JSON.stringify(plainRows));
    expectPlanned(table, format, file[format], all(table));
    // Few rows take little memory.
    const { memoryBytes } = planExport(table, 'csv', all(table));
    expect(planExport(table, format, all(table)).memoryBytes).toBeLessThanOrEqual(
      memoryBytes + 1000 * plainRows.length,
    );
    const layers = { first: 2, last: Math.min(10, table.maxDepth) };
    const inLayers = plainRows.filter((row) => Number(row.at(-1)) >= layers.first && Number(row.at(-1)) <= layers.last);
    expect(await rowsIn(format, await written(table, format, { selection: layers }), names)).toEqual(inLayers);
    const size = Math.min(5, inLayers.length);
    const sampled = (seed: number) => written(table, format, { selection: { ...layers, sample: { size, seed } } });
    const sample = await sampled(3);
    const chosen = new Set((await rowsIn(format, sample, names)).map((row) => JSON.stringify(row)));
    expect(chosen.size).toBe(size);
    // The sample is a subset of the layers' rows, in the same order.
    expect(inLayers.map((row) => JSON.stringify(row)).filter((row) => chosen.has(row))).toEqual([...chosen]);
    expect((await sampled(3)).equals(sample)).toBe(true);
    if (inLayers.length > 100) expect((await sampled(4)).equals(sample)).toBe(false);
  });

  test('parquet describes the space, and has a schema, row groups and statistics', () => {
    const { walker, fullName } = table;
    const metadata = parquetMetadata(new Uint8Array(file.parquet).buffer);
    expect(metadata.created_by).toBe('antipode');
    expect(metadata.schema.map(({ name, type }) => [name, type])).toEqual([
      ['state', undefined],
      [names[0], 'BYTE_ARRAY'],
      ...(walker === null
        ? [['number', 'INT64']]
        : [
            ['blank', 'INT32'],
            ['rank', 'INT64'],
          ]),
      ['distance', 'INT32'],
    ]);
    expect(metadata.schema.slice(1).map((column) => column.repetition_type)).toEqual(names.map(() => 'REQUIRED'));
    const facts = Object.fromEntries((metadata.key_value_metadata ?? []).map(({ key, value }) => [key, value]));
    const starts = table.starts.map((start) => table.space.format(start));
    const origin = walker === null ? { starts: JSON.stringify(starts) } : { goal: starts[0] };
    expect(facts).toEqual({ space: fullName, ...origin, ...(table.metric !== null && { metric: table.metric }) });
    let begin = 0;
    for (const { columns, num_rows } of metadata.row_groups) {
      const end = begin + Number(num_rows);
      expect(columns.map(({ meta_data }) => meta_data?.codec)).toEqual(names.map(() => 'SNAPPY'));
      const [first, last] = [plainRows[begin], plainRows[end - 1]].map((row) => row.at(-1));
      expect(columns.at(-1)?.meta_data?.statistics).toMatchObject({ min_value: first, max_value: last });
      expect(Number(num_rows)).toBe(Math.min(ROWS_PER_GROUP, plainRows.length - begin));
      begin = end;
    }
    expect(begin).toBe(plainRows.length);
  });
});

const published: { space: string; metric: string; histogram: number[] }[] = JSON.parse(
  readFileSync(new URL('../../reference/distributions.json', import.meta.url), 'utf8'),
);

function publishedTable(name: string, change = (histogram: number[]): readonly number[] => histogram): Promise<Table> {
  const found = published.find(({ space, metric }) => space === name && metric === 'single');
  if (found === undefined) throw new Error(`nothing is published of ${name}`);
  const of = parseBoard(name);
  const histogram = change(found.histogram);
  return boardTableOf({ board: of, goalCell: of.cells - 1, metric: 'single', histogram });
}

describe.runIf(FULL)('3x4', () => {
  test('as npy has the published distribution', async () => {
    const table = await publishedTable('3x4');
    const { shape, values } = readNpy(await written(table, 'npy'));
    expect(shape).toEqual([12, 19_958_400]);
    const counts = new Array<number>(256).fill(0);
    for (let at = 0; at < values.length; at++) counts[values[at]]++;
    expect(counts.slice(0, 54)).toEqual(table.histogram);
    expect(counts.slice(54).every((count) => count === 0)).toBe(true);
  });

  test('as a sample in Parquet has the planned size, and rows of all layers in proportion', async () => {
    const table = await publishedTable('3x4');
    const selection = { first: 0, last: 53, sample: { size: 200_000, seed: 1 } };
    const file = await written(table, 'parquet', { selection });
    expectPlanned(table, 'parquet', file, selection);
    const counts = table.histogram.map(() => 0);
    for (const row of await rowsIn('parquet', file, ['position', 'blank', 'rank', 'distance']))
      counts[Number(row[3])]++;
    for (const [depth, count] of table.histogram.entries()) {
      const expected = (200_000 * count) / 239_500_800;
      // Five standard deviations and one.
      expect(Math.abs(counts[depth] - expected)).toBeLessThan(5 * Math.sqrt(expected) + 1);
    }
  });
});

test.each(rows(ROW_FORMATS, [0]))('a sample as %s is the same with any number of threads', async (format) => {
  const table = await publishedTable(FULL ? '3x3' : '2x4');
  const selection = { ...all(table), sample: { size: 1000, seed: 3 } };
  const [one, more] = await Promise.all(
    [1, count(2, 3)].map((threads) => written(table, format, { selection, threads })),
  );
  expect(one.equals(more)).toBe(true);
});

test('texts of other scripts, with quotes and line breaks, are unchanged in every format', async () => {
  const table = await tableOf(known('pancake:4'));
  const texts = Array.from(
    { length: 24 },
    (_, state) => ['"', ',', 'a\nb', 'Zürich', '棋盤', '🂡', ''][state % 7] + state,
  );
  const odd = Object.create(table, {
    space: { value: { ...table.space, format: (state: number) => texts[state] } },
    fullName: { value: table.fullName },
  }) as Table;
  // A getter of the class would read its private fields, which the copy lacks.
  Object.defineProperty(odd, 'bytes', { value: () => table.bytes(0) });
  for (const format of ROW_FORMATS) {
    const file = await written(odd, format, { selection: all(table) });
    const found = await rowsIn(format, file, ['state', 'number', 'distance']);
    expect(found.map(([text]) => text)).toEqual(found.map(([, number]) => texts[number]));
    expect(found).toHaveLength(24);
  }
});

/** One format for each pass over the layers daily. */
const FORMATS = rows<ExportFormat>(['npy', ...ROW_FORMATS], [0, 2]);

describe('an export', () => {
  test('is refused if the format cannot hold it', async () => {
    const small = await publishedTable('2x2');
    expect(() => planExport(small, 'npy', { first: 0, last: 3 })).toThrow(
      new InputError('an npy file always holds all distances: choose csv, parquet or msgpack for some of them'),
    );
    expect(() => planExport(small, 'csv', { first: 0, last: 7 })).toThrow(InputError);
    expect(() => planExport(small, 'csv', { first: 0, last: 1, sample: { size: 6, seed: 1 } })).toThrow(
      'a sample of 6 states was asked for, and there are only 3',
    );
    const large = await publishedTable('4x4');
    expect(() => planExport(large, 'msgpack')).toThrow(
      new InputError('MessagePack binaries end at 4 GiB, and 4x4 has larger ones: choose npy'),
    );
    expect(() => planExport(large, 'msgpack', { first: 0, last: 60 })).toThrow(InputError);
    expect(planExport(large, 'msgpack', { first: 0, last: 4 }).rows).toBe(1 + 2 + 4 + 10 + 24);
  });

  test.each(FORMATS)(
    'is refused if it does not fit into memory, or the number of threads is wrong: %s',
    async (format) => {
      const selection = format === 'npy' ? undefined : { first: 0, last: 3 };
      const exporting = written(await publishedTable('4x4'), format, { selection });
      await expect(exporting).rejects.toThrow(/^4x4 needs .* TB of memory for its .*, but only .* are free/);
      await expect(exporting).rejects.toBeInstanceOf(MemoryError);
      for (const threads of [0, 257, 1.5]) {
        await expect(written(await publishedTable('2x2'), format, { threads })).rejects.toThrow(
          new InputError(`threads must be a whole number from 1 to 256, found ${threads}`),
        );
      }
    },
  );

  test.each(FORMATS)('is refused if the histogram of the table is wrong: %s', async (format) => {
    const lie = await publishedTable('2x3', (right) => right.with(9, 17).with(10, right[10] - 1));
    await expect(written(lie, format)).rejects.toThrow(
      new TableError(
        "the table's header is wrong: it has 17 states at distance 9, and there are 16; make the table again",
      ),
    );
    const other = await Table.of({ ...(await contentsOf(known('pancake:5'))), histogram: [1, 4, 12, 36, 47, 20] });
    await expect(written(other, format)).rejects.toThrow(TableError);
  });

  test.each(rows<ExportFormat>(['npy', ...ROW_FORMATS], [0, 1]))(
    'tells progress up to the end, and ends when its signal is aborted: %s',
    async (format) => {
      const table = await publishedTable('3x3');
      const selection = format === 'npy' ? undefined : all(table);
      const told: number[] = [];
      await written(table, format, { selection, onProgress: (done, of) => void told.push(done, of - 181_440) });
      const dones = told.filter((_, index) => index % 2 === 0);
      expect(dones).toEqual(dones.toSorted((one, other) => one - other));
      expect(told.slice(-2)).toEqual([181_440, 0]);
      const reason = new Error('enough');
      const controller = new AbortController();
      const { signal } = controller;
      const exporting = written(table, format, { selection, signal, onProgress: () => controller.abort(reason) });
      await expect(exporting).rejects.toBe(reason);
      const other = written(await tableOf(known('pancake:5')), 'npy', { signal: AbortSignal.abort(reason) });
      await expect(other).rejects.toBe(reason);
    },
  );

  test.each(FORMATS)('leaves no file if the disk is full: %s', async (format) => {
    const folder = temporaryFolder();
    const full = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
    const table = await publishedTable(FULL ? '3x3' : '2x4');
    for (const limit of [0, 20_000]) {
      const writing = writeWhole(join(folder, 'distances'), (write) =>
        exportTable(table, { format, threads: 2 }, async (bytes, offset) => {
          if (offset + bytes.length > limit) throw full;
          await write(bytes, offset);
        }),
      );
      await expect(writing).rejects.toBe(full);
      expect(readdirSync(folder)).toEqual([]);
    }
  });
});
