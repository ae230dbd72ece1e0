import { readdirSync, writeFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { packPlain, unpackPlain } from '#src/base/bytes.js';
import { StorageError } from '#src/files/files.js';
import {
  manifestPath,
  manifestText,
  readSavedRun,
  runOfManifest,
  type SavedRun,
  writeSavedRun,
} from '#src/runs/disk/saved-run.js';
import type { ModuleSpace, SpaceOutline, SpaceSource } from '#src/space/space.js';
import { type Board, type Metric, parseBoard, parseMap } from '#src/spaces/board/board.js';
import { geometryOf, numberOf, type State } from '#src/spaces/board/numbering.js';
import { orderedPosition } from '#src/spaces/board/position.js';
import { boardFacts } from '#src/spaces/board-facts.js';
import { temporaryFolder } from '../../program/run.js';
import { count } from '../../suite.js';

/** Returns the fields of a run that describe its board. */
function boardFields(board: Board, goal = orderedPosition(board), metric: Metric = 'single') {
  const engine = 'boards';
  return { engine, facts: boardFacts(geometryOf(board), goal, metric) } as const;
}

/** Returns the numbers of a board's states, given by cell, word and bit. */
function numbersOf(board: string, states: readonly State[]): number[] {
  return states.map((state) => numberOf(geometryOf(parseBoard(board)), state));
}

function runOf(text: string, parts: Partial<SavedRun> = {}): SavedRun {
  const board = parseBoard(text);
  return {
    store: 'memory',
    ...boardFields(board),
    table: true,
    antipodes: 20,
    output: '/somewhere/out',
    histogram: [1, 2],
    first: numbersOf(text, [{ cell: 1, word: 0, bit: 0 }]),
    seconds: 12.25,
    details: { generation: 3, bits: [1, 2 ** 40] },
    ...parts,
  };
}

/** Returns a run by the general engine. */
function spaceRun(source: SpaceSource, facts: Partial<SpaceOutline> = {}): SavedRun {
  const outline = { source, name: 'some', metric: 'step', size: 99, starts: [3, 4], moves: ['on'], reversible: false };
  const run = runOf('3x3', { engine: 'general', histogram: [2, 5], first: [0, 9] });
  return { ...run, facts: { ...outline, ...facts } };
}

const RUNS: readonly (readonly [string, SavedRun])[] = [
  ['a board', runOf('3x4')],
  [
    'a board with only its goal',
    runOf('4x4', { histogram: [1], first: [], antipodes: 0, output: null, table: false, seconds: 0, details: null }),
  ],
  [
    'a board on disk',
    runOf('3x5', { store: 'disk', first: numbersOf('3x5', [{ cell: 14, word: 726_485_759, bit: 59 }]) }),
  ],
  ['a custom goal', runOf('2x3', boardFields(parseBoard('2x3'), [3, 1, 0, 5, 4, 2]))],
  [
    'the multi-tile metric',
    runOf('3x3', {
      ...boardFields(parseBoard('3x3'), undefined, 'multi'),
      histogram: [1, 4, 8],
      first: [],
    }),
  ],
  ['a map', runOf('..#/.../#..')],
  ['a map with a name', { ...runOf('..#/.../#..'), ...boardFields(parseMap('..#\n...\n#..', 'steps')) }],
  ['a single row', runOf('1x9', { histogram: [1, 1, 1] })],
  ['a puzzle', spaceRun({ kind: 'known', space: 'pancake:10', start: '2 1 3' })],
  ['a module', spaceRun({ kind: 'module', path: '/spaces/mine.js', digest: 'f00d' } as ModuleSpace)],
  [
    'generators',
    spaceRun({ kind: 'generators', name: 'S3', generators: [{ name: 'rotate', images: [1, 2, 0] }] }, { metric: null }),
  ],
  ['a board by the general method', spaceRun(runOf('3x3').facts.source, { size: 2 ** 40, starts: [7, 2 ** 33, 7] })],
];

describe('a manifest is read unchanged', () => {
  test.each(RUNS)('%s', async (_, run) => {
    const folder = temporaryFolder();
    await writeSavedRun(folder, run);
    expect(readdirSync(folder)).toEqual([run.store === 'memory' ? 'manifest' : `manifest-${run.histogram.length - 1}`]);
    expect(await readSavedRun(folder)).toEqual(run);
  });

  test('if it is of a board, and written by version 0.1', () => {
    const run = runOf('2x3', { histogram: [1, 2], first: numbersOf('2x3', [{ cell: 2, word: 0, bit: 7 }]) });
    const written = {
      store: 'memory',
      board: { rows: 2, columns: 3 },
      goal: [1, 2, 3, 4, 5, 0],
      metric: 'single',
      table: true,
      antipodes: 20,
      output: '/somewhere/out',
      histogram: [1, 2],
      first: [[2, 0, 7]],
      seconds: 12.25,
      details: { generation: 3, bits: [1, 2 ** 40] },
    };
    expect(manifestText(run)).toEqual(written);
    expect(runOfManifest(written)).toEqual(run);
  });

  test('as undefined if it does not exist', async () => {
    expect(await readSavedRun(temporaryFolder())).toBeUndefined();
  });

  test('of each layer on disk, where existing ones are kept, and the last layer counts', async () => {
    const folder = temporaryFolder();
    for (const [depth, seconds] of [
      [9, 1],
      [10, 2],
      [4, 3],
      [10, 4],
    ]) {
      const histogram = new Array<number>(depth + 1).fill(1);
      await writeSavedRun(folder, runOf('3x3', { store: 'disk', histogram, seconds }));
    }
    expect(readdirSync(folder).sort()).toEqual(['manifest-10', 'manifest-4', 'manifest-9']);
    expect(await readSavedRun(folder)).toMatchObject({ seconds: 2 });
  });

  test('of the last write', async () => {
    const folder = temporaryFolder();
    for (const depth of [3, 17, 4]) {
      await writeSavedRun(folder, runOf('3x3', { histogram: new Array<number>(depth).fill(1) }));
      expect((await readSavedRun(folder))?.histogram).toHaveLength(depth);
    }
  });
});

/** Writes a manifest with a valid seal and any contents. */
function sealManifest(folder: string, contents: unknown): void {
  const packed = packPlain(contents);
  const bytes = Buffer.concat([Buffer.from('ANTIRUN\n\x01\0\0\0\0\0\0\0', 'latin1'), packed, Buffer.alloc(4)]);
  bytes.writeUInt32LE(packed.length, 12);
  bytes.writeUInt32LE(crc32(bytes.subarray(0, -4)), bytes.length - 4);
  writeFileSync(manifestPath(folder), bytes);
}

const UNKNOWN = 'the manifest does not describe an exploration that this program could have begun';

describe('a sealed manifest with wrong contents is refused', () => {
  test.each<readonly [string, Record<string, unknown>]>([
    ['no store', { store: 'tape' }],
    ['no board', { board: null }],
    ['a board without cells', { board: { rows: 0, columns: 3 } }],
    ['a board too large to number', { board: { rows: 5, columns: 5 } }],
    ['a board of another name', { board: { rows: 2, columns: 3, name: '3x4' } }],
    ['a goal of another board', { goal: [1, 2, 0] }],
    ['a goal of texts', { goal: ['1', '2', '3', '4', '5', '6', '7', '8', '0'] }],
    ['a goal of bytes', { goal: new Uint8Array([1, 2, 3, 4, 5, 6, 7, 8, 0]) }],
    ['an unknown metric', { metric: 'double' }],
    ['an uncertain table', { table: 1 }],
    ['antipodes of a kind', { antipodes: -1 }],
    ['an output that is not a path', { output: 7 }],
    ['no layers', { histogram: [] }],
    ['two goals', { histogram: [2, 2] }],
    ['an empty layer', { histogram: [1, 0, 2] }],
    ['more states than there are', { histogram: [1, 200_000] }],
    ['layers as bytes', { histogram: new Uint8Array([1, 2]) }],
    ['first states on no cell', { first: [[9, 0, 0]] }],
    ['first states beyond the words', { first: [[1, 336, 0]] }],
    ['first states beyond the bits', { first: [[1, 0, 60]] }],
    ['first states with a part too much', { first: [[1, 0, 0, 0]] }],
    [
      'more first states than the layer has',
      {
        first: [
          [1, 0, 0],
          [1, 0, 1],
          [1, 0, 2],
        ],
      },
    ],
    ['more first states than requested', { antipodes: 0 }],
    ['a time before it began', { seconds: -1 }],
    ['a time without end', { seconds: Number.POSITIVE_INFINITY }],
  ])('%s', async (_, nonsense) => {
    const folder = temporaryFolder();
    sealManifest(folder, manifestText(runOf('3x3')));
    expect(await readSavedRun(folder)).toEqual(runOf('3x3'));
    sealManifest(folder, { ...manifestText(runOf('3x3')), ...nonsense });
    const error = await readSavedRun(folder).catch((refused) => refused);
    expect(error).toBeInstanceOf(StorageError);
    expect(error.message).toBe(`${manifestPath(folder)}: ${UNKNOWN}`);
  });

  test.each<readonly [string, Record<string, unknown>]>([
    ['an engine with other manifests', { engine: 'boards' }],
    ['files on disk', { store: 'disk' }],
    ['no space', { space: null }],
    ['more states than there are', { histogram: [2, 98] }],
    ['another number of starts', { histogram: [1, 5] }],
    ['invalid first states', { first: [99] }],
    ...(
      [
        ['source', { kind: 'tape' }],
        ['size', 2 ** 60],
        ['starts', []],
        ['starts', [99, 3]],
        ['moves', []],
        ['moves', [7]],
        ['name', 7],
        ['metric', 7],
        ['reversible', 1],
      ] as const
    ).map(([field, wrong]) => {
      const { facts } = spaceRun({ kind: 'known', space: 'pancake:5' });
      return [`a space with the ${field} ${JSON.stringify(wrong)}`, { space: { ...facts, [field]: wrong } }] as const;
    }),
  ])('of a space, %s', (_, nonsense) => {
    const manifest = manifestText(spaceRun({ kind: 'known', space: 'pancake:5' }));
    expect(runOfManifest(manifest)).toBeDefined();
    expect(runOfManifest({ ...manifest, ...nonsense })).toBeUndefined();
  });

  test.each([[null], [7], ['text'], [[]], [{}], [[1, 2, 3]]])('%j', async (nonsense) => {
    const folder = temporaryFolder();
    sealManifest(folder, nonsense);
    await expect(readSavedRun(folder)).rejects.toThrow(UNKNOWN);
  });

  test('after any parts were replaced, removed or doubled', () => {
    const manifests = RUNS.map(([, run]) => packPlain(manifestText(run)));
    const before = process.memoryUsage().rss;
    const change = fc.tuple(fc.nat(), fc.constantFrom('replace', 'remove', 'double'), STRANGE);
    let refused = 0;
    fc.assert(
      fc.property(fc.nat(RUNS.length - 1), fc.array(change, { minLength: 1, maxLength: 3 }), (index, changes) => {
        const manifest = unpackPlain(manifests[index]);
        for (const [where, how, value] of changes) mutate(manifest, where, how, value);
        const contents = unpackPlain(packPlain(manifest));
        const run = runOfManifest(contents);
        if (run === undefined) refused++;
        // If the manifest is accepted, it could have been written.
        else return isDeepStrictEqual(manifestText(run), { ...manifestText(run), ...(contents as object) });
        return true;
      }),
      { numRuns: count(500, 100_000) },
    );
    expect(refused).toBeGreaterThan(count(250, 50_000));
    expect(process.memoryUsage().rss - before).toBeLessThan(500e6);
  });
});

/** Values that can replace any part. */
const STRANGE = fc.oneof(
  fc.constantFrom(null, true, '', 'x', '#', '..#', '__proto__', 'memory', 'disk', 'single', 'multi'),
  fc.constantFrom<unknown>(
    [],
    [[]],
    {},
    { length: 3 },
    { rows: 2, columns: 3 },
    [1, 2],
    [0, 0, 0],
    ['..', '.#'],
    [null],
  ),
  fc.constantFrom(
    -1,
    0,
    1,
    2,
    3,
    9,
    255,
    256,
    0.5,
    2 ** 31,
    2 ** 32,
    2 ** 53,
    1e308,
    Number.NaN,
    Number.POSITIVE_INFINITY,
  ),
  fc.integer(),
  fc.string(),
  fc.uint8Array({ maxLength: 16 }),
);

/** Changes a value or one of its nested parts. */
function mutate(root: unknown, where: number, how: string, value: unknown): void {
  const places: [Record<string, unknown>, string][] = [];
  const collect = (part: unknown) => {
    if (typeof part !== 'object' || part === null || part instanceof Uint8Array) return;
    for (const key of Object.keys(part)) {
      places.push([part as Record<string, unknown>, key]);
      collect((part as Record<string, unknown>)[key]);
    }
  };
  collect(root);
  if (places.length === 0) return;
  const [part, key] = places[where % places.length];
  if (how === 'replace') part[key] = structuredClone(value);
  else if (how === 'double' && Array.isArray(part)) part.push(structuredClone(part[Number(key)]));
  else if (Array.isArray(part)) part.splice(Number(key), 1);
  else delete part[key];
}
