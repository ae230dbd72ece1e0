/** Table files: what they hold, and the files that are refused. Changed bytes are the subject of test/faults/flipped-tables.test.ts. */

import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { Packr, unpack } from 'msgpackr';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { saveTable } from '#src/files/save-table.js';
import { numberingIn, type SpaceSource } from '#src/space/space.js';
import { parseMap } from '#src/spaces/board/board.js';
import { orderedPosition } from '#src/spaces/board/position.js';
import { SeededRandom } from '#src/spaces/board/random.js';
import { TableError } from '#src/table/contents.js';
import { readHeader } from '#src/table/header.js';
import { ChunkBudget, ChunkedFile } from '#src/table/store.js';
import { Table } from '#src/table/table.js';
import { expectTable, tableKind } from '#src/table/table-file.js';
import { verifyTable } from '#src/verify/verify-table.js';
import { exploreBoard } from '../board-exploration.js';
import { openWalker, walkerOf } from '../board-walkers.js';
import { plainPatternTable, savePatternTable } from '../pattern-table.js';
import { fixtureSpace } from '../spaces.js';
import { count, rows } from '../suite.js';
import { contentsOf, sourceOfBoard } from '../tables-of-kinds.js';
import { makeTable } from '../verify/table/files.js';
import { makeSpaceTable, saved } from '../verify/table/space-files.js';

const folder = mkdtempSync(join(tmpdir(), 'antipode-files-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const broken = join(folder, 'broken.table');

const PUZZLE: SpaceSource = { kind: 'known', space: 'pancake:5', start: '5 4 3 2 1' };
const GENERATORS: SpaceSource = {
  kind: 'generators',
  name: 'S3',
  generators: [
    { name: 'a', images: [1, 2, 0] },
    { name: 'b', images: [1, 0, 2] },
  ],
};
const MAP = ['#.#', '...', '...'];
const cross = parseMap(MAP.join('/'), 'cross');
const { table: crossTable } = await exploreBoard({ board: cross, goal: orderedPosition(cross, 0) });
if (crossTable === null) throw new Error('no table');

const TABLES = {
  '3x3': await makeTable(folder, '3x3'),
  '2x3-multi': await makeTable(folder, '2x3', undefined, 'multi'),
  cross: await saved(crossTable, folder, 'cross'),
  knight: await makeSpaceTable(folder, fixtureSpace('knight'), 'knight'),
  pattern: await savePatternTable(folder, await plainPatternTable('3x3', [1, 2, 5])),
  parts: await savePatternTable(folder, await plainPatternTable('.../.#./...', [1, 2])),
  puzzle: await makeSpaceTable(folder, PUZZLE, 'puzzle'),
  generators: await makeSpaceTable(folder, GENERATORS, 'generators'),
};
type Name = keyof typeof TABLES;

const NO_TABLE = 'the header does not describe a table that this program could have made';
const packr = new Packr({ useRecords: false });

/** Writes a table with other header fields and a matching checksum. */
function forge(name: Name, lie: object): void {
  const { bytes, header } = TABLES[name];
  const map = packr.pack({ ...header, ...lie });
  const head = Buffer.concat([bytes.subarray(0, 16), map, Buffer.alloc(4)]);
  head.writeUInt32LE(map.length, 12);
  head.writeUInt32LE(crc32(head.subarray(0, -4)), head.length - 4);
  const { offset } = header.sections[0].words;
  const gap = Buffer.alloc(Math.max(0, offset - head.length));
  writeFileSync(broken, Buffer.concat([head, gap, bytes.subarray(offset)]));
}

test.each<[Name, object]>([
  [
    '3x3',
    {
      space: '3x3',
      board: { rows: 3, columns: 3 },
      goal: [1, 2, 3, 4, 5, 6, 7, 8, 0],
      metric: 'single',
      numbering: { path: [0, 1, 2, 5, 4, 3, 6, 7, 8], digits: 8, lowDigits: 5, statesPerWord: 60 },
      states: 181440,
      maxDepth: 31,
    },
  ],
  [
    '2x3-multi',
    {
      space: '2x3-multi',
      metric: 'multi',
      // The words of both bits of a cell, two for each.
      sections: expect.arrayContaining([expect.objectContaining({ cell: 5, words: { offset: 1280, bytes: 16 } })]),
    },
  ],
  [
    'cross',
    {
      space: 'cross-blank-0',
      board: { rows: 3, columns: 3, name: 'cross', map: MAP },
      goal: [0, 1, 2, 3, 4, 5, 6],
      numbering: { path: [1, 4, 5, 2, 0, 3, 6], digits: 6 },
      states: 420,
    },
  ],
  [
    'knight',
    {
      kind: 'space',
      space: 'knight',
      source: fixtureSpace('knight'),
      metric: null,
      size: 64,
      reversible: true,
      starts: [0],
      startTexts: ['a1'],
      states: 64,
      notReached: 0,
      maxDepth: 6,
      encoding: 'mod3',
    },
  ],
])('the file of %s has a header that any MessagePack reader can read', (name, fields) => {
  const { bytes } = TABLES[name];
  expect(bytes.toString('latin1', 0, 8)).toBe('ANTIPODE');
  expect(bytes.readUInt32LE(8)).toBe(1);
  const header = unpack(bytes.subarray(16, 16 + bytes.readUInt32LE(12)));
  expect(header).toMatchObject({ ...fields, chunkBytes: 4096, fileBytes: bytes.length });
});

test('the kinds of tables are distinguished', async () => {
  const { knight, cross: board } = TABLES;
  expect([tableKind(knight.path), tableKind(board.path)]).toEqual(['space', 'board']);
  expectTable(knight.path, 'space');
  expect(() => expectTable(knight.path, 'board')).toThrow('expected the table of a board, found that of a state space');
  expect(() => expectTable(board.path, 'space')).toThrow(
    new TableError(`${board.path}: expected the table of a state space, found that of a board`),
  );
  using opened = await Table.open(board.path);
  expect(opened.walker?.board).toEqual(cross);
});

test.each(
  rows<[Name, SpaceSource]>(
    [
      ['puzzle', PUZZLE],
      ['generators', GENERATORS],
    ],
    [0],
  ),
)('the file of %s records the numbering of its states, and is not opened without it', async (name, source) => {
  const { path, header } = TABLES[name];
  if (!('source' in header)) throw new Error('no source');
  expect(header.source).toMatchObject(source);
  expect(numberingIn(header.source)).toMatchObject({ frames: expect.stringMatching(/^ordered$|^exact$/) });
  using table = await Table.open(path);
  expect(table.space.source).toEqual(JSON.parse(JSON.stringify(header.source)));
  expect(table.distance(table.starts[0])).toBe(0);
  forge(name, { source });
  await expect(Table.open(broken)).rejects.toThrow(
    `${broken}: its space can no longer be opened: its source does not say how states are numbered; explore it again`,
  );
});

test.each(['3x3', 'knight'] as const)(
  'the file of %s can be closed twice and answers nothing afterwards',
  async (name) => {
    const table = await Table.open(TABLES[name].path);
    table.distance(5);
    table.close();
    table.close();
    expect(() => table.distance(6)).toThrow('the table has been closed');
  },
);

describe('saving', () => {
  test('leaves no temporary file behind, even if the file cannot be written', async () => {
    await expect(saveTable(crossTable, join(folder, 'no such folder', 'x.table'))).rejects.toThrow('ENOENT');
    await expect(saveTable(crossTable, folder)).rejects.toThrow();
    expect(readdirSync(folder).filter((name) => name.endsWith('.tmp'))).toEqual([]);
  });

  test.each(rows([[8], [4096, 8, 12000], [24000, 16], [100_000]], [1]).map((sizes) => ({ sizes })))(
    'writes the same file for any division of the words into pieces: $sizes',
    async ({ sizes }) => {
      const table = await contentsOf(sourceOfBoard('2x5'));
      const [whole, split] = [join(folder, 'whole.table'), join(folder, 'split.table')];
      await saveTable(table, whole);
      const inPieces = {
        ...table,
        *bytes(cell: number) {
          const [bytes] = [...table.bytes(cell)];
          for (let begin = 0, turn = 0; begin < bytes.length; begin += sizes[turn++ % sizes.length]) {
            yield bytes.subarray(begin, begin + sizes[turn % sizes.length]);
          }
        },
      };
      await saveTable(inPieces, split);
      expect(readFileSync(split).equals(readFileSync(whole))).toBe(true);
      const position = '5 4 3 2 1 x 9 8 7 6';
      expect(walkerOf(inPieces).distance(position)).toBe(walkerOf(table).distance(position));
    },
  );
});

describe('a file is refused', () => {
  const { bytes } = TABLES['3x3'];

  test.each<[string, Buffer, string]>([
    ['is empty', Buffer.alloc(0), 'the file is empty'],
    ['is something else', Buffer.from('PNG, or what you will'), 'it does not begin with ANTIPODE'],
    ['has another version', Buffer.from(bytes).fill(2, 8, 9), 'has format version 2, but this program reads version 1'],
    [
      'is too long',
      Buffer.concat([bytes, Buffer.alloc(1)]),
      `${bytes.length} bytes expected, ${bytes.length + 1} found`,
    ],
  ])('if it %s', (_, content, message) => {
    writeFileSync(broken, content);
    expect(() => openWalker(broken)).toThrow(message);
    if (!message.includes('expected')) expect(() => tableKind(broken)).toThrow(message);
  });

  test('if it is missing or a folder', () => {
    expect(() => openWalker(join(folder, 'none.table'))).toThrow(
      'there is no such table; make it with antipode explore',
    );
    expect(() => openWalker(folder)).toThrow('this is not a file; give the path of a table file');
  });

  test('if it is truncated anywhere', () => {
    const [short, long] = [count(61, 7), count(4001, 503)];
    for (let length = 1; length < bytes.length; length += length < 1500 ? short : long) {
      writeFileSync(broken, bytes.subarray(0, length));
      expect(() => openWalker(broken)).toThrow(TableError);
    }
  });
});

describe('a header is refused that says, with a matching checksum,', () => {
  const { header } = TABLES['3x3'];
  const { pattern, parts, puzzle } = TABLES;
  const board = (lie: object) => ({ board: { rows: 3, columns: 3, ...lie } });
  const numbering = (lie: object) => {
    const source = JSON.parse(JSON.stringify(puzzle.header.source));
    return { source: { ...source, numbering: { ...numberingIn(source), ...lie } } };
  };
  const LIES: Readonly<Record<Name, readonly object[]>> = {
    '3x3': [
      { board: { rows: 2, columns: 4 } },
      { board: null },
      { space: '', board: { rows: 2, columns: 3, map: [{ toString: 1 }] } },
      { goal: [1, 2, 3, 4, 5, 6, 7, 8, 8] },
      { goal: [8, 7, 6, 5, 4, 3, 2, 1, 0] },
      { histogram: [1, -2, 4] },
      { histogram: 'many' },
      { histogram: header.histogram.slice(1) },
      { states: 181441, histogram: [...header.histogram.slice(0, -1), 3] },
      { metric: 'multi' },
      { metric: 'maxis' },
      { sections: undefined },
      { sections: null },
      { sections: 'none' },
      { sections: { map: 1 } },
      { sections: [] },
      { sections: header.sections.slice(1) },
      { chunkBytes: 1 },
      { numbering: { ...header.numbering, path: [0, 1, 2, 3, 4, 5, 6, 7, 8] } },
    ],
    '2x3-multi': [{ metric: 'single' }, { metric: 'maxis' }],
    cross: [
      board({}),
      board({ map: MAP }),
      board({ name: 'cross', map: ['...', '#.#', '...'] }),
      board({ name: 'other', map: MAP }),
      board({ rows: 4, name: 'cross', map: [...MAP, '###'] }),
      board({ name: 'cross', map: MAP.join('/') }),
      board({ name: 'cross', map: 3 }),
      { histogram: [1, 419] },
      { states: 2520 },
    ],
    knight: [
      { space: '' },
      { source: null },
      { source: { kind: 'other' } },
      { source: { kind: 'module' } },
      { source: { kind: 'known', space: 'cube-2x2x2', metric: 2 } },
      { source: { kind: 'known', space: 'pancake:4', start: ['1 2 3 4'] } },
      { metric: 3 },
      { size: 0 },
      { size: 60 },
      { reversible: 1 },
      { reversible: false },
      { moves: [] },
      { starts: [64] },
      { startTexts: [] },
      { states: 63 },
      { notReached: 1 },
      { maxDepth: 7 },
      { histogram: [64, 1] },
      { histogram: [1, -2] },
      { encoding: 'mod4' },
      { encoding: 'depth8' },
      { chunkBytes: 1 },
      { sections: [] },
    ],
    pattern: [
      { notReached: 1, states: 743 },
      { size: 738 },
      { source: { ...pattern.header.source, tiles: [1, 2, 5, 6] } },
      { source: { ...pattern.header.source, tiles: [] } },
      { source: { kind: 'known', space: 'pancake:6' } },
      { reversible: false },
      { encoding: 'mod3' },
      { encoding: 'depth8' },
    ],
    parts: [{ notReached: 0, states: parts.header.size, histogram: [parts.header.size] }],
    puzzle: [{ frames: 'other' }, { block: [] }, { block: [0, 255] }, { word: 'none' }, { states: 0 }].map(numbering),
    generators: [],
  };
  const all = Object.entries(LIES).flatMap(([name, lies]) => lies.map((lie) => [name as Name, lie] as const));

  test.each(all)('of %s: %j', async (name, lie) => {
    forge(name, lie);
    await expect(Table.open(broken)).rejects.toThrow(`${broken}: ${NO_TABLE}`);
  });

  test('that a pattern has a tile that its board lacks', async () => {
    forge('pattern', { source: { ...pattern.header.source, tiles: [1, 9] } });
    await expect(Table.open(broken)).rejects.toThrow(TableError);
  });

  test('that the rows of a map are no texts; verify says so', async () => {
    forge('3x3', { space: '', board: { rows: 2, columns: 3, map: [{ toString: 1 }] } });
    const { faults } = await verifyTable(broken);
    expect(faults[0].message).toBe('header: its board and goal cannot be read, so nothing else can be checked');
  });
});

describe('the chunks of a file', () => {
  const path = join(folder, '2x5.table');
  beforeAll(async () => {
    await saveTable(await contentsOf(sourceOfBoard('2x5')), path);
  });

  const open = (from: string, budget: ChunkBudget) => new ChunkedFile(from, readHeader, budget);

  /** Compares random words and chunks with the bytes of the file. */
  function compare(file: ChunkedFile, bytes: Buffer, random: SeededRandom): void {
    const { sections } = file.checked.fields;
    const section = random.below(sections.length);
    const { offset, bytes: length } = sections[section].words;
    // Sometimes the last one, whose chunk is shorter than the others.
    const index = random.below(4) === 0 ? length / 4 - 1 : random.below(length / 4);
    expect(file.word(section, index)).toBe(bytes.readUInt32LE(offset + 4 * index));
    if (random.below(50) > 0) return;
    // Up to a state in the middle of a chunk, or to the end of the section.
    const begin = Buffer.alloc(4 * (index + 1));
    file.read(section, begin);
    expect(begin.equals(bytes.subarray(offset, offset + begin.length))).toBe(true);
    expect(Buffer.concat([...file.bytes(section)]).equals(bytes.subarray(offset, offset + length))).toBe(true);
  }

  test.each(rows([1, 3, 300, 1000], [1]))('are right in several files if all files together keep %d', (most) => {
    const bytes = readFileSync(path);
    const budget = new ChunkBudget(most);
    const files = [open(path, budget), open(path, budget), open(path, budget)];
    const random = new SeededRandom(most);
    for (let look = 0; look < count(400, 5000); look++) compare(files[random.below(3)], bytes, random);
    files[0].close();
    expect(() => files[0].word(0, 0)).toThrow(new TableError(`${path}: the table has been closed`));
    for (let look = 0; look < count(300, 1000); look++) compare(files[1 + random.below(2)], bytes, random);
    for (const file of files) file.close();
  });

  test.each([2, 1000])('are refused each time if they are damaged, and the others are right, with %d kept', (most) => {
    const damaged = join(folder, 'damaged.table');
    copyFileSync(path, damaged);
    const bytes = readFileSync(path);
    const budget = new ChunkBudget(most);
    const file = open(damaged, budget);
    const { offset } = file.checked.fields.sections[3].words;
    const flipped = Buffer.from(bytes);
    flipped[offset + 4096 + 17] ^= 4;
    writeFileSync(damaged, flipped);
    for (let time = 0; time < 5; time++) {
      expect(() => file.word(3, 1024)).toThrow(
        'the table is damaged in the words of blank cell 3, chunk 1; make it again',
      );
      expect(file.word(3, 1023)).toBe(bytes.readUInt32LE(offset + 4092));
      expect(file.word(4, 0)).toBe(bytes.readUInt32LE(file.checked.fields.sections[4].words.offset));
    }
    const first = Buffer.alloc(4096);
    file.read(3, first);
    expect(first.equals(bytes.subarray(offset, offset + 4096))).toBe(true);
    file.close();
  });
});
