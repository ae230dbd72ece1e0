import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { InputError } from '#src/base/text.js';
import type { SpaceSource } from '#src/space/space.js';
import { type Metric, parseBoard } from '#src/spaces/board/board.js';
import { orderedPosition, parsePosition } from '#src/spaces/board/position.js';
import { patternSource } from '#src/spaces/board-facts.js';
import { openNumberedSpace } from '#src/spaces/open-space.js';
import {
  type DistancesChecks,
  type DistancesReport,
  type DistancesSpace,
  verifyDistances,
} from '#src/verify/verify-distances.js';
import { plainSpaceSearch } from '../../plain-space-search.js';
import { fixtureSpace, ModuleFolder } from '../../spaces.js';
import { count, FULL, rows } from '../../suite.js';
import { npy, plainDistances } from '../table/files.js';
import { npyOf } from '../table/space-files.js';

const folder = mkdtempSync(join(tmpdir(), 'antipode-distances-'));
const modules = new ModuleFolder();
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
  modules.remove();
});

const path = join(folder, 'distances.npy');

/** A space, and its distances by a plain search; -1 for states that are not reached. */
interface Subject {
  readonly space: DistancesSpace;
  readonly shape: readonly number[];
  readonly depths: readonly number[];
}

function ofBoard(name: string, goalCell?: number, metric: Metric = 'single'): Subject {
  const board = parseBoard(name);
  const depths = plainDistances(name, goalCell, metric);
  const space = { board, goal: orderedPosition(board, goalCell), metric };
  return { space, shape: [board.cells, depths[0].length], depths: depths.flat() };
}

async function ofSpace(space: SpaceSource): Promise<Subject> {
  const depths = [...plainSpaceSearch(await openNumberedSpace(space)).depths];
  return { space, shape: [depths.length], depths };
}

function ofPattern(name: string, tiles: readonly number[]): Promise<Subject> {
  const board = parseBoard(name);
  return ofSpace(patternSource(board, orderedPosition(board), tiles));
}

const known = (space: string): SpaceSource => ({ kind: 'known', space });

/** A directed graph with two starts. Some states are not reached; one of them leads to reached ones. */
const DIRECTED = modules.write(`export default {
  name: 'directed', size: 12, starts: [2, 9], moves: ['on', 'skip'], reversible: false,
  neighbours(state, next) {
    next[0] = state < 7 ? (state + 1) % 7 : state === 11 ? 3 : -1;
    next[1] = state === 9 ? 6 : state === 4 ? 4 : -1;
  },
  format: (state) => 'at ' + state,
  parse: (text) => Number(text.slice(3)),
};`);

/** Ways of writing distances, the default first; -1 becomes the largest value. */
const TYPES = [Uint8Array, Uint16Array, Uint32Array] as const;

/** Verifies distances of which some are changed. @param changes [index]: the value */
function verify(
  { space, shape, depths }: Subject,
  changes: Readonly<Record<number, number>> = {},
  checks: DistancesChecks = {},
  Values: (typeof TYPES)[number] = Uint8Array,
): Promise<DistancesReport> {
  const values = Values.from(depths);
  for (const [index, value] of Object.entries(changes)) values[Number(index)] = value;
  writeFileSync(path, npyOf(values, shape));
  return verifyDistances(path, space, { threads: 1, ...checks });
}

const messages = (report: DistancesReport) => report.faults.map(({ message }) => message);

function histogramOf(depths: readonly number[]): number[] {
  const histogram: number[] = [];
  for (const depth of depths) if (depth >= 0) histogram[depth] = (histogram[depth] ?? 0) + 1;
  return histogram;
}

describe('right distances obey all rules', () => {
  test.each(
    rows<readonly [string, () => Subject | Promise<Subject>]>(
      [
        ['2x2, goal blank 2', () => ofBoard('2x2', 2)],
        ['2x3', () => ofBoard('2x3')],
        ['3x3', () => ofBoard('3x3')],
        ['3x3, goal blank 4', () => ofBoard('3x3', 4)],
        ['1x6', () => ofBoard('1x6', 2)],
        ['a map', () => ofBoard('#.#/.../...', 6)],
        ['a map that is half reached', () => ofBoard('..#/.../...', 3)],
        ['a ring', () => ofBoard('.../.#./...')],
        ['2x4 multi', () => ofBoard('2x4', 2, 'multi')],
        ['3x3 multi', () => ofBoard('3x3', 8, 'multi')],
        ['1x5 multi', () => ofBoard('1x5', 0, 'multi')],
        ['pancakes', () => ofSpace(known('pancake:6'))],
        ['hanoi', () => ofSpace(known('hanoi:3,8'))],
        ['pairings', () => ofSpace(fixtureSpace('pairings'))],
        ['one-way', () => ofSpace(fixtureSpace('one-way'))],
        ['one-way-path', () => ofSpace(fixtureSpace('one-way-path'))],
        ['directed', () => ofSpace(DIRECTED)],
        ['a pattern', () => ofPattern('3x4', [1, 5, 6])],
        ['a pattern of which few states are reached', () => ofPattern('.../.#./...', [1, 2, 3])],
      ],
      [1, 6, 8, 11, 14, 16, 18],
    ),
  )('%s', async (name, made) => {
    const subject = await made();
    const histogram = histogramOf(subject.depths);
    const notReached = subject.depths.filter((depth) => depth < 0).length;
    // Boards have distances of one or two bytes.
    const types = (subject.shape.length > 1 ? TYPES.slice(0, 2) : TYPES).filter(
      ({ BYTES_PER_ELEMENT: bytes }) => histogram.length < 2 ** (8 * bytes),
    );
    for (const [index, Values] of types.entries()) {
      const threads = (index % 2) + 1;
      const report = await verify(subject, {}, { histogram, threads }, Values);
      const type = { 1: '|u1', 2: '<u2', 4: '<u4' }[Values.BYTES_PER_ELEMENT];
      expect(report).toMatchObject({ ok: true, faultCount: 0, faults: [], notReached, histogram, type });
      expect(report.space.size, name).toBe(subject.depths.length);
    }
  });

  test('with the prefix of format version 2.0, which is four bytes longer', async () => {
    writeFileSync(path, npy(plainDistances('2x2'), { major: 2 }));
    expect((await verifyDistances(path, { board: '2x2' })).ok).toBe(true);
  });
});

describe('no other numbers obey all rules: each value changed to each other value', () => {
  test.each<readonly [string, () => Subject | Promise<Subject>]>([
    ['2x2', () => ofBoard('2x2')],
    ['2x2 multi', () => ofBoard('2x2', 1, 'multi')],
    ['pancake:4', () => ofSpace(known('pancake:4'))],
    ['hanoi:3,3', () => ofSpace(known('hanoi:3,3'))],
    ['directed', () => ofSpace(DIRECTED)],
    ['a pattern', () => ofPattern('2x3', [1, 4])],
    ['a pattern of which few states are reached', () => ofPattern('1x5', [1, 3])],
  ])('on %s', async (_, made) => {
    const subject = await made();
    const { length } = histogramOf(subject.depths);
    const step = count(Math.ceil(subject.depths.length / 5), 1);
    for (let state = 0; state < subject.depths.length; state += step) {
      for (const value of [...Array(length + 1).keys(), 254, 255]) {
        if (value === (subject.depths[state] & 255)) continue;
        const { faultCount } = await verify(subject, { [state]: value });
        if (faultCount === 0) throw new Error(`${value} in place of ${subject.depths[state]} is let pass`);
      }
    }
  });

  test('nor do all values one more, no reached state, or a part that is consistent in itself', async () => {
    const directed = await ofSpace(DIRECTED);
    const more = directed.depths.map((depth) => depth + 1);
    expect((await verify({ ...directed, depths: more })).faultCount).toBeGreaterThan(0);
    const none = directed.depths.map(() => -1);
    expect((await verify({ ...directed, depths: none })).faults.map(({ rule }) => rule)).toEqual(['start', 'start']);
    // 11 leads to reached states, and no move leads to 11.
    expect((await verify(directed, { 11: 5 })).faults).toMatchObject([{ rule: 'nearer', number: 11, value: 5 }]);
    const row = await ofSpace(
      modules.ring(
        'size: 10, starts: [0], reversible: false, neighbours(state, next) { next[0] = state < 8 ? -1 : 17 - state; next[1] = state < 7 ? state + 1 : -1; }',
      ),
    );
    expect(row.depths.slice(8)).toEqual([-1, -1]);
    expect((await verify(row, { 8: 3, 9: 4 })).faults).toMatchObject([{ rule: 'nearer', number: 8 }]);
  });

  test('nor do those of another metric', async () => {
    const [single, multi] = [ofBoard('2x3', 1), ofBoard('2x3', 1, 'multi')];
    expect(messages(await verify({ ...single, depths: multi.depths })).join()).toContain('differ by exactly one');
    expect(messages(await verify({ ...multi, depths: single.depths })).join()).toContain('differ by at most one');
  });
});

describe('a broken rule is reported', () => {
  const board = ofBoard('2x3');
  const goal = 5 * 60;
  const deepest = board.depths.indexOf(Math.max(...board.depths));
  const directed = () => ofSpace(DIRECTED);

  test.each<readonly [string, () => Subject | Promise<Subject>, Record<number, number>, string | RegExp]>([
    ['the goal of a board', () => board, { [goal]: 2 }, 'the goal 1 2 3 4 5 x at [5, 0] has 2, expected 0'],
    [
      'neighbours on a board',
      () => board,
      { 120: 3 },
      '1 2 3 4 5 x at [5, 0] has 0 and its neighbour 1 2 x 4 5 3 at [2, 0] has 3: neighbours differ by exactly one',
    ],
    [
      // Its neighbours have one less than before. Two less differs from each by one, but no neighbour is nearer.
      'a nearer neighbour on a board',
      () => board,
      { [deepest]: board.depths[deepest] - 2 },
      /at \[\d, \d+\] has 19, but no neighbour has 18: one must be one nearer$/,
    ],
    [
      'another 0 on a board',
      () => ofBoard('2x2'),
      { [ofBoard('2x2').depths.indexOf(6)]: 0 },
      /has 0, which only the goal can have$/,
    ],
    ['a start', directed, { 2: 1 }, 'the start at 2 (number 2) has 1, expected 0'],
    ['another 0', directed, { 10: 0 }, 'at 10 (number 10) has 0, which only starts can have'],
    [
      'a neighbour that is not reached',
      directed,
      { 3: 255 },
      'at 2 (number 2) has 0, and its move on leads to at 3 (number 3), which is not reached: at most 1 expected',
    ],
  ])('%s', async (_, made, changes, message) => {
    const expected = typeof message === 'string' ? message : expect.stringMatching(message);
    expect(messages(await verify(await made(), changes))).toContainEqual(expected);
  });

  test('with all fields', async () => {
    const subject = await ofSpace(known('hanoi:3,3'));
    const histogram = histogramOf(subject.depths);
    const { faults, faultCount } = await verify(subject, { 1: 3 }, { histogram });
    expect(faultCount).toBe(faults.length);
    expect(faults.map(({ message }) => message)).toEqual([
      'AAA (number 0) has 0, and its move AB leads to AAB (number 1), which has 3: at most 1 expected',
      'AAC (number 2) has 1, and its move CB leads to AAB (number 1), which has 3: at most 2 expected',
      'ACB (number 7) has 2, but no move leads to it from a state that has 1',
      "states of distance 1: 1 found, 2 expected by the table's header",
      "states of distance 3: 5 found, 4 expected by the table's header",
    ]);
    const ofMove = { move: 'AB', neighbour: 'AAB', neighbourValue: 3 };
    expect(faults[0]).toMatchObject({ rule: 'neighbours', state: 'AAA', number: 0, value: 0, ...ofMove });
    const none = { move: null, neighbour: null, neighbourValue: null };
    const [ofBoard] = (await verify(board, { [goal]: 2 })).faults.filter(({ rule }) => rule === 'start');
    expect(ofBoard).toMatchObject({ state: '1 2 3 4 5 x', number: goal, value: 2, ...none });
  });

  test('if a state is lost; 255 is not the distance of a neighbour of 254', async () => {
    const report = await verify(board, { 7: 255 });
    expect(report.notReached).toBe(1);
    expect(report.faults.every(({ rule }) => rule === 'neighbours' || rule === 'nearer')).toBe(true);
    expect(report.faults.some(({ neighbourValue, value }) => neighbourValue === 255 || value === 255)).toBe(true);

    // A line of 256 distances, which do not fit into bytes: 255 follows 254.
    const depths = Array.from({ length: 255 }, (_, cell) => 254 - cell);
    const line = { space: { board: '1x255' }, shape: [255, 1], depths };
    expect((await verify(line)).faultCount).toBe(0);
    const off = { ...line, depths: line.depths.map((depth) => depth + 1) };
    expect(messages(await verify(off))[0]).toMatch(/has 255 and its neighbour .* has 254: neighbours differ/);
    const all = { ...board, depths: board.depths.map(() => 255) };
    expect(messages(await verify(all))).toEqual(['the goal 1 2 3 4 5 x at [5, 0] has 255, expected 0']);
  });

  test('by the first twenty in the order of the array, and all are counted, with any number of threads', async () => {
    const right = ofBoard(FULL ? '3x3' : '2x4');
    const wrong = { ...right, depths: right.depths.map((depth, index) => depth + (index % 2) * 2) };
    const report = await verify(wrong);
    expect(report.faults).toHaveLength(20);
    expect(report.faultCount).toBeGreaterThan(count(1000, 10_000));
    for (const threads of [2, 3]) expect(await verify(wrong, {}, { threads })).toEqual({ ...report, threads });
  });

  test('even if values are far above every distance', async () => {
    const { space, shape } = await ofSpace(known('pancake:4'));
    const far = { space, shape, depths: new Array<number>(24).fill(4_000_000_000) };
    expect(await verify(far, {}, {}, Uint32Array)).toMatchObject({ histogram: [], notReached: 0, faultCount: 24 });
  });

  test.runIf(FULL)('with the tiles of the goal', async () => {
    const distances = ofBoard('3x3', 4);
    const ordered = await verify(distances, { 3: 100 });
    const goal = parsePosition('8 7 6 5 x 4 3 2 1');
    const other = await verify({ ...distances, space: { board: '3x3', goal } }, { 3: 100 });
    expect(other.faultCount).toBe(ordered.faultCount);
    expect(other.faults[0].state).not.toBe(ordered.faults[0].state);
  });
});

test('the memory of the check is announced before it begins', async () => {
  const refused = verify(
    await ofSpace(known('pancake:4')),
    {},
    {
      onSpace: ({ name, size }, bytes) => {
        expect([name, size, bytes]).toEqual(['pancake:4', 24, 24 + 4]);
        throw new RangeError('too much');
      },
    },
  );
  await expect(refused).rejects.toThrow('too much');
});

describe('a file that does not hold such an array is refused', () => {
  const verifyBytes = (bytes: Buffer, board: string) => {
    writeFileSync(path, bytes);
    return verifyDistances(path, { board });
  };
  const distances = plainDistances('2x2');
  const header = (text: string) => npy(distances, { header: text });
  const good = npy(distances);
  const version = Buffer.from(good);
  version[6] = 3;
  const long = Buffer.from(good);
  long.writeUInt16LE(65000, 8);

  test.each([
    ['no npy file', Buffer.from('not an array at all'), 'is not a .npy file: it does not begin with \\x93NUMPY'],
    ['an empty file', Buffer.alloc(0), 'is not a .npy file'],
    ['another version', version, 'has .npy format version 3.0, expected 1.0 or 2.0'],
    ['a long header', long, 'has a header of 65000 bytes, far more than an array of distances needs'],
    ['a truncated header', good.subarray(0, 40), 'is truncated in its header'],
    ['a truncated prefix', good.subarray(0, 8), 'is truncated in its header'],
    ['truncated values', good.subarray(0, -1), 'is truncated: 140 bytes expected, 139 found'],
    ['too many values', Buffer.concat([good, Buffer.alloc(3)]), 'is too long: 140 bytes expected, 143 found'],
    ['another type', npy(distances, { descr: '<i4' }), 'holds values of the type <i4, expected |u1 or <u2'],
    ['the other byte order', npy(distances, { descr: '>u2' }), 'the type >u2, expected |u1 or <u2'],
    [
      'Fortran order',
      header("{'descr': '|u1', 'fortran_order': True, 'shape': (4, 3), }"),
      'is in Fortran order, expected C order',
    ],
    [
      'another shape',
      npy([...distances, [0, 0, 0]]),
      'has the shape (5, 3), expected (4, 3) for distances of 2x2: blank cells, arrangements',
    ],
    [
      'one dimension',
      header("{'descr': '|u1', 'fortran_order': False, 'shape': (12,), }"),
      'has the shape (12), expected (4, 3)',
    ],
    [
      'zero dimensions',
      header("{'descr': '|u1', 'fortran_order': False, 'shape': (), }"),
      'has the shape (), expected (4, 3)',
    ],
    ['no dictionary', header('descr: |u1'), 'has a header that cannot be read'],
    ['no shape', header("{'descr': '|u1', 'fortran_order': False}"), 'has a header that cannot be read'],
    [
      'a key twice',
      header("{'descr': '|u1', 'descr': '|u1', 'fortran_order': False, 'shape': (4, 3)}"),
      'has a header that cannot be read',
    ],
    [
      'records',
      header("{'descr': [('a', '|u1')], 'fortran_order': False, 'shape': (4, 3)}"),
      'has a header that cannot be read',
    ],
    [
      'an invalid shape',
      header("{'descr': '|u1', 'fortran_order': False, 'shape': (4,, 3)}"),
      'has a header that cannot be read',
    ],
  ])('%s', async (_, bytes, message) => {
    const refused = verifyBytes(bytes, '2x2');
    await expect(refused).rejects.toThrow(InputError);
    await expect(refused).rejects.toThrow(message);
    await expect(refused).rejects.toThrow(path);
  });

  test('but keys in another order and other quotes are accepted', async () => {
    const text = '{"shape":(4,3),"fortran_order":False,"descr":"|u1"}';
    expect((await verifyBytes(header(text), '2x2')).faultCount).toBe(0);
  });

  test.each<readonly [string, DistancesSpace, string]>([
    ['none.npy', { board: '2x2' }, 'there is no such file'],
    ['.', { board: '2x2' }, 'this is not a file; --distances needs a .npy file'],
    ['2x2.npy', { board: '5x5' }, '5x5 has more than 2^53 states'],
    ['2x2.npy', { board: '15x17' }, '15x17 has more than 2^53 states'],
    ['2x2.npy', { board: '2x2', metric: 'double' as Metric }, 'double'],
    ['2x2.npy', known('pancake:3'), 'has the shape (4, 3), expected (6) for distances of pancake:3: states'],
    ['u8.npy', known('pancake:3'), 'holds values of the type <u8, expected |u1 or <u2 or <u4'],
  ])('%s for %j', async (name, space, message) => {
    writeFileSync(join(folder, '2x2.npy'), good);
    writeFileSync(join(folder, 'u8.npy'), npy(distances, { descr: '<u8' }));
    const refused = verifyDistances(join(folder, name), space);
    await expect(refused).rejects.toThrow(InputError);
    await expect(refused).rejects.toThrow(message);
  });
});
