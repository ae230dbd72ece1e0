import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { InputError } from '#src/base/text.js';
import { parseBoard } from '#src/spaces/board/board.js';
import { orderedPosition, parsePosition } from '#src/spaces/board/position.js';
import { SeededRandom } from '#src/spaces/board/random.js';
import { type DistancesReport, verifyDistances } from '#src/verify/verify-distances.js';
import { count, FULL, rows } from '../../suite.js';
import { type NpyOptions, npy, plainDistances } from '../table/files.js';

const folder = mkdtempSync(join(tmpdir(), 'antipode-distances-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const path = join(folder, 'distances.npy');

function verifyBytes(bytes: Buffer, name: string, goalCell?: number): Promise<DistancesReport> {
  writeFileSync(path, bytes);
  const board = parseBoard(name);
  return verifyDistances(path, { board, goal: orderedPosition(board, goalCell) }, { threads: 2 });
}

const verify = (distances: number[][], name: string, options?: NpyOptions) =>
  verifyBytes(npy(distances, options), name);
const messages = (report: DistancesReport) => report.faults.map(({ message }) => message);

describe('right distances', () => {
  test.each(
    rows(
      [
        ['2x2', undefined],
        ['2x2', 2],
        ['2x3', undefined],
        ['3x2', 0],
        ['3x3', undefined],
        ['3x3', 4],
        ['1x6', 2],
        ['5x1', undefined],
        ['../.#', undefined],
        ['#.#/.../...', 6],
        ['#.#/.../...', 0],
        ['..#/.../...', 3],
        ['.../.#./...', undefined],
      ] as const,
      [1, 2, 6, 9, 12],
    ),
  )('of %s, goal blank %s, break no rule, as bytes and as words of two', async (name, goalCell) => {
    const distances = plainDistances(name, goalCell);
    for (const options of [{}, { descr: '<u2' }, { major: 2 }]) {
      const report = await verifyBytes(npy(distances, options), name, goalCell);
      const values = distances.flat();
      const reached = values.filter((distance) => distance >= 0);
      const notReached = values.length - reached.length;
      expect(report).toMatchObject({ ok: true, faultCount: 0, faults: [], notReached, space: { size: values.length } });
      const histogram: number[] = [];
      for (const distance of reached) histogram[distance] = (histogram[distance] ?? 0) + 1;
      expect(report.histogram).toEqual(histogram);
    }
  });

  test.runIf(FULL)(
    'serve any goal with its blank on the same cell; positions are reported with its tiles',
    async () => {
      const distances = plainDistances('3x3', 4);
      distances[0][3] = 100;
      writeFileSync(path, npy(distances));
      const board = parseBoard('3x3');
      const ordered = await verifyDistances(path, { board, goal: orderedPosition(board, 4) }, { threads: 1 });
      const other = await verifyDistances(path, { board, goal: parsePosition('8 7 6 5 x 4 3 2 1') }, { threads: 1 });
      expect(other.faultCount).toBe(ordered.faultCount);
      expect(other.faults[0].state).not.toBe(ordered.faults[0].state);
    },
  );
});

describe('a broken rule is reported', () => {
  test('the goal has 0', async () => {
    const distances = plainDistances('2x3');
    distances[5][0] = 2;
    const report = await verify(distances, '2x3');
    expect(report.faults).toContainEqual({
      rule: 'start',
      message: 'the goal 1 2 3 4 5 x at [5, 0] has 2, expected 0',
      state: '1 2 3 4 5 x',
      number: 5 * 60,
      value: 2,
      move: null,
      neighbour: null,
      neighbourValue: null,
    });
  });

  test('neighbours differ by exactly one', async () => {
    const distances = plainDistances('2x3');
    // One move from the goal: the blank has moved up.
    distances[2][0] = 3;
    const report = await verify(distances, '2x3');
    expect(report.faults).toContainEqual({
      rule: 'neighbours',
      message:
        '1 2 3 4 5 x at [5, 0] has 0 and its neighbour 1 2 x 4 5 3 at [2, 0] has 3: neighbours differ by exactly one',
      state: '1 2 3 4 5 x',
      number: 5 * 60,
      value: 0,
      move: null,
      neighbour: '1 2 x 4 5 3',
      neighbourValue: 3,
    });
  });

  test('every state but the goal has a nearer neighbour, and only the goal has 0', async () => {
    const distances = plainDistances('2x3');
    const most = distances.flat().reduce((a, b) => Math.max(a, b));
    const cell = distances.findIndex((row) => row.includes(most));
    const arrangement = distances[cell].indexOf(most);
    // Its neighbours have most - 1. So most - 2 differs from each by one, but no neighbour is nearer.
    distances[cell][arrangement] = most - 2;
    const report = await verify(distances, '2x3');
    expect(report.faults.filter(({ rule }) => rule === 'nearer' && report.faultCount === 1)).toHaveLength(1);
    expect(messages(report)[0]).toMatch(
      new RegExp(
        `at \\[${cell}, ${arrangement}\\] has ${most - 2}, but no neighbour has ${most - 3}: one must be one nearer$`,
      ),
    );
    const two = plainDistances('2x2').map((row) => row.map((distance) => (distance === 6 ? 0 : distance)));
    expect(messages(await verify(two, '2x2'))).toContainEqual(
      expect.stringMatching(/has 0, which only the goal can have$/),
    );
  });

  test('neighbours of a reached state are reached; 255 is not the distance of a neighbour of 254', async () => {
    const distances = plainDistances('2x3');
    distances[0][7] = 255;
    const report = await verify(distances, '2x3');
    expect(report.notReached).toBe(1);
    expect(report.faults.every(({ rule }) => rule === 'neighbours' || rule === 'nearer')).toBe(true);
    expect(report.faults.some(({ neighbourValue, value }) => neighbourValue === 255 || value === 255)).toBe(true);
    const wide = distances.map((row) => row.map((distance) => (distance === 255 ? 65535 : distance)));
    expect((await verify(wide, '2x3', { descr: '<u2' })).notReached).toBe(1);

    // A line of 256 distances, which do not fit into bytes: 255 follows 254.
    const line = [Array.from({ length: 255 }, (_, cell) => 254 - cell)].flat().map((distance) => [distance]);
    expect((await verify(line, '1x255')).faultCount).toBe(0);
    const off = line.map(([distance]) => [distance + 1]);
    const faults = await verify(off, '1x255');
    expect(messages(faults)[0]).toMatch(/has 255 and its neighbour .* has 254: neighbours differ/);
    const all = distances.map((row) => row.map(() => 255));
    expect(messages(await verify(all, '2x3'))).toEqual(['the goal 1 2 3 4 5 x at [5, 0] has 255, expected 0']);
  });

  test('for a wrong value anywhere', async () => {
    const right = plainDistances('3x3');
    const random = new SeededRandom(7);
    // Three values at a time, almost always far from each other: each must be reported.
    for (let run = 0; run < count(1, 16); run++) {
      const distances = right.map((row) => [...row]);
      const places: string[] = [];
      for (const kind of ['any', 'above', 'below']) {
        const [cell, arrangement] = [random.below(9), random.below(20160)];
        const value = right[cell][arrangement];
        const wrong = kind === 'any' ? random.below(256) : Math.max(0, value + (kind === 'above' ? 2 : -2));
        if (wrong === value) continue;
        distances[cell][arrangement] = wrong;
        places.push(`[${cell}, ${arrangement}]`);
      }
      writeFileSync(path, npy(distances));
      const board = parseBoard('3x3');
      const report = await verifyDistances(path, { board, goal: orderedPosition(board) }, { threads: 1 });
      expect(report.faultCount).toBe(report.faults.length);
      const told = messages(report).join();
      for (const place of places) if (!told.includes(place)) throw new Error(`${place} is not in ${told}`);
    }
  });

  test('the histogram equals that of the table', async () => {
    const board = parseBoard('2x2');
    writeFileSync(path, npy(plainDistances('2x2')));
    const goal = orderedPosition(board);
    const report = await verifyDistances(path, { board, goal }, { threads: 1, histogram: [1, 2, 2, 2, 2, 3] });
    expect(messages(report)).toEqual([
      "states of distance 5: 2 found, 3 expected by the table's header",
      "states of distance 6: 1 found, 0 expected by the table's header",
    ]);
  });

  test('the first twenty are listed in the order of the array and all are counted, with any number of threads', async () => {
    const name = FULL ? '3x3' : '2x4';
    const distances = plainDistances(name).map((row) => row.map((distance, index) => distance + (index % 2) * 2));
    writeFileSync(path, npy(distances));
    const board = parseBoard(name);
    const reports = await Promise.all(
      [1, 2, 3].map((threads) => verifyDistances(path, { board, goal: orderedPosition(board) }, { threads })),
    );
    expect(reports[0].faults).toHaveLength(20);
    expect(reports[0].faultCount).toBeGreaterThan(count(1000, 10_000));
    expect(reports[1]).toEqual({ ...reports[0], threads: 2 });
    expect(reports[2]).toEqual({ ...reports[0], threads: 3 });
  });
});

describe('a file that does not hold such an array is refused', () => {
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

  test('even if it is missing or a folder', async () => {
    const board = parseBoard('2x2');
    const subject = { board, goal: orderedPosition(board) };
    await expect(verifyDistances(join(folder, 'none.npy'), subject)).rejects.toThrow('there is no such file');
    await expect(verifyDistances(folder, subject)).rejects.toThrow('this is not a file; --distances needs a .npy file');
  });

  test('and so is a board whose states cannot be counted', async () => {
    await expect(verifyBytes(good, '5x5')).rejects.toThrow('5x5 has more than 2^53 states');
    await expect(verifyBytes(good, '15x17')).rejects.toThrow('15x17 has more than 2^53 states');
  });
});
