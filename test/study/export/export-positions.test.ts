import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parquetMetadata } from 'hyparquet';
import { unpack } from 'msgpackr';
import { beforeAll, describe, expect, test } from 'vitest';
import { writeWhole } from '#src/base/files.js';
import { MemoryError } from '#src/base/memory.js';
import { InputError } from '#src/base/text.js';
import { type Board, parseBoard } from '#src/spaces/board/board.js';
import { orderedPosition, type Position } from '#src/spaces/board/position.js';
import { exportTable, planExport } from '#src/study/export/export-table.js';
import type { ExportFormat, RowFormat } from '#src/study/export/formats.js';
import { ROWS_PER_GROUP } from '#src/study/export/parquet.js';
import type { Selection } from '#src/study/export/selection.js';
import { TableError } from '#src/table/files/contents.js';
import { plainRank, plainSearch } from '../../plain-search.js';
import { temporaryFolder } from '../../program/run.js';
import { FULL, rows } from '../../suite.js';
import { boardTableOf } from '../board-table.js';
import { ROW_FORMATS, rowsIn, written as writtenTable } from './exported.js';
import { readMessagePack } from './read-messagepack.js';
import { readNpy } from './read-npy.js';

interface Space {
  readonly board: Board;
  readonly goalCell: number;
  readonly metric: 'single';
  readonly histogram: readonly number[];
}

interface Row {
  readonly position: string;
  readonly blank: number;
  readonly rank: number;
  readonly distance: number;
}

const published: { space: string; metric: string; histogram: number[] }[] = JSON.parse(
  readFileSync(new URL('../../reference/distributions.json', import.meta.url), 'utf8'),
);

function publishedSpace(name: string): Space {
  const found = published.find(({ space, metric }) => space === name && metric === 'single');
  if (found === undefined) throw new Error(`nothing is published of ${name}`);
  const board = parseBoard(name);
  return { board, goalCell: board.cells - 1, metric: 'single', histogram: found.histogram };
}

async function written(
  space: Space,
  format: ExportFormat,
  options?: Parameters<typeof writtenTable>[2],
): Promise<Buffer> {
  return writtenTable(await boardTableOf(space), format, options);
}

async function rowsOf(format: RowFormat, file: Buffer): Promise<Row[]> {
  const rows = await rowsIn(format, file, ['position', 'blank', 'rank', 'distance']);
  return rows.map(([position, blank, rank, distance]) => ({ position, blank, rank, distance }));
}

/** One format for each pass over the layers daily. */
const FORMATS = rows<ExportFormat>(['npy', ...ROW_FORMATS], [0, 2]);

/** Returns the selection of all states. */
function all({ histogram }: Space): Selection {
  return { first: 0, last: histogram.length - 1 };
}

function tilesOf(position: string): number[] {
  return position.split(' ').map((tile) => (tile === 'x' ? 0 : Number(tile)));
}

describe.each(
  rows(
    [
      ['2x2', 3],
      ['2x3', 5],
      ['2x4', 7],
      ['3x3', 8],
      ['3x3', 4],
      ['1x5', 4],
      ['5x1', 2],
      ['2x5', 9],
    ] as const,
    [1, 6],
  ),
)('of %s, the goal’s blank on cell %i', (name, goalCell) => {
  const board = parseBoard(name);
  let space: Space;
  let distanceOf: (tiles: Position) => number;
  let npy: ReturnType<typeof readNpy>;
  let csv: Buffer;
  let parquet: Buffer;

  beforeAll(async () => {
    const goal = orderedPosition(board, goalCell);
    const { histogram, depths } = plainSearch(board.rows, board.columns, goal);
    space = { board, goalCell, metric: 'single', histogram };
    distanceOf = (tiles) => depths[plainRank(tiles)];
    csv = await written(space, 'csv');
    npy = readNpy(await written(space, 'npy'));
    parquet = await written(space, 'parquet');
  });

  /** Expects all rows in order, each with the correct distance, which equals that of the array. */
  function check(rows: Iterable<Row>): void {
    const arrangements = npy.shape[1];
    let count = 0;
    let before: Row | undefined;
    for (const row of rows) {
      const { position, blank, rank, distance } = row;
      const tiles = tilesOf(position);
      const ordered =
        before === undefined || (distance - before.distance || blank - before.blank || rank - before.rank) > 0;
      const right =
        tiles[blank] === 0 && distanceOf(tiles) === distance && npy.values[blank * arrangements + rank] === distance;
      if (!ordered || !right) throw new Error(`${JSON.stringify(row)} after ${JSON.stringify(before)}`);
      before = row;
      count++;
    }
    // The rows are distinct, so with this count each state occurs once.
    expect(count).toBe(npy.values.length);
  }

  test('npy has the distance of every state, and the histogram of the space', () => {
    expect(npy.descr).toBe('|u1');
    expect(npy.shape).toEqual([board.cells, npy.values.length / board.cells]);
    const counts = space.histogram.map(() => 0);
    for (const distance of npy.values) counts[distance]++;
    expect(counts).toEqual(space.histogram);
  });

  test('npy has exactly the planned size', async () => {
    expect((await written(space, 'npy')).length).toBe(planExport(await boardTableOf(space), 'npy').fileBytes);
  });

  test('csv has all distances', async () => {
    check(await rowsOf('csv', csv));
    await expectPlanned(space, 'csv', csv);
  });

  test('parquet has the same rows', async () => {
    const rows = await rowsOf('parquet', parquet);
    let count = 0;
    for (const expected of await rowsOf('csv', csv)) {
      const { position, blank, rank, distance } = rows[count++];
      const same = position === expected.position && blank === expected.blank && rank === expected.rank;
      if (!same || distance !== expected.distance) expect(rows[count - 1]).toEqual(expected);
    }
    expect(rows).toHaveLength(count);
    await expectPlanned(space, 'parquet', parquet);
  });

  // For 2x5 this takes seconds and tests nothing more.
  if (name !== '2x5') {
    test('msgpack has all distances as rows', async () => {
      const file = await written(space, 'msgpack', { selection: all(space) });
      check(await rowsOf('msgpack', file));
      expect(unpack(file)).toEqual(readMessagePack(file));
      await expectPlanned(space, 'msgpack', file, all(space));
    });
  }

  test('msgpack has all distances as binaries, by cell and rank as npy, and describes the space', async () => {
    const file = await written(space, 'msgpack');
    const { distances, ...facts } = readMessagePack(file) as { distances: Buffer[] };
    expect(facts).toMatchObject({
      space: goalCell === board.cells - 1 ? name : `${name}-blank-${goalCell}`,
      board: { rows: board.rows, columns: board.columns },
      metric: 'single',
      states: npy.values.length,
      maxDepth: space.histogram.length - 1,
      histogram: space.histogram,
      shape: npy.shape,
      dtype: 'uint8',
      notReached: 255,
    });
    expect(distances).toHaveLength(board.cells);
    expect(Buffer.concat(distances).equals(Buffer.from(npy.values))).toBe(true);
    await expectPlanned(space, 'msgpack', file);
  });

  test('parquet describes the space, and has a schema, row groups and statistics', () => {
    const metadata = parquetMetadata(new Uint8Array(parquet).buffer);
    expect(metadata.created_by).toBe('antipode');
    expect(Number(metadata.num_rows)).toBe(npy.values.length);
    expect(
      metadata.schema.map(({ name, type, converted_type, repetition_type }) => [
        name,
        type,
        converted_type,
        repetition_type,
      ]),
    ).toEqual([
      ['state', undefined, undefined, undefined],
      ['position', 'BYTE_ARRAY', 'UTF8', 'REQUIRED'],
      ['blank', 'INT32', undefined, 'REQUIRED'],
      ['rank', 'INT64', undefined, 'REQUIRED'],
      ['distance', 'INT32', undefined, 'REQUIRED'],
    ]);
    const facts = Object.fromEntries((metadata.key_value_metadata ?? []).map(({ key, value }) => [key, value]));
    expect(facts).toEqual({
      space: goalCell === board.cells - 1 ? name : `${name}-blank-${goalCell}`,
      goal: orderedPosition(board, goalCell)
        .map((tile) => (tile === 0 ? 'x' : tile))
        .join(' '),
      metric: 'single',
    });
    const sorted = space.histogram.flatMap((count, depth) => new Array<number>(count).fill(depth));
    let begin = 0;
    for (const { columns, num_rows } of metadata.row_groups) {
      const end = begin + Number(num_rows);
      expect(columns.map(({ meta_data }) => meta_data?.codec)).toEqual(new Array(4).fill('SNAPPY'));
      expect(columns[3].meta_data?.statistics).toMatchObject({ min_value: sorted[begin], max_value: sorted[end - 1] });
      expect(Number(num_rows)).toBe(Math.min(ROWS_PER_GROUP, sorted.length - begin));
      begin = end;
    }
    expect(begin).toBe(sorted.length);
  });
});

/** Expects the planned size within 15 %, and within 30 % for small files, which consist mostly of their header. */
async function expectPlanned(space: Space, format: ExportFormat, file: Buffer, selection?: Selection): Promise<void> {
  const { fileBytes } = planExport(await boardTableOf(space), format, selection);
  const tolerance = file.length > 100_000 ? 0.15 : 0.3;
  expect(Math.abs(fileBytes / file.length - 1)).toBeLessThan(tolerance);
}

describe('3x4', () => {
  const space = publishedSpace('3x4');

  test.runIf(FULL)('as npy has the published distribution', async () => {
    const { shape, values } = readNpy(await written(space, 'npy'));
    expect(shape).toEqual([12, 19_958_400]);
    const counts = new Array<number>(256).fill(0);
    for (let at = 0; at < values.length; at++) counts[values[at]]++;
    expect(counts.slice(0, 54)).toEqual(space.histogram);
    expect(counts.slice(54).every((count) => count === 0)).toBe(true);
  });

  test.runIf(FULL)('as a sample in Parquet has the planned size, and rows of all layers in proportion', async () => {
    const selection = { first: 0, last: 53, sample: { size: 200_000, seed: 1 } };
    const file = await written(space, 'parquet', { selection });
    expectPlanned(space, 'parquet', file, selection);
    const states = space.histogram.reduce((sum, count) => sum + count, 0);
    const counts = space.histogram.map(() => 0);
    for (const { distance } of await rowsOf('parquet', file)) counts[distance]++;
    for (const [depth, count] of space.histogram.entries()) {
      const expected = (200_000 * count) / states;
      // Five standard deviations and one.
      expect(Math.abs(counts[depth] - expected)).toBeLessThan(5 * Math.sqrt(expected) + 1);
    }
  });
});

test.runIf(FULL).each(ROW_FORMATS)('a sample of 2x5 has the planned size, as %s', async (format) => {
  const space = publishedSpace('2x5');
  const selection = { first: 0, last: 55, sample: { size: 100_000, seed: 1 } };
  await expectPlanned(space, format, await written(space, format, { selection }), selection);
});

describe.each(rows(ROW_FORMATS, [0]))('a selection, as %s', (format) => {
  const space = publishedSpace(FULL ? '3x3' : '2x4');
  const deepest = space.histogram.length - 1;
  const rowsAs = async (selection: Selection) => rowsOf(format, await written(space, format, { selection }));

  test('of one or several layers has exactly their states', async () => {
    const everything = await rowsAs(all(space));
    for (const [first, last] of [
      [0, 0],
      [deepest, deepest],
      [17, 17],
      [5, 12],
    ]) {
      expect(await rowsAs({ first, last })).toEqual(
        everything.filter(({ distance }) => distance >= first && distance <= last),
      );
    }
  });

  test('of a sample has this many different states of its layers, in order, and the same ones for the same seed', async () => {
    const layers = await rowsAs({ first: 10, last: 20 });
    const selection = { first: 10, last: 20, sample: { size: 500, seed: 7 } };
    const rows = await rowsAs(selection);
    const sampled = new Set(rows.map(({ position }) => position));
    expect(sampled.size).toBe(500);
    // The sample is a subset of the layers' rows, in the same order.
    expect(layers.filter(({ position }) => sampled.has(position))).toEqual(rows);
    expect(await rowsAs(selection)).toEqual(rows);
    const others = await rowsAs({ ...selection, sample: { size: 500, seed: 8 } });
    expect(others).toHaveLength(500);
    expect(others).not.toEqual(rows);
  });

  test('of a sample of all states has all of them, and of 0 states no rows', async () => {
    const layers = { first: 3, last: 9 };
    const rows = await rowsAs(layers);
    expect(await rowsAs({ ...layers, sample: { size: rows.length, seed: 1 } })).toEqual(rows);
    expect(await rowsAs({ ...layers, sample: { size: 0, seed: 1 } })).toEqual([]);
  });

  test('is the same with any number of threads', async () => {
    const selection = { first: 0, last: deepest, sample: { size: 1000, seed: 3 } };
    const [one, three] = await Promise.all([1, 3].map((threads) => written(space, format, { selection, threads })));
    expect(one.equals(three)).toBe(true);
  });

  test('of a sample larger than its layers is refused', async () => {
    const states = space.histogram[1] + space.histogram[2];
    await expect(rowsAs({ first: 1, last: 2, sample: { size: states + 1, seed: 1 } })).rejects.toThrow(
      new InputError(`a sample of ${states + 1} states was asked for, and there are only ${states}`),
    );
  });
});

describe('an export', () => {
  test('as npy has all states only', async () => {
    const space = publishedSpace('2x2');
    await expect(written(space, 'npy', { selection: { first: 0, last: 3 } })).rejects.toThrow(
      new InputError('an npy file always holds all distances: choose csv, parquet or msgpack for some of them'),
    );
  });

  test('as MessagePack is refused if a binary exceeds 4 GiB', async () => {
    const table = await boardTableOf(publishedSpace('4x4'));
    expect(() => planExport(table, 'msgpack')).toThrow(
      new InputError('MessagePack binaries end at 4 GiB, and 4x4 has larger ones: choose npy'),
    );
    expect(() => planExport(table, 'msgpack', { first: 0, last: 60 })).toThrow(InputError);
    expect(planExport(table, 'msgpack', { first: 0, last: 4 }).rows).toBe(1 + 2 + 4 + 10 + 24);
  });

  test.each(FORMATS)('is refused if it does not fit into memory: %s', async (format) => {
    const space = publishedSpace('4x4');
    const exporting = written(space, format, { selection: format === 'npy' ? undefined : { first: 0, last: 3 } });
    await expect(exporting).rejects.toThrow(/^4x4 needs .* TB of memory for its .*, but only .* are free/);
    await expect(exporting).rejects.toBeInstanceOf(MemoryError);
  });

  test.each([0, 257, 1.5])('is refused with %d threads', async (threads) => {
    await expect(written(publishedSpace('2x2'), 'csv', { threads })).rejects.toThrow(
      new InputError(`threads must be a whole number from 1 to 256, found ${threads}`),
    );
  });

  test.runIf(FULL)('reports its progress up to the end', async () => {
    const space = publishedSpace('3x3');
    for (const format of ['npy', ...ROW_FORMATS] as const) {
      const told: number[] = [];
      await written(space, format, {
        onProgress: (done, of) => {
          told.push(done);
          expect(of).toBe(181_440);
        },
      });
      expect([...told].sort((a, b) => a - b)).toEqual(told);
      expect(told.at(-1)).toBe(181_440);
    }
  });

  test.each(FORMATS)('is refused if the histogram of the table is wrong: %s', async (format) => {
    const { histogram, ...space } = publishedSpace('2x3');
    await expect(
      written({ ...space, histogram: histogram.with(9, 17).with(10, histogram[10] - 1) }, format),
    ).rejects.toThrow(
      new TableError(
        "the table's header is wrong: it has 17 states at distance 9, and there are 16; make the table again",
      ),
    );
  });

  test.each(FORMATS)('ends when its signal is aborted: %s', async (format) => {
    const reason = new Error('enough');
    const controller = new AbortController();
    const space = publishedSpace('3x3');
    const exporting = written(space, format, {
      selection: format === 'npy' ? undefined : all(space),
      signal: controller.signal,
      onProgress: () => controller.abort(reason),
    });
    await expect(exporting).rejects.toBe(reason);
  });

  test.each(FORMATS)('leaves no file if the disk is full: %s', async (format) => {
    const folder = temporaryFolder();
    const full = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
    const table = await boardTableOf(publishedSpace(FULL ? '3x3' : '2x4'));
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

const numpy = spawnSync('python3', ['-c', 'import numpy']).status === 0;
const needs = numpy ? '' : ' (skipped: it needs python3 with numpy)';

test.skipIf(!numpy)(`numpy.load opens an npy, and its bincount is the distribution${needs}`, async () => {
  const space = publishedSpace('3x3');
  const path = join(temporaryFolder(), '3x3.npy');
  writeFileSync(path, await written(space, 'npy'));
  const program =
    'import json, sys, numpy; a = numpy.load(sys.argv[1]); ' +
    'print(json.dumps([a.dtype.str, a.shape, a.flags.c_contiguous, numpy.bincount(a.ravel()).tolist(), int(a[8, 0])]))';
  const { stdout, stderr } = spawnSync('python3', ['-c', program, path], { encoding: 'utf8' });
  expect(stderr).toBe('');
  expect(JSON.parse(stdout)).toEqual(['|u1', [9, 20_160], true, space.histogram, 0]);
});
