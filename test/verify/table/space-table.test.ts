import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SpaceSource } from '#src/space/space.js';
import { openNumberedSpace } from '#src/spaces/open-space.js';
import { TableError } from '#src/table/files/contents.js';
import { type TableReport, verifyTable } from '#src/verify/verify-table.js';
import { plainSpaceSearch } from '../../plain-space-search.js';
import { fixtureSpace, ModuleFolder } from '../../spaces.js';
import { count, FULL, rows } from '../../suite.js';
import { flipped } from './files.js';
import { makeSpaceTable, type SpaceTableFile, withSpaceHeader, withWords } from './space-files.js';

const folder = mkdtempSync(join(tmpdir(), 'antipode-verify-space-'));
const modules = new ModuleFolder();
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
  modules.remove();
});

const broken = join(folder, 'broken.table');
const known = (space: string, more: object = {}): SpaceSource => ({ kind: 'known', space, ...more });

/** Verifies bytes. */
function verify(bytes: Buffer, ignoreChecksums: boolean, module?: string): Promise<TableReport> {
  writeFileSync(broken, bytes);
  return verifyTable(broken, { threads: 2, ignoreChecksums, module });
}

const messages = (report: TableReport) => report.faults.map(({ message }) => message);

/** A loop of 7 states and 3 more that no move leads to. Moves cannot be undone. */
function loop(): SpaceSource {
  return modules.write(`export default {
    name: 'loop', size: 10, starts: [2, 2], moves: ['on', 'skip'], reversible: false,
    neighbours(state, next) {
      next[0] = state < 7 ? (state + 1) % 7 : state - 1;
      next[1] = state === 4 ? 0 : -1;
    },
    format: (state) => 'at ' + state,
    parse: (text) => Number(text.slice(3)),
  };`);
}

/** Permutations of three points by one cyclic shift and its inverse: three of six are reached. */
const SHIFTS: SpaceSource = {
  kind: 'generators',
  name: 'shifts',
  generators: [
    { name: 'a', images: [1, 2, 0] },
    { name: 'b', images: [2, 0, 1] },
  ],
};

/** A puzzle of two tiles of each of two kinds, and a turning disc. */
const ALIKE: SpaceSource = {
  kind: 'generators',
  name: 'alike',
  generators: [
    { name: 'rotate', images: [1, 2, 3, 0, 4, 5, 6] },
    { name: 'back', images: [3, 0, 1, 2, 4, 5, 6] },
    { name: 'turn', images: [1, 0, 2, 3, 5, 6, 4] },
    { name: 'turn-back', images: [1, 0, 2, 3, 6, 4, 5] },
  ],
  sets: [
    { name: 'tiles', pieces: 4, turns: 1, solved: [1, 1, 2, 2] },
    { name: 'discs', pieces: 1, turns: 3 },
  ],
};

/** A puzzle of all orders of four points, whose moves do not undo each other. */
const DIRECTED: SpaceSource = {
  kind: 'generators',
  name: 'directed',
  generators: [
    { name: 'rotate', images: [1, 2, 3, 0] },
    { name: 'cycle', images: [1, 2, 0, 3] },
  ],
};

describe('a good table has no fault', () => {
  test.each(
    rows(
      [
        ['pancake', known('pancake:6')],
        ['pancake-from', known('pancake:4', { start: '4 3 2 1' })],
        ['cube-like', known('topspin:7,3')],
        ['hanoi', known('hanoi:3,8')],
        ['solitaire', known('solitaire:5,3')],
        ['board', { kind: 'board', board: '2x3', metric: 'single', goal: '1 2 3 4 5 x' }],
        ['shifts', SHIFTS],
        ['knight', fixtureSpace('knight')],
        ['pairings', fixtureSpace('pairings')],
        ['one-way', fixtureSpace('one-way')],
        ['one-way-path', fixtureSpace('one-way-path')],
      ] satisfies [string, SpaceSource][],
      [0, 1, 5, 6],
    ),
  )('of %s', async (name, source) => {
    const { path, header } = await makeSpaceTable(folder, source, name);
    const { histogram } = plainSpaceSearch(await openNumberedSpace(source));
    expect(header.histogram).toEqual(histogram);
    for (const [threads, ignoreChecksums] of [
      [1, false],
      [2, true],
    ] as const) {
      const report = await verifyTable(path, { threads, ignoreChecksums });
      expect(report).toMatchObject({ faults: [], faultCount: 0, faultsOfChecksums: 0, histogram });
      expect(report.space).toMatchObject({ fullName: header.space, size: header.size, starts: header.startTexts });
    }
  });

  test.runIf(FULL)('with 254 depths or more, whose distances take two bytes', async () => {
    for (const last of [252, 253, 254, 255]) {
      const source = modules.ring(`size: 300, reversible: false,
        neighbours(state, next) { next[0] = -1; next[1] = state < ${last} ? state + 1 : -1; }`);
      const { path, header } = await makeSpaceTable(folder, source, `path-${last}`);
      expect(header).toMatchObject({ maxDepth: last, encoding: last < 254 ? 'depth8' : 'depth16' });
      expect(await verifyTable(path, { threads: 2 })).toMatchObject({ faults: [], faultCount: 0 });
    }
  });

  test('and announces its memory and threads before the search', async () => {
    const { path } = await makeSpaceTable(folder, known('pancake:6'), 'needs');
    const refused = verifyTable(path, {
      onSpace: ({ fullName, size }, bytes) => {
        // Three bitsets, two marks for the only block, and two bits per state.
        expect([fullName, size, bytes]).toEqual(['pancake:6', 720, 3 * 4 * 23 + 2 + 180]);
        throw new RangeError('too much');
      },
    });
    await expect(refused).rejects.toThrow('too much');
  });
});

describe('one changed bit is found', () => {
  test.each([
    ['loop', loop()],
    ['shifts', SHIFTS],
    ['pancake', known('pancake:4')],
    ['alike', ALIKE],
    ['directed', DIRECTED],
  ])('anywhere in the file of %s', async (name, source) => {
    const good = await makeSpaceTable(folder, source, name);
    for (let byte = 0; byte < good.bytes.length; byte += count(41, 1)) {
      const report = await verify(flipped(good.bytes, byte, byte % 8), false);
      if (report.faultCount === 0) throw new Error(`byte ${byte} is changed, and nothing was found`);
      expect(report.histogram).toBeUndefined();
    }
  });

  test.each([
    ['loop', loop()],
    ['shifts', SHIFTS],
    ['pancake', known('pancake:4')],
    ['alike', ALIKE],
    ['directed', DIRECTED],
  ])('in the words of %s even with matching checksums, and is reported', async (name, source) => {
    const good = await makeSpaceTable(folder, source, name);
    const space = await openNumberedSpace(source);
    const { depths } = plainSpaceSearch(space);
    const bits = good.header.encoding === 'mod3' ? 2 : 8;
    for (let bit = 0; bit < good.header.sections[0].words.bytes * 8; bit += count(7, 1)) {
      const number = Math.floor(bit / bits);
      const report = await verify(
        withWords(good, (words) => {
          words[bit >> 3] ^= 1 << (bit & 7);
        }),
        false,
      );
      expect(report).toMatchObject({ faultCount: 1, faultsOfChecksums: 0 });
      const [fault] = report.faults;
      if (number >= space.size) {
        expect(fault).toMatchObject({ part: 'words', number, expected: 0 });
        expect(fault.message).toMatch(/^code \d+, which belongs to no state, is [1-3], expected 0$/);
        continue;
      }
      const depth = depths[number];
      const expected = bits === 2 ? (depth < 0 ? 0 : 1 + (depth % 3)) : depth < 0 ? 255 : depth;
      const found = expected ^ (1 << (bit % bits));
      const text = space.format(number);
      expect(fault).toMatchObject({ part: 'words', number, state: text, found, expected });
      expect(fault.distance).toBe(depth < 0 ? undefined : depth);
      expect(fault.message).toBe(
        `the code of ${text} (number ${number}), ${depth < 0 ? 'not reached' : `distance ${depth}`}, is ${found}, expected ${expected}`,
      );
    }
  });

  test('in a checksum or between the sections, and the words are compared nevertheless', async () => {
    const good = await makeSpaceTable(folder, known('pancake:4'), 'pancake');
    const [{ words, checksums }] = good.header.sections;
    expect(messages(await verify(flipped(good.bytes, checksums.offset, 0), true))).toEqual([
      expect.stringMatching(/^checksum of chunk 0 of the words is 0x[0-9a-f]{8}, expected 0x[0-9a-f]{8}$/),
    ]);
    expect(messages(await verify(flipped(good.bytes, words.offset + words.bytes, 2), true))).toEqual([
      `byte ${words.offset + words.bytes}, between the sections, is 4, expected 0`,
    ]);
  });
});

describe('a false header with a matching checksum', () => {
  let good: SpaceTableFile;
  beforeAll(async () => {
    good = await makeSpaceTable(folder, known('topspin:5,3'), 'topspin');
  });

  test.each([
    [
      { histogram: [1, 3, 6, 10, 16, 25, 28, 21, 6, 3, 1] },
      ['header: histogram[5] is 25, expected 24', 'header: histogram[6] is 28, expected 29'],
    ],
    [{ maxDepth: 11 }, ['header: maxDepth is 11, expected 10']],
    [{ states: 119, notReached: 1 }, ['header: states is 119, expected 120', 'header: notReached is 1, expected 0']],
    [{ starts: [1] }, ['header: starts[0] is 1, expected 0']],
    [{ starts: [] }, ['header: starts[0] is missing, expected 0']],
    [{ startTexts: ['1 2 3 5 4'] }, ['header: startTexts[0] is "1 2 3 5 4", expected "1 2 3 4 5"']],
    [{ size: 119 }, ['header: size is 119, expected 120']],
    [{ metric: 'x' }, ['header: metric is "x", expected null']],
    [{ reversible: false }, ['header: reversible is false, expected true']],
    [{ encoding: 'depth8' }, ['header: encoding is "depth8", expected "mod3"']],
    [{ space: 'topspin' }, ['header: space is "topspin", expected "topspin:5,3"']],
  ])('is detected: %o', async (lie, expected) => {
    expect(messages(await verify(withSpaceHeader(good, lie), false))).toEqual(expected);
  });

  test('is detected by an extra field', async () => {
    const table = await makeSpaceTable(folder, known('hanoi:3,4'), 'hanoi');
    expect(messages(await verify(withSpaceHeader(table, { more: 1 }), false))).toEqual([
      'header: more is 1, expected missing',
    ]);
  });

  test('is detected by its moves', async () => {
    const moves = [...good.header.moves].reverse();
    const found = messages(await verify(withSpaceHeader(good, { moves }), false));
    expect(found).toHaveLength(2);
    expect(found[0]).toBe(`header: moves[0] is "${moves[0]}", expected "${good.header.moves[0]}"`);
  });

  test('is detected by its encoding if moves cannot be undone', async () => {
    const table = await makeSpaceTable(folder, loop(), 'loop');
    expect(messages(await verify(withSpaceHeader(table, { encoding: 'mod3' }), false))).toEqual([
      'header: encoding is "mod3", expected an encoding of whole depths, because moves cannot be undone',
    ]);
    const report = await verify(withSpaceHeader(table, { encoding: 'depth16' }), false);
    expect(report.faultCount).toBeGreaterThan(0);
  });

  test('is trusted about its start, and every word is compared accordingly', async () => {
    const from = known('pancake:5', { start: '1 2 3 5 4' });
    const other = await makeSpaceTable(folder, from, 'from');
    const { source } = await openNumberedSpace(known('pancake:5', { start: '1 2 3 4 5' }));
    const lie = withSpaceHeader(other, { source });
    const { faultCount, faults } = await verify(lie, false);
    expect(faults[0].message).toBe(`header: space is "pancake:5-from-1 2 3 5 4", expected "pancake:5-from-1 2 3 4 5"`);
    expect(faultCount).toBeGreaterThan(80);
    expect(faults).toHaveLength(20);
  });

  test.each([
    [null, 'header: the source of its space cannot be read, so nothing else can be checked'],
    [
      { kind: 'known', space: 'hanoi:99,1' },
      'header: the space of its source cannot be opened, so nothing else can be checked: ',
    ],
    [{ kind: 'module', path: '/no/such/module.js' }, 'header: the space of its source cannot be opened'],
    [
      { kind: 'generators', name: 'x', generators: [5], numbering: { frames: 'exact', block: [0], word: null } },
      'header: the space of its source cannot be opened',
    ],
    [
      known('pancake:5'),
      'header: the space of its source cannot be opened, so nothing else can be checked: its source does not say how states are numbered; explore it again',
    ],
    [known('hanoi:3,6'), 'length of the file is '],
  ])('is reported by its source: %o', async (source, message) => {
    const { faults, faultCount, histogram } = await verify(withSpaceHeader(good, { source }), false);
    expect(faultCount).toBe(1);
    expect(faults[0].message).toContain(message);
    expect(histogram).toBeUndefined();
  });
});

describe('a table', () => {
  test('with swapped chunks is detected, even with matching checksums', async () => {
    const table = await makeSpaceTable(folder, fixtureSpace('pairings'), 'pairings');
    const swap = (words: Buffer): void => {
      const first = Buffer.from(words.subarray(0, 4096));
      words.copy(words, 0, 4096, 8192);
      first.copy(words, 4096);
    };
    const { faultCount, faults } = await verify(withWords(table, swap), false);
    expect(faultCount).toBeGreaterThan(1000);
    expect(faults).toHaveLength(20);
    expect(faults.every(({ part }) => part === 'words')).toBe(true);
  });

  test('is reported if it is truncated or too long', async () => {
    const { bytes } = await makeSpaceTable(folder, known('pancake:5'), 'pancake-5');
    for (const length of [5, 20, 300, bytes.length - 1]) {
      const { faultCount } = await verify(bytes.subarray(0, length), true);
      expect(faultCount).toBeGreaterThan(0);
    }
    expect(messages(await verify(Buffer.concat([bytes, Buffer.alloc(1)]), true))[0]).toMatch(/it is too long$/);
    await expect(verify(Buffer.alloc(0), true)).rejects.toThrow(TableError);
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
    const good = await makeSpaceTable(folder, tree('-1'), 'tree');
    const { path: module } = tree('state === 100001 ? 131071 : -1');
    await expect(verify(readFileSync(good.path), false, module)).rejects.toThrow(
      /^a worker thread failed in the middle of a layer.*t100001 \(number 100001\): move right leads to 131071/,
    );
  });

  test('is not verified once the signal has been given', async () => {
    const { path } = await makeSpaceTable(folder, fixtureSpace('pairings'), 'pairings');
    const reason = new Error('enough');
    await expect(verifyTable(path, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  });
});
