import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { saveTable } from '#src/files/save-table.js';
import { explore } from '#src/runs/explore.js';
import type { NumberedSpace, SpaceSource } from '#src/space/space.js';
import { type Metric, parseBoard } from '#src/spaces/board/board.js';
import { geometryOf, positionOf } from '#src/spaces/board/numbering.js';
import { formatPosition, orderedPosition } from '#src/spaces/board/position.js';
import { openNumberedSpace } from '#src/spaces/open-space.js';
import { numberStates } from '#src/spaces/permutation/colourings/number-states.js';
import type { ContainerHeader } from '#src/table/container.js';
import { TableError } from '#src/table/contents.js';
import type { TableFault } from '#src/verify/faults.js';
import { type TableReport, verifyTable } from '#src/verify/verify-table.js';
import { plainPatternTable, savePatternTable } from '../../pattern-table.js';
import { plainSpaceSearch } from '../../plain-space-search.js';
import { newSeed } from '../../seed.js';
import { randomProjections, seededNumbers } from '../../spaces/permutation/moves/plain-layers.js';
import { ModuleFolder } from '../../spaces.js';
import { count, rows } from '../../suite.js';
import { flipped, makeTable, plainDistances, type TableFile, withHeader } from './files.js';
import { ALIKE, DIRECTED, makeSpaceTable, SHIFTS, type SpaceTableFile, withWords } from './space-files.js';

const folder = mkdtempSync(join(tmpdir(), 'antipode-verify-'));
const modules = new ModuleFolder();
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
  modules.remove();
});

const broken = join(folder, 'broken.table');
const known = (space: string, more: object = {}): SpaceSource => ({ kind: 'known', space, ...more });
const RING = '.../.#./...';

/** Verifies bytes. */
function verify(bytes: Buffer, ignoreChecksums = false, module?: string): Promise<TableReport> {
  writeFileSync(broken, bytes);
  return verifyTable(broken, { threads: 1, ignoreChecksums, module });
}

const messages = (report: TableReport) => report.faults.map(({ message }) => message);

/** A loop of 7 states and 3 more that no move leads to. Moves cannot be undone. */
const LOOP = modules.write(`export default {
  name: 'loop', size: 10, starts: [2, 2], moves: ['on', 'skip'], reversible: false,
  neighbours(state, next) {
    next[0] = state < 7 ? (state + 1) % 7 : state - 1;
    next[1] = state === 4 ? 0 : -1;
  },
  format: (state) => 'at ' + state,
  parse: (text) => Number(text.slice(3)),
};`);

/** A table, and the fault of each bit of its words if that alone is changed. */
interface Sample {
  readonly table: { readonly bytes: Buffer; readonly header: ContainerHeader };
  fault(section: number, bit: number): Partial<TableFault>;
}

async function ofBoard(name: string, metric: Metric): Promise<Sample> {
  const board = parseBoard(name);
  const table = await makeTable(folder, name, undefined, metric);
  const distances = plainDistances(name, undefined, metric);
  const { words, arrangements } = geometryOf(board);
  const planes = metric === 'single' ? 1 : 2;
  const fault = (cell: number, bitOfSection: number) => {
    const plane = Math.floor(bitOfSection / (64 * words));
    const [word, bit] = [Math.floor(bitOfSection / 64) % words, bitOfSection % 64];
    const place = `blank cell ${cell}, word ${word}, bit ${bit}${planes > 1 ? `, plane ${plane + 1} of 2` : ''}`;
    const fields = { cell, word, bit, ...(planes > 1 && { plane }) };
    if (bit >= 60 || word * 60 + bit >= arrangements) {
      return { ...fields, found: 1, expected: 0, message: `${place}, which belongs to no state, is 1, expected 0` };
    }
    const distance = distances[cell][word * 60 + bit];
    const expected = planes === 1 ? (distance >> 1) & 1 : ((1 + (distance % 3)) >> plane) & 1;
    const position = formatPosition(positionOf(geometryOf(board), orderedPosition(board), { cell, word, bit }));
    const message = `${place} (${position}, distance ${distance}) is ${1 - expected}, expected ${expected}`;
    return { ...fields, found: 1 - expected, expected, position, distance, message };
  };
  return { table, fault };
}

/** Returns the fault of a state's code, or of a bit of it. */
function faultOfState(
  space: NumberedSpace,
  number: number,
  depth: number,
  name: string,
  found: number,
  expected: number,
) {
  const state = space.format(number);
  const known = depth < 0 ? 'not reached' : `distance ${depth}`;
  const message = `the ${name} of ${state} (number ${number}), ${known}, is ${found}, expected ${expected}`;
  return { number, state, found, expected, message, ...(depth >= 0 && { distance: depth }) };
}

async function ofSpace(source: SpaceSource): Promise<Sample> {
  const table = await makeSpaceTable(folder, source, 'space');
  const space = await openNumberedSpace(source);
  const { depths } = plainSpaceSearch(space);
  const bits = table.header.encoding === 'mod3' ? 2 : 8;
  const fault = (_: number, bit: number) => {
    const number = Math.floor(bit / bits);
    const mask = 1 << (bit % bits);
    if (number >= space.size) {
      const message = `code ${number}, which belongs to no state, is ${mask}, expected 0`;
      return { number, found: mask, expected: 0, message };
    }
    const depth = depths[number];
    const expected = bits === 2 ? (depth < 0 ? 0 : 1 + (depth % 3)) : depth < 0 ? 255 : depth;
    return faultOfState(space, number, depth, 'code', expected ^ mask, expected);
  };
  return { table, fault };
}

async function ofPattern(...pattern: Parameters<typeof plainPatternTable>): Promise<Sample> {
  const plain = await plainPatternTable(...pattern);
  const table = await savePatternTable(folder, plain);
  const { space, depths } = plain;
  const bitsOfSet = (table.header.sections[0].words.bytes * 8) / (depths.includes(-1) ? 2 : 1);
  // Up to three tiles have 128 bits for each placement. Arrangements of even numbers have the first ones of one half, others of the other.
  const arrangements = Array.from({ length: pattern[1].length === 3 ? 6 : 2 }, (_, i) => (i >> 1) + 64 * (i % 2));
  const fault = (_: number, bit: number) => {
    const arrangement = arrangements.indexOf((bit % bitsOfSet) % 128);
    if (arrangement < 0) {
      return { bit, found: 1, expected: 0, message: `bit ${bit}, which belongs to no state, is 1, expected 0` };
    }
    const number = Math.floor((bit % bitsOfSet) / 128) * arrangements.length + arrangement;
    const [depth, isReached] = [depths[number], bit >= bitsOfSet];
    const expected = Number(isReached ? depth >= 0 : depth >= 0 && depth % 4 >= 2);
    return { bit, ...faultOfState(space, number, depth, isReached ? 'reached bit' : 'bit', 1 - expected, expected) };
  };
  return { table, fault };
}

const SAMPLES: readonly (readonly [string, () => Promise<Sample>])[] = [
  ['3x3', () => ofBoard('3x3', 'single')],
  ['2x2', () => ofBoard('2x2', 'single')],
  ['1x5', () => ofBoard('1x5', 'single')],
  ['2x4 multi', () => ofBoard('2x4', 'multi')],
  ['2x2 multi', () => ofBoard('2x2', 'multi')],
  ['a loop', () => ofSpace(LOOP)],
  ['shifts', () => ofSpace(SHIFTS)],
  ['pancakes', () => ofSpace(known('pancake:4'))],
  ['alike', () => ofSpace(ALIKE)],
  ['directed', () => ofSpace(DIRECTED)],
  ['a pattern', () => ofPattern('3x3', [1, 5, 8])],
  ['a pattern of which few states are reached', () => ofPattern(RING, [1, 2])],
];

test.each(rows(SAMPLES, [1, 2, 4, 5, 7, 8, 9, 11]))(
  'a changed bit in the words of %s is reported with its state, even with matching checksums',
  async (_, made) => {
    const { table, fault } = await made();
    const { sections } = table.header;
    const bitsOfSection = sections[0].words.bytes * 8;
    const bits = sections.length * bitsOfSection;
    const flips = Math.min(bits, count(6, 100));
    for (let flip = 0; flip < flips; flip++) {
      const at = Math.floor(((flip + 1) * bits) / flips) - 1;
      const [section, bit] = [Math.floor(at / bitsOfSection), at % bitsOfSection];
      const change = (words: Buffer) => {
        words[bit >> 3] ^= 1 << (bit & 7);
      };
      const report = await verify(withWords(table, change, section));
      expect(report).toMatchObject({ ok: false, faultCount: 1, faultsOfChecksums: 0 });
      expect(report.faults).toEqual([{ part: 'words', ...fault(section, bit) }]);
    }
  },
);

describe('of 3x3, one changed bit', () => {
  let good: TableFile;
  let headEnd: number;
  beforeAll(async () => {
    good = await makeTable(folder, '3x3');
    headEnd = 16 + good.bytes.readUInt32LE(12) + 4;
  });

  test('of a word ends the check, because a checksum no longer matches, or else is reported with its state', async () => {
    const bytes = flipped(good.bytes, good.header.sections[4].words.offset + 9, 2);
    const stopped = await verify(bytes);
    expect(stopped).toMatchObject({ faultCount: 1, faultsOfChecksums: 1 });
    expect(stopped.histogram).toBeUndefined();
    const checksum = /^checksum of chunk 0 of the words of blank cell 4 is 0x[0-9a-f]{8}, expected 0x[0-9a-f]{8}$/;
    expect(stopped.faults[0].message).toMatch(checksum);
    const { faults, faultCount, faultsOfChecksums } = await verify(bytes, true);
    expect([faultCount, faultsOfChecksums]).toEqual([2, 1]);
    expect(faults).toMatchObject([{ part: 'checksums' }, { part: 'words', cell: 4, word: 1, bit: 10 }]);
  });

  test('of magic and version is reported, and so is the header checksum', async () => {
    const magic = messages(await verify(flipped(good.bytes, 0, 1), true));
    expect(magic[0]).toBe('magic is "CNTIPODE", expected "ANTIPODE"');
    expect(magic[1]).toMatch(/^header: checksum is 0x[0-9a-f]{8}, expected 0x[0-9a-f]{8}$/);
    expect(magic).toHaveLength(2);
    expect(messages(await verify(flipped(good.bytes, 8, 1), true))[0]).toBe('version is 3, expected 1');
  });

  test('of the header checksum, of checksums and between the sections is reported, and the rest is right', async () => {
    const sum = await verify(flipped(good.bytes, headEnd - 1, 7), true);
    expect(messages(sum)).toEqual([expect.stringMatching(/^header: checksum is /)]);
    expect(sum.histogram).toEqual(good.header.histogram);

    const { checksums } = good.header.sections[6];
    const chunk = await verify(flipped(good.bytes, checksums.offset + 2, 3), true);
    expect(messages(chunk)).toEqual([expect.stringMatching(/^checksum of chunk 0 of the words of blank cell 6 is /)]);
    expect(chunk.faults[0].part).toBe('checksums');

    for (const at of [checksums.offset + checksums.bytes, good.bytes.length - 1]) {
      for (const ignoreChecksums of [false, true]) {
        const report = await verify(flipped(good.bytes, at, 4), ignoreChecksums);
        expect(messages(report)).toEqual([`byte ${at}, between the sections, is 16, expected 0`]);
        expect(report.histogram === undefined).toBe(!ignoreChecksums);
      }
    }
  });

  test('of the header is reported with its field', async () => {
    // The histogram's sixth entry, 20, stands alone between 16 and 39.
    const at = good.bytes.indexOf(Buffer.from([16, 20, 39]));
    const stopped = await verify(flipped(good.bytes, at + 1, 0));
    expect(messages(stopped)).toEqual([expect.stringMatching(/^header: checksum is /)]);
    expect(stopped.histogram).toBeUndefined();
    const after = (name: string, bytes: number) => good.bytes.indexOf(name) + name.length + bytes;
    for (const [byte, bit, ...told] of [
      [at + 1, 0, 'header: histogram[5] is 21, expected 20'],
      [after('maxDepth', 0), 5, 'header: maxDepth is 63, expected 31'],
      [after('path', 2), 2, 'header: numbering.path[1] is 5, expected 1'],
      [
        good.bytes.indexOf('metric'),
        0,
        'header: metric is missing, expected "single"',
        'header: letric is "single", expected missing',
      ],
    ] as const) {
      const { faults, histogram } = await verify(flipped(good.bytes, byte, bit), true);
      expect(faults.map(({ message }) => message).slice(1)).toEqual(told);
      expect(histogram).toEqual(good.header.histogram);
    }
  });

  test('of the header that makes the board unreadable is reported in one line, and nothing is replayed', async () => {
    const unreadable = 'header: its board and goal cannot be read, so nothing else can be checked';
    const rows = good.bytes.indexOf('rows') + 'rows'.length;
    const ofBoard = await verify(flipped(good.bytes, rows, 0), true);
    expect(ofBoard.histogram).toBeUndefined();
    expect(messages(ofBoard).slice(1)).toEqual([unreadable]);
    // The type byte of the map itself.
    expect(messages(await verify(flipped(good.bytes, 16, 6), true)).slice(1)).toEqual([
      expect.stringMatching(/^header: its map cannot be read beyond byte \d+, but its length is given as \d+ bytes$/),
      unreadable,
    ]);
    const [message] = messages(await verify(flipped(good.bytes, 14, 7), true));
    expect(message).toMatch(/^header: its length is given as \d+ bytes in a file of \d+, so it cannot be read$/);
  });

  test('of the header that makes the rest unreadable is reported, and the layers are replayed nevertheless', async () => {
    const length = headEnd - 20;
    const longer = await verify(flipped(good.bytes, 12, Math.log2(~length & -~length)), true);
    expect(longer.histogram).toEqual(good.header.histogram);
    expect(messages(longer)[1]).toMatch(
      new RegExp(`^header: its map ends at byte ${16 + length}, but its length is given as \\d+ bytes$`),
    );
    // An array16 of 32 counts becomes one of 33, so the next key is read as a count.
    const array = good.bytes.indexOf('histogram') + 'histogram'.length;
    expect([...good.bytes.subarray(array, array + 3)]).toEqual([0xdc, 0, 32]);
    const report = await verify(flipped(good.bytes, array + 2, 0), true);
    expect(messages(report).slice(1)).toEqual([
      expect.stringMatching(/^header: its map cannot be read beyond byte \d+, but its length is given as \d+ bytes$/),
      'header: histogram[32] is "chunkBytes", expected missing',
      'header: chunkBytes is missing, expected 4096',
      `header: fileBytes is missing, expected ${good.bytes.length}`,
      expect.stringMatching(/^header: sections is missing, expected /),
    ]);
    expect(report.histogram).toEqual(good.header.histogram);
  });

  test('does not hide others: the first twenty wrong bits are reported, and the number of all', async () => {
    const change = (words: Buffer) => {
      for (let byte = 800; byte < 804; byte++) words[byte] ^= 0xff;
    };
    const report = await verify(withWords(good, change, 2));
    expect([report.faultCount, report.faults.length, report.faultsOfChecksums]).toEqual([32, 20, 0]);
    expect(report.faults[19]).toMatchObject({ part: 'words', cell: 2, word: 100, bit: 19 });
  });
});

/** Tables whose headers are changed below. */
const made = {
  '3x3': () => makeTable(folder, '3x3'),
  map: () => makeTable(folder, '..#/...'),
  multi: () => makeTable(folder, '2x3', undefined, 'multi'),
  topspin: () => makeSpaceTable(folder, known('topspin:5,3'), 'topspin'),
  hanoi: () => makeSpaceTable(folder, known('hanoi:3,4'), 'hanoi'),
  loop: () => makeSpaceTable(folder, LOOP, 'loop'),
  pattern: async () => savePatternTable(folder, await plainPatternTable('3x3', [1, 2, 5])),
  ring: async () => savePatternTable(folder, await plainPatternTable(RING, [1, 2])),
} as const;

describe('a false header with a matching checksum is detected', () => {
  const COUNTS = [1, 2, 4, 8, 16, 21, 38];
  const tables = new Map<keyof typeof made, TableFile | SpaceTableFile>();
  const tableOf = async (name: keyof typeof made) => {
    const table = tables.get(name) ?? (await made[name]());
    tables.set(name, table);
    return table;
  };

  test.each<readonly [keyof typeof made, object | ((header: never) => object), readonly string[]]>([
    [
      '3x3',
      ({ histogram }: { histogram: number[] }) => ({ histogram: [...COUNTS, ...histogram.slice(7)] }),
      ['header: histogram[5] is 21, expected 20', 'header: histogram[6] is 38, expected 39'],
    ],
    [
      '3x3',
      ({ histogram }: { histogram: number[] }) => ({ histogram: histogram.slice(0, -1) }),
      ['header: histogram[31] is missing, expected 2'],
    ],
    [
      '3x3',
      { maxDepth: 30, states: 181439 },
      ['header: states is 181439, expected 181440', 'header: maxDepth is 30, expected 31'],
    ],
    [
      '3x3',
      { fileBytes: 'long', metric: 5 },
      ['header: metric is 5, expected "single"', 'header: fileBytes is "long", expected 25728'],
    ],
    [
      'map',
      { board: { rows: 2, columns: 3, map: ['..#', '...'] } },
      ['header: board.name is missing, expected "..#/..."'],
    ],
    ['multi', { space: '2x3' }, ['header: space is "2x3", expected "2x3-multi"']],
    [
      'topspin',
      { histogram: [1, 3, 6, 10, 16, 25, 28, 21, 6, 3, 1] },
      ['header: histogram[5] is 25, expected 24', 'header: histogram[6] is 28, expected 29'],
    ],
    ['topspin', { maxDepth: 11 }, ['header: maxDepth is 11, expected 10']],
    [
      'topspin',
      { states: 119, notReached: 1 },
      ['header: states is 119, expected 120', 'header: notReached is 1, expected 0'],
    ],
    ['topspin', { starts: [1] }, ['header: starts[0] is 1, expected 0']],
    ['topspin', { starts: [] }, ['header: starts[0] is missing, expected 0']],
    ['topspin', { startTexts: ['1 2'] }, ['header: startTexts[0] is "1 2", expected "1 2 3 4 5"']],
    ['topspin', { size: 119 }, ['header: size is 119, expected 120']],
    ['topspin', { metric: 'x' }, ['header: metric is "x", expected null']],
    ['topspin', { reversible: false }, ['header: reversible is false, expected true']],
    ['topspin', { encoding: 'depth8' }, ['header: encoding is "depth8", expected "mod3"']],
    ['topspin', { space: 'topspin' }, ['header: space is "topspin", expected "topspin:5,3"']],
    [
      'topspin',
      ({ moves }: { moves: string[] }) => ({ moves: moves.with(0, 'x') }),
      [expect.stringMatching(/^header: moves\[0\] is "x", expected "/)],
    ],
    ['hanoi', { more: 1 }, ['header: more is 1, expected missing']],
    [
      'loop',
      { encoding: 'mod3' },
      ['header: encoding is "mod3", expected an encoding of whole depths, because moves cannot be undone'],
    ],
    ['loop', { encoding: 'depth16' }, [expect.stringMatching(/^checksum of chunk 0 of the words is /)]],
    ['pattern', { encoding: 'mod3' }, [expect.stringMatching(/between the sections, is /)]],
    ['pattern', { encoding: 'mod5' }, ['header: encoding is "mod5", expected "mod4"']],
    ['pattern', { notReached: 1, states: 743 }, [expect.stringMatching(/^length of the file is /)]],
    ['pattern', { size: 750 }, ['header: size is 750, expected 744']],
    ['pattern', { starts: [5] }, [expect.stringMatching(/^header: starts\[0\] is 5, expected \d+$/)]],
    ['ring', { notReached: 0, states: 96 }, [expect.stringMatching(/between the sections, is /)]],
    [
      'pattern',
      ({ source }: { source: object }) => ({ source: { ...source, tiles: [] } }),
      [expect.stringContaining('header: the space of its source cannot be opened, so nothing else can be checked: ')],
    ],
    ['topspin', { source: null }, ['header: the source of its space cannot be read, so nothing else can be checked']],
    ...[
      known('hanoi:99,1'),
      { kind: 'module', path: '/no/such/module.js' },
      { kind: 'generators', name: 'x', generators: [5], numbering: { frames: 'exact', block: [0], word: null } },
    ].map(
      (source) =>
        ['topspin', { source }, [expect.stringContaining('header: the space of its source cannot be opened')]] as const,
    ),
    [
      'topspin',
      { source: known('pancake:5') },
      [
        'header: the space of its source cannot be opened, so nothing else can be checked: its source does not say how states are numbered; explore it again',
      ],
    ],
    ['topspin', { source: known('hanoi:3,6') }, [expect.stringMatching(/^length of the file is /)]],
  ])('%s: %o', async (name, lie, expected) => {
    const table = await tableOf(name);
    const changes = typeof lie === 'function' ? lie(table.header as never) : lie;
    const found = messages(await verify(withHeader(table, changes)));
    expect(found.slice(0, expected.length)).toEqual(expected);
    if (!String(expected).includes('Matching')) expect(found).toHaveLength(expected.length);
  });

  test('by its board, if no table can be made for it', async () => {
    const table = await makeTable(folder, '2x2');
    const { board, goal } = { board: { rows: 5, columns: 5 }, goal: Array.from({ length: 25 }, (_, cell) => cell) };
    const huge = withHeader(table, { board, goal });
    expect(messages(await verify(huge, true))).toEqual(['header: no table can be made for the board 5x5']);
  });

  test('by its words, if it is trusted about its start', async () => {
    const other = await makeSpaceTable(folder, known('pancake:5', { start: '1 2 3 5 4' }), 'from');
    const { source } = await openNumberedSpace(known('pancake:5', { start: '1 2 3 4 5' }));
    const { faultCount, faults } = await verify(withHeader(other, { source }));
    expect(faults[0].message).toBe(`header: space is "pancake:5-from-1 2 3 5 4", expected "pancake:5-from-1 2 3 4 5"`);
    expect(faultCount).toBeGreaterThan(80);
    expect(faults).toHaveLength(20);
  });
});

describe('a table', () => {
  test('of a pattern whose distances are all counted from another state is detected', async () => {
    const good = await savePatternTable(folder, await plainPatternTable('3x3', [1, 2, 5], 0));
    const other = await savePatternTable(folder, await plainPatternTable('3x3', [1, 2, 5], 4));
    const [{ words }] = other.header.sections;
    const swapped = withWords(good, (own) => other.bytes.copy(own, 0, words.offset, words.offset + words.bytes));
    expect((await verify(swapped)).faultCount).toBeGreaterThan(100);
  });

  test.each([
    ['of pancakes', known('pancake:6')],
    ['of pieces that are alike', ALIKE],
    ['of moves that cannot be undone', DIRECTED],
  ])('%s with the numbering of another table is detected', async (_, given) => {
    const { table } = await explore({ space: given, threads: 1 });
    const path = join(folder, 'renumbered.table');
    const random = seededNumbers(newSeed());
    for (let time = 0; time < count(1, 15); time++) {
      const { source, starts } = await renumbered(given, random);
      // The whole header matches the other numbering, so only the words are wrong.
      const facts = { ...table.facts, source, starts };
      await saveTable({ ...table, facts, bytes: (section) => table.bytes(section) }, path);
      const { faults, faultCount, faultsOfChecksums } = await verifyTable(path, { threads: 1 });
      expect(faultsOfChecksums).toBe(0);
      expect(faultCount).toBeGreaterThan(0);
      expect(faults.filter(({ part }) => part !== 'words')).toEqual([]);
      expect(faults[0].message).toMatch(/^the code of .* \(number \d+\), distance \d+, is \d+, expected \d+$/);
    }
  });

  test('of a space that leaves its range is not verified, and the state and the move are reported', async () => {
    // A binary tree, whose last layer the workers expand.
    const tree = (last: string) =>
      modules.write(`export default {
        name: 'tree', size: 131071, starts: [0], moves: ['left', 'right'], reversible: false,
        neighbours(state, next) {
          next[0] = state < 65535 ? 2 * state + 1 : -1;
          next[1] = state < 65535 ? 2 * state + 2 : ${last};
        },
        format: (state) => 't' + state,
        parse: (text) => Number(text.slice(1)),
      };`);
    const { path } = await makeSpaceTable(folder, tree('-1'), 'tree');
    const { path: module } = tree('state === 100001 ? 131071 : -1');
    const fault = /t100001 \(number 100001\): move right leads to 131071/;
    await expect(verify(readFileSync(path), false, module)).rejects.toThrow(fault);
    await expect(verifyTable(path, { threads: 2, module })).rejects.toThrow(
      new RegExp(`^a worker thread failed in the middle of a layer.*${fault.source}`),
    );
  });

  test.each([
    ['a board', 'map'],
    ['a space', 'hanoi'],
  ] as const)('of %s that is truncated or too long is reported', async (_, name) => {
    const { bytes } = await made[name]();
    const headEnd = 16 + bytes.readUInt32LE(12) + 4;
    for (const length of [1, 8, 15]) {
      expect(messages(await verify(bytes.subarray(0, length), true))).toEqual([
        `length of the file is ${length}, expected at least 16: it is truncated`,
      ]);
    }
    expect(messages(await verify(bytes.subarray(0, 100), true))).toEqual([
      expect.stringMatching(/^header: its length is given as \d+ bytes in a file of 100, so it cannot be read$/),
    ]);
    for (const length of [headEnd, headEnd + 97, bytes.length - 1]) {
      writeFileSync(broken, bytes);
      truncateSync(broken, length);
      expect(messages(await verifyTable(broken, { ignoreChecksums: true }))).toEqual([
        `length of the file is ${length}, expected ${bytes.length}: it is truncated`,
      ]);
    }
    for (const ignoreChecksums of [false, true]) {
      expect(messages(await verify(Buffer.concat([bytes, Buffer.alloc(64)]), ignoreChecksums))).toEqual([
        `length of the file is ${bytes.length + 64}, expected ${bytes.length}: it is too long`,
      ]);
    }
  });

  test('is refused if it is empty, missing or a folder', async () => {
    await expect(verify(Buffer.alloc(0), true)).rejects.toThrow('the file is empty; make the table again');
    await expect(verifyTable(folder)).rejects.toThrow(
      new TableError(`${folder}: this is not a file; give the path of a table file`),
    );
    await expect(verifyTable(join(folder, 'none'))).rejects.toThrow(
      'there is no such table; make it with antipode explore',
    );
  });

  test('is reported if it holds something else', async () => {
    const report = await verify(Buffer.from('PNG, or what you will, in more than sixteen bytes'));
    expect(messages(report)[0]).toBe('magic is "PNG, or ", expected "ANTIPODE"');
    expect(report.space).toBeUndefined();
  });
});

/** Returns a space with another numbering, so that the depths by number differ. */
async function renumbered(source: SpaceSource, random: (limit: number) => number): Promise<NumberedSpace> {
  const space = await openNumberedSpace(source);
  if (space.group === null) throw new Error('is no permutation puzzle');
  const depths = plainSpaceSearch(space).depths.join();
  for (;;) {
    const numbering = randomProjections(space.group.puzzle, random);
    if (typeof numberStates(space.group.puzzle, numbering) === 'string') continue;
    const other = await openNumberedSpace({ ...source, numbering } as SpaceSource);
    if (plainSpaceSearch(other).depths.join() !== depths) return other;
  }
}
