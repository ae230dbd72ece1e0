import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { InputError } from '#src/base/text.js';
import { mapOf, parseBoard } from '#src/spaces/board/board.js';
import { orderedPosition } from '#src/spaces/board/position.js';
import { SeededRandom } from '#src/spaces/board/random.js';
import { verifyDistances } from '#src/verify/verify-distances.js';
import { type TableReport, verifyTable } from '#src/verify/verify-table.js';
import { plainMapSearch } from '../../plain-map-search.js';
import { FULL, rows } from '../../suite.js';
import { flipped, makeTable, npy, plainDistances, type TableFile, withHeader } from './files.js';

const folder = mkdtempSync(join(tmpdir(), 'antipode-verify-multi-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('a table of moves of several tiles', () => {
  const broken = join(folder, 'broken.table');
  let good: TableFile;

  beforeAll(async () => {
    good = await makeTable(folder, '2x4', 7, 'multi');
  });

  function verify(bytes: Buffer): Promise<TableReport> {
    writeFileSync(broken, bytes);
    return verifyTable(broken, { threads: 2, ignoreChecksums: true });
  }

  test.each(
    rows(
      [
        ['2x2', 0],
        ['2x3', 5],
        ['3x2', 2],
        ['3x3', 4],
        ['3x3', 8],
        ['1x5', 1],
        ['9x1', 8],
        ['2x5', 9],
      ] as const,
      [2, 3, 6],
    ),
  )('of %s, goal blank %s, has no fault', async (board, goalCell) => {
    const { path, header } = await makeTable(folder, board, goalCell, 'multi');
    const report = await verifyTable(path, { threads: 2 });
    expect(report).toMatchObject({
      space: { metric: 'multi' },
      faults: [],
      faultCount: 0,
      histogram: header.histogram,
    });
  });

  test('has the layers of the plain search', async () => {
    const { histogram } = await verifyTable(good.path, { threads: 1 });
    expect(histogram).toEqual(
      plainMapSearch(mapOf(parseBoard('2x4')), orderedPosition(parseBoard('2x4')), 'multi').histogram,
    );
  });

  test.runIf(FULL)('reports every changed bit with its plane, position and distance', async () => {
    const distances = plainDistances('2x4', 7, 'multi');
    const random = new SeededRandom(2);
    const words = 42;
    for (let n = 0; n < 12; n++) {
      const cell = random.below(8);
      const byte = random.below(2 * words * 8);
      const bit = random.below(8);
      const report = await verify(flipped(good.bytes, good.header.sections[cell].words.offset + byte, bit));
      const faults = report.faults.filter(({ part }) => part === 'words');
      const bitOfWord = 8 * (byte % 8) + bit;
      const plane = Math.floor(byte / 8 / words);
      const word = Math.floor(byte / 8) % words;
      expect(faults).toHaveLength(1);
      expect(faults[0]).toMatchObject({ cell, plane, word, bit: bitOfWord });
      expect(faults[0].message).toContain(`word ${word}, bit ${bitOfWord}, plane ${plane + 1} of 2`);
      if (bitOfWord < 60) expect(faults[0].distance).toBe(distances[cell][word * 60 + bitOfWord]);
    }
  });

  test('has its header compared', async () => {
    const report = await verify(withHeader(good, { space: '2x4' }));
    expect(report.faults.map(({ message }) => message)).toEqual(['header: space is "2x4", expected "2x4-multi"']);
  });
});

describe('distances of moves of several tiles', () => {
  const board = parseBoard('2x3');
  const path = join(folder, '2x3.npy');
  const verify = (distances: number[][], metric?: 'single' | 'multi') => {
    writeFileSync(path, npy(distances));
    const goal = orderedPosition(board, 1);
    return verifyDistances(path, { board, goal, ...(metric && { metric }) }, { threads: 2 });
  };

  test.runIf(FULL)('obey the rules on every board', async () => {
    for (const [name, cell] of [
      ['2x2', 3],
      ['2x4', 2],
      ['3x3', 8],
      ['1x5', 0],
    ] as const) {
      const other = parseBoard(name);
      writeFileSync(path, npy(plainDistances(name, cell, 'multi')));
      const goal = orderedPosition(other, cell);
      const report = await verifyDistances(path, { board: other, goal, metric: 'multi' }, { threads: 2 });
      expect(report).toMatchObject({ faultCount: 0, faults: [], notReached: 0 });
      expect(report.histogram).toEqual(plainMapSearch(mapOf(other), goal, 'multi').histogram);
    }
  });

  test('are the only numbers that obey the rules: each changed value is found', async () => {
    const good = plainDistances('2x3', 1, 'multi');
    expect((await verify(good, 'multi')).faultCount).toBe(0);
    const random = new SeededRandom(4);
    for (let n = 0; n < 20; n++) {
      const changed = good.map((ofCell) => [...ofCell]);
      const [cell, arrangement] = [random.below(6), random.below(60)];
      changed[cell][arrangement] += random.below(2) === 0 || changed[cell][arrangement] === 0 ? 1 : -1;
      expect((await verify(changed, 'multi')).faultCount).toBeGreaterThan(0);
    }
  });

  test('are not those of moves of a single tile, nor vice versa', async () => {
    const { faults } = await verify(plainDistances('2x3', 1, 'multi'));
    expect(faults.some(({ message }) => message.includes('neighbours differ by exactly one'))).toBe(true);
    const report = await verify(plainDistances('2x3', 1), 'multi');
    expect(report.faults.some(({ message }) => message.includes('neighbours differ by at most one'))).toBe(true);
  });

  test('are refused for an unknown metric', async () => {
    await expect(verify(plainDistances('2x3', 1), 'double' as 'multi')).rejects.toBeInstanceOf(InputError);
  });
});
