import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { InputError } from '#src/base/text.js';
import type { SpaceSource } from '#src/space/space.js';
import { parseBoard } from '#src/spaces/board/board.js';
import { orderedPosition } from '#src/spaces/board/position.js';
import { patternSource } from '#src/spaces/board-facts.js';
import { openNumberedSpace } from '#src/spaces/open-space.js';
import type { VerifiedSpace } from '#src/verify/checks.js';
import { type DistancesChecks, type DistancesReport, verifyDistances } from '#src/verify/verify-distances.js';
import { plainSpaceSearch } from '../../plain-space-search.js';
import { fixtureSpace, ModuleFolder } from '../../spaces.js';
import { count, rows } from '../../suite.js';
import { npyOf } from '../table/space-files.js';

const folder = mkdtempSync(join(tmpdir(), 'antipode-space-distances-'));
const modules = new ModuleFolder();
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
  modules.remove();
});

const path = join(folder, 'distances.npy');
const known = (space: string): SpaceSource => ({ kind: 'known', space });

function pattern(boardName: string, tiles: readonly number[]): SpaceSource {
  const board = parseBoard(boardName);
  return patternSource(board, orderedPosition(board), tiles);
}

type Values = Uint8Array | Uint16Array | Uint32Array;

/** Returns the distances of the plain search, with the largest value for states that are not reached. */
async function distancesOf(source: SpaceSource, Type: new (values: ArrayLike<number>) => Values = Uint8Array) {
  const { depths, histogram } = plainSpaceSearch(await openNumberedSpace(source));
  return { values: new Type(depths), histogram };
}

function verify(source: SpaceSource, values: Values, checks: Partial<DistancesChecks> = {}): Promise<DistancesReport> {
  writeFileSync(path, npyOf(values));
  return verifyDistances(path, source, { threads: 2, ...checks });
}

/** A directed graph with two starts. Some states are not reached; one of them leads to reached ones. */
function directed(): SpaceSource {
  return modules.write(`export default {
    name: 'directed', size: 12, starts: [2, 9], moves: ['on', 'skip'], reversible: false,
    neighbours(state, next) {
      next[0] = state < 7 ? (state + 1) % 7 : state === 11 ? 3 : -1;
      next[1] = state === 9 ? 6 : state === 4 ? 4 : -1;
    },
    format: (state) => 'at ' + state,
    parse: (text) => Number(text.slice(3)),
  };`);
}

describe('the distances of a space obey all rules', () => {
  test.each(
    rows(
      [
        ['pancake:6', known('pancake:6'), Uint8Array],
        ['hanoi:3,8', known('hanoi:3,8'), Uint16Array],
        ['pairings', fixtureSpace('pairings'), Uint8Array],
        ['one-way', fixtureSpace('one-way'), Uint8Array],
        ['one-way-path', fixtureSpace('one-way-path'), Uint32Array],
        ['directed', directed(), Uint16Array],
        ['a pattern', pattern('3x4', [1, 5, 6]), Uint8Array],
        ['a pattern of which few states are reached', pattern('.../.#./...', [1, 2, 3]), Uint8Array],
      ] as const,
      [0, 1, 3, 5, 6, 7],
    ),
  )('%s', async (_, source, Type) => {
    const { values, histogram } = await distancesOf(source, Type);
    for (const threads of [1, 2]) {
      expect(await verify(source, values, { histogram, threads })).toMatchObject({
        faultCount: 0,
        faults: [],
        histogram,
      });
    }
    const { space, notReached, type } = await verify(source, values);
    expect(space.size).toBe(values.length);
    expect(notReached).toBe(values.length - histogram.reduce((sum, count) => sum + count, 0));
    expect(type).toBe({ 1: '|u1', 2: '<u2', 4: '<u4' }[values.BYTES_PER_ELEMENT]);
  });
});

describe('no other numbers obey all rules', () => {
  test.each([
    ['pancake:4', known('pancake:4')],
    ['hanoi:3,3', known('hanoi:3,3')],
    ['directed', directed()],
    ['a pattern', pattern('2x3', [1, 4])],
    ['a pattern of which few states are reached', pattern('1x5', [1, 3])],
  ])('on %s: each value changed to each other value', async (_, source) => {
    const { values, histogram } = await distancesOf(source);
    for (let state = 0; state < values.length; state += count(3, 1)) {
      for (const value of [...histogram.keys(), histogram.length, 254, 255]) {
        if (value === values[state]) continue;
        const changed = values.slice();
        changed[state] = value;
        const { faultCount } = await verify(source, changed, { threads: 1 });
        if (faultCount === 0) throw new Error(`state ${state} with ${value} in place of ${values[state]} is let pass`);
      }
    }
  });

  test('all values one more, no state reached, or a part that is consistent in itself', async () => {
    const { values } = await distancesOf(directed());
    expect(
      (
        await verify(
          directed(),
          values.map((value) => value + 1),
        )
      ).faultCount,
    ).toBeGreaterThan(0);
    expect(
      (
        await verify(
          directed(),
          values.map(() => 255),
        )
      ).faults.map(({ rule }) => rule),
    ).toEqual(['start', 'start']);
    // 11 leads to reached states, and no move leads to 11.
    const more = values.slice();
    more[11] = 5;
    expect((await verify(directed(), more)).faults).toMatchObject([{ rule: 'nearer', number: 11, value: 5 }]);
    // 4 leads to itself.
    const row = modules.ring(
      'size: 10, starts: [0], reversible: false, neighbours(state, next) { next[0] = state < 8 ? -1 : 17 - state; next[1] = state < 7 ? state + 1 : -1; }',
    );
    const { values: ofRow } = await distancesOf(row);
    expect([...ofRow.subarray(8)]).toEqual([255, 255]);
    ofRow[8] = 3;
    ofRow[9] = 4;
    expect((await verify(row, ofRow)).faults).toMatchObject([{ rule: 'nearer', number: 8 }]);
  });
});

describe('a broken rule is reported', () => {
  test('with the states by text and number, and the move', async () => {
    const { values, histogram } = await distancesOf(known('hanoi:3,3'));
    const changed = values.slice();
    changed[1] = 3;
    const { faults, faultCount } = await verify(known('hanoi:3,3'), changed, { histogram });
    expect(faultCount).toBe(faults.length);
    expect(faults.map(({ message }) => message)).toEqual([
      'AAA (number 0) has 0, and its move AB leads to AAB (number 1), which has 3: at most 1 expected',
      'AAC (number 2) has 1, and its move CB leads to AAB (number 1), which has 3: at most 2 expected',
      'ACB (number 7) has 2, but no move leads to it from a state that has 1',
      "states of distance 1: 1 found, 2 expected by the table's header",
      "states of distance 3: 5 found, 4 expected by the table's header",
    ]);
    expect(faults[0]).toMatchObject({
      rule: 'neighbours',
      state: 'AAA',
      number: 0,
      value: 0,
      move: 'AB',
      neighbour: 'AAB',
      neighbourValue: 3,
    });
  });

  test('at a start, at another state that has 0, and if a neighbour is not reached', async () => {
    const { values } = await distancesOf(directed());
    const start = values.slice();
    start[2] = 1;
    expect((await verify(directed(), start)).faults[0].message).toBe('the start at 2 (number 2) has 1, expected 0');
    const zero = values.slice();
    zero[10] = 0;
    expect((await verify(directed(), zero)).faults.map(({ message }) => message)).toEqual([
      'at 10 (number 10) has 0, which only starts can have',
    ]);
    const lost = values.slice();
    lost[3] = 255;
    expect((await verify(directed(), lost)).faults[0].message).toBe(
      'at 2 (number 2) has 0, and its move on leads to at 3 (number 3), which is not reached: at most 1 expected',
    );
  });

  test('with the first 20 faults and the number of all', async () => {
    const { faults, faultCount } = await verify(known('pancake:6'), new Uint8Array(720));
    expect(faults).toHaveLength(20);
    expect(faultCount).toBe(719);
  });

  test('even if values are far above every distance', async () => {
    const values = new Uint32Array(24).fill(4_000_000_000);
    const { histogram, faultCount, notReached } = await verify(known('pancake:4'), values);
    expect([histogram, notReached]).toEqual([[], 0]);
    expect(faultCount).toBe(24);
  });
});

describe('an array that does not match the space is refused', () => {
  test('if it has another length or type', async () => {
    const refused = (values: Values) => verify(known('pancake:4'), values);
    await expect(refused(new Uint8Array(25))).rejects.toThrow(
      new InputError(`${path} has the shape (25), expected (24) for distances of pancake:4: states`),
    );
    writeFileSync(path, npyOf(new Uint16Array(24)).toString('latin1').replace('<u2', '<i2'), 'latin1');
    await expect(verifyDistances(path, known('pancake:4'))).rejects.toThrow(
      `${path} holds values of the type <i2, expected |u1 or <u2 or <u4`,
    );
  });

  test('if onSpace refuses the memory that the check needs', async () => {
    const onSpace = ({ name, size }: VerifiedSpace, bytes: number) => {
      expect([name, size, bytes]).toEqual(['pancake:4', 24, 24 + 4]);
      throw new RangeError('too much');
    };
    await expect(verify(known('pancake:4'), new Uint8Array(24), { onSpace })).rejects.toThrow('too much');
  });
});
