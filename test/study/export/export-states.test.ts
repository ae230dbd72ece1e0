import { parquetMetadata } from 'hyparquet';
import { beforeAll, describe, expect, test } from 'vitest';
import { InputError } from '#src/base/text.js';
import { explore } from '#src/runs/explore.js';
import type { SpaceSource } from '#src/space/space.js';
import { moduleDigest } from '#src/space/space-module.js';
import { planExport } from '#src/study/export/export-table.js';
import type { RowFormat } from '#src/study/export/formats.js';
import type { Selection } from '#src/study/export/selection.js';
import { TableError } from '#src/table/files/contents.js';
import { Table } from '#src/table/table.js';
import { plainSpaceSearch } from '../../plain-space-search.js';
import { fixtureSpace } from '../../spaces.js';
import { rows } from '../../suite.js';
import { ROW_FORMATS, type Row, rowsIn, written } from './exported.js';
import { readMessagePack } from './read-messagepack.js';
import { readNpy } from './read-npy.js';

async function tableOf(space: SpaceSource): Promise<Table> {
  const { table } = await explore({ space, threads: 2, antipodes: 0 });
  if (table === null) throw new Error('no table');
  return Table.of(table);
}

const rowsOf = (format: RowFormat, file: Buffer) => rowsIn(format, file, ['state', 'number', 'distance']);

/** Returns the expected rows, ordered by distance and number. */
function plainRows({ space }: Table, { first, last }: Selection): Row[] {
  const { depths } = plainSpaceSearch(space);
  return [...depths.entries()]
    .filter(([, depth]) => depth >= first && depth <= last)
    .sort(([a, of], [b, other]) => of - other || a - b)
    .map(([number, depth]) => [space.format(number), number, depth]);
}

const all = ({ maxDepth }: Table): Selection => ({ first: 0, last: maxDepth });

describe.each(
  rows(
    [
      ['pancake:6', { kind: 'known', space: 'pancake:6' }, 'uint8'],
      // Texts with commas.
      ['solitaire:4,2', { kind: 'known', space: 'solitaire:4,2' }, 'uint8'],
      // The maximum distance is 255, which needs two bytes.
      ['hanoi:3,8 from a start', { kind: 'known', space: 'hanoi:3,8', start: 'ABCABCAB' }, 'uint16'],
      ['hanoi:3,9', { kind: 'known', space: 'hanoi:3,9' }, 'uint16'],
      ['pairings', fixtureSpace('pairings'), 'uint8'],
      ['one-way', fixtureSpace('one-way'), 'uint8'],
      ['one-way-path', fixtureSpace('one-way-path'), 'uint32'],
    ] satisfies [string, SpaceSource, string][],
    [0, 1],
  ),
)('of %s', (_, source, dtype) => {
  let table: Table;
  let expected: number[];
  beforeAll(async () => {
    table = await tableOf(source);
    const unreached = { uint8: 2 ** 8, uint16: 2 ** 16, uint32: 2 ** 32 }[dtype] ?? 0;
    expected = Array.from(plainSpaceSearch(table.space).depths, (depth) => (depth < 0 ? unreached - 1 : depth));
  });

  test('npy has the distance of every state', async () => {
    const file = await written(table, 'npy');
    const { shape, values } = readNpy(file);
    expect(shape).toEqual([table.space.size]);
    expect(Buffer.from(Uint32Array.from(values).buffer).equals(Buffer.from(Uint32Array.from(expected).buffer))).toBe(
      true,
    );
    expect(planExport(table, 'npy')).toMatchObject({ rows: null, fileBytes: file.length });
  });

  test('MessagePack has the same distances, and describes the space', async () => {
    const { distances, ...facts } = readMessagePack(await written(table, 'msgpack')) as { distances: Buffer };
    expect(facts).toEqual({
      space: table.fullName,
      source: source.kind === 'module' ? { ...source, digest: moduleDigest(source.path) } : table.source,
      metric: table.metric,
      starts: table.starts.map((start) => table.space.format(start)),
      size: table.space.size,
      states: table.space.size - table.notReached,
      maxDepth: table.maxDepth,
      histogram: table.histogram,
      shape: [table.space.size],
      dtype,
      notReached: { uint8: 255, uint16: 65535, uint32: 2 ** 32 - 1 }[dtype],
    });
    expect(distances.equals((await written(table, 'npy')).subarray(-distances.length))).toBe(true);
  });

  test.each(ROW_FORMATS)('%s has every reached state in order', async (format) => {
    const file = await written(table, format, { selection: all(table) });
    const rows = plainRows(table, all(table));
    expect(JSON.stringify(await rowsOf(format, file))).toBe(JSON.stringify(rows));
    const plan = planExport(table, format, all(table));
    // Few rows take little memory.
    expect(plan.memoryBytes).toBeLessThanOrEqual(
      planExport(table, 'csv', all(table)).memoryBytes + 1000 * (plan.rows ?? 0),
    );
    expect(plan.rows).toBe(rows.length);
    if (rows.length > 1000) expect(plan.fileBytes / file.length).toSatisfy((ratio: number) => ratio > 0.5 && ratio < 2);
  });

  test.each(ROW_FORMATS)('%s has the selected layers, and the same sample for the same seed', async (format) => {
    const layers = { first: 2, last: Math.min(10, table.maxDepth) };
    const of = plainRows(table, layers);
    expect(await rowsOf(format, await written(table, format, { selection: layers }))).toEqual(of);
    const sample = { size: 5, seed: 3 };
    const file = await written(table, format, { selection: { ...layers, sample } });
    const rows = await rowsOf(format, file);
    expect(rows).toHaveLength(Math.min(5, of.length));
    const texts = of.map((row) => JSON.stringify(row));
    const places = rows.map((row) => texts.indexOf(JSON.stringify(row)));
    expect(places.every((place, index) => place > (places[index - 1] ?? -1))).toBe(true);
    expect((await written(table, format, { selection: { ...layers, sample } })).equals(file)).toBe(true);
    expect(
      (await written(table, format, { selection: { ...layers, sample: { ...sample, seed: 4 } } })).equals(file),
    ).toBe(false);
  });

  test('Parquet names the space and its starts', async () => {
    const file = await written(table, 'parquet', { selection: { first: 0, last: 0 } });
    const { key_value_metadata: facts } = parquetMetadata(new Uint8Array(file).buffer);
    expect(facts).toContainEqual({ key: 'space', value: table.fullName });
    expect(facts).toContainEqual({
      key: 'starts',
      value: JSON.stringify(table.starts.map((start) => table.space.format(start))),
    });
  });
});

test('texts of other scripts, with quotes and line breaks, are unchanged in every format', async () => {
  const table = await tableOf({ kind: 'known', space: 'pancake:4' });
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
    const rows = await rowsOf(format, await written(odd, format, { selection: all(table) }));
    expect(rows.map(([text]) => text)).toEqual(rows.map(([, number]) => texts[number]));
    expect(rows).toHaveLength(24);
  }
});

describe('what cannot be exported is refused', () => {
  let table: Table;
  beforeAll(async () => {
    table = await tableOf({ kind: 'known', space: 'pancake:5' });
  });

  test('rows as npy, nonexistent depths, and samples that are too large', () => {
    expect(() => planExport(table, 'npy', all(table))).toThrow(InputError);
    expect(() => planExport(table, 'csv', { first: 0, last: 6 })).toThrow(InputError);
    expect(() => planExport(table, 'csv', { first: 0, last: 1, sample: { size: 6, seed: 1 } })).toThrow(
      'a sample of 6 states was asked for, and there are only 5',
    );
  });

  test('a table with a wrong header', async () => {
    const { table: contents } = await explore({ space: { kind: 'known', space: 'pancake:5' }, threads: 1 });
    if (contents === null) throw new Error('no table');
    const lie = await Table.of({ ...contents, histogram: [1, 4, 12, 36, 47, 20] });
    await expect(written(lie, 'csv', { selection: all(table) })).rejects.toThrow(TableError);
  });

  test('an export whose signal is aborted', async () => {
    const reason = new Error('enough');
    await expect(
      written(await tableOf(fixtureSpace('pairings')), 'npy', { signal: AbortSignal.abort(reason) }),
    ).rejects.toBe(reason);
  });
});
