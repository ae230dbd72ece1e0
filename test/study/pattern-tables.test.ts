import { describe, expect, test } from 'vitest';
import { explore } from '#src/runs/explore.js';
import { mapOf, parseBoard } from '#src/spaces/board/board.js';
import { orderedPosition } from '#src/spaces/board/position.js';
import { analyse } from '#src/study/analysis.js';
import { depthsBytes, depthsOfSpace } from '#src/study/space-depths.js';
import { TableError } from '#src/table/files/contents.js';
import { Table } from '#src/table/table.js';
import { plainPatternTable } from '../pattern-table.js';
import { plainMove, plainNeighbourCells } from '../plain-map-search.js';
import { count, FULL, rows } from '../suite.js';
import { written } from './export/exported.js';
import { readNpy } from './export/read-npy.js';

type Named = [board: string, tiles: readonly number[], blankCell?: number];

async function analysed(table: Table) {
  const antipodes: string[] = [];
  const { seconds: _, ...analysis } = await analyse(table, {
    threads: 2,
    onAntipode: (text) => void antipodes.push(text),
  });
  return { ...analysis, antipodes };
}

describe.each(
  rows<Named>(
    [
      ['3x3', [1, 2, 3, 4, 5, 6], 4],
      // 174,960 states, which are processed by workers.
      ['3x4', [1, 2, 5, 6, 7]],
      ['.../.#./...', [1, 2, 3]],
      ['1x6', [2, 4]],
    ],
    [2],
  ),
)('of the table of %s, tiles %j, with one bit per state,', async (...pattern) => {
  const { space, depths, contents } = await plainPatternTable(...pattern);
  using table = await Table.of(contents);
  const values = Uint8Array.from(depths, (depth) => (depth < 0 ? 255 : depth));

  test.each([1, 2])('all distances match the plain search, with %i threads', async (threads) => {
    const found = await depthsOfSpace(table, { threads });
    expect(Buffer.from(found).equals(values)).toBe(true);
    expect(depthsBytes(table.claims)).toBe(space.size + contents.bytes(0)[Symbol.iterator]().next().value.length);
  });

  test('npy has all distances', async () => {
    const { shape, values: exported } = readNpy(await written(table, 'npy'));
    expect(shape).toEqual([space.size]);
    expect(Buffer.from(Uint8Array.from(exported)).equals(values)).toBe(true);
  });

  test('analysis and rows are the same as those of the table with two bits per state', async () => {
    const { table: claims } = await explore({ space: space.source, engine: 'general', threads: 1, antipodes: 0 });
    if (claims === null) throw new Error('no table');
    using other = await Table.of(claims);
    expect(other.encoding).toBe('mod3');
    expect(await analysed(table)).toEqual(await analysed(other));
    for (const format of ['csv', 'msgpack'] as const) {
      expect((await written(table, format)).equals(await written(other, format))).toBe(true);
    }
  });
});

test.each(
  rows<Named>(
    [
      ['2x4', [1, 2, 6]],
      ['.../.#./...', [1, 2]],
      ['..#/.../#..', [2, 4], 0],
    ],
    [1, 2],
  ),
)('the mean over positions of %s, tiles %j, is that of all reachable positions', async (...pattern) => {
  const { space, depths, contents } = await plainPatternTable(...pattern);
  const board = parseBoard(pattern[0]);
  const beside = plainNeighbourCells(mapOf(board));
  const positions = new Map<string, readonly number[]>();
  const open = [orderedPosition(board, pattern[2])];
  for (const position of open) {
    if (positions.has(position.join())) continue;
    positions.set(position.join(), position);
    for (const cell of beside[position.indexOf(0)]) open.push(plainMove(position, cell));
  }
  const signOf = (tile: number) => (tile === 0 ? 'x' : pattern[1].includes(tile) ? tile : '.');
  let sum = 0;
  for (const position of positions.values()) sum += depths[space.parse(position.map(signOf).join(' '))];
  using table = await Table.of(contents);
  const { positionMean } = await analyse(table, { threads: 1 });
  expect(positionMean).toBeCloseTo(sum / positions.size, 10);
});

describe.each(
  rows<Named>(
    [
      ['3x3', [1, 5]],
      ['.../.#./...', [1, 2]],
    ],
    [1],
  ),
)('a table of %s, tiles %j, with a wrong bit', (...pattern) => {
  test('is refused if all distances are requested, unless the bit belongs to no reached state', async () => {
    const { contents, depths } = await plainPatternTable(...pattern);
    const [bytes] = contents.bytes(0);
    let refused = 0;
    for (let bit = 0; bit < 8 * bytes.length; bit += count(17, 1)) {
      const changed = Uint8Array.from(bytes);
      changed[bit >> 3] ^= 1 << (bit & 7);
      const table = await Table.of({ ...contents, bytes: () => [changed] });
      try {
        const found = await depthsOfSpace(table);
        expect(Buffer.from(found).equals(Uint8Array.from(depths, (depth) => (depth < 0 ? 255 : depth)))).toBe(true);
      } catch (error) {
        if (!(error instanceof TableError)) throw error;
        refused++;
      }
    }
    const reached = depths.filter((depth) => depth >= 0).length;
    // One bit for the code of each reached state; if some states are unreached, another bit of each state marks the reached ones.
    const expected = reached + (reached < depths.length ? depths.length : 0);
    if (FULL) expect(refused).toBe(expected);
    else expect(refused).toBeGreaterThan(expected / 34);
  });
});
