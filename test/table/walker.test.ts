/** What only the walker of a board does: other goals, positions without a number, damaged files. */

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { InputError } from '#src/base/text.js';
import { saveTable } from '#src/files/save-table.js';
import { mapOf } from '#src/spaces/board/board.js';
import { fileNameOf } from '#src/spaces/names.js';
import { type TableContents, TableError } from '#src/table/contents.js';
import { openWalker, walkerOf } from '../board-walkers.js';
import { plainMapSearch, plainWalk, plainWays } from '../plain-map-search.js';
import { plainRank, plainUnrank } from '../plain-search.js';
import { FULL, rows } from '../suite.js';
import { contentsOf, sourceOfBoard } from '../tables-of-kinds.js';
import { walked } from '../walked.js';

const folder = mkdtempSync(join(tmpdir(), 'antipode-walker-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const board = (...of: Parameters<typeof sourceOfBoard>) => contentsOf(sourceOfBoard(...of));

async function saved(contents: TableContents): Promise<string> {
  const path = join(folder, `${fileNameOf(contents.facts)}.table`);
  await saveTable(contents, path);
  return path;
}

test.each(
  rows<[Parameters<typeof sourceOfBoard>, every: number]>(
    [
      [['2x3', 5, 'single'], 1],
      [['2x3', 1, 'multi'], 1],
      [['2x4', 2, 'single'], 11],
      [['2x4', 7, 'multi'], 11],
      [['1x5', 2, 'single'], 1],
      // Corridors, separated cells and a ring: not all numbered states are reached.
      [['#.#/.../...', 0, 'single'], 1],
      [['#.#/.../...', 3, 'multi'], 1],
      [['.../.#./...', 7, 'single'], 7],
      [['..#/.../#..', 6, 'multi'], 1],
      [['3x3', 8, 'single'], 23],
      [['3x3', 8, 'multi'], 23],
    ],
    [1, 5],
  ),
)(
  'all positions of %j, with a number or not, have the distances and neighbours of the plain search',
  async (of, every) => {
    const contents = await board(...of);
    using table = openWalker(await saved(contents));
    const held = walkerOf(contents);
    const map = mapOf(table.board);
    const ways = plainWays(map, table.metric);
    const { depths } = plainMapSearch(map, table.goal, table.metric);
    const distanceOf = (position: readonly number[]) => {
      const depth = depths[plainRank(position)];
      return depth < 0 ? null : depth;
    };
    for (let rank = 0; rank < depths.length; rank += every) {
      const position = plainUnrank(table.board.cells, rank);
      const { distance, moves } = table.neighbourhood(position);
      const expected = ways[position.indexOf(0)].map((way) => plainWalk(position, way));
      const right =
        distance === distanceOf(position) &&
        table.distance(position) === distance &&
        moves.map(({ to }) => to).join(';') === expected.join(';') &&
        moves.every((move) => move.distance === distanceOf(move.to));
      if (!right) throw new Error(`${position}: ${JSON.stringify({ distance, moves })}`);
      const solution = table.solve(position);
      expect(held.solve(position)).toBe(solution);
      if (solution !== null && rank % 5 === 0) expect(walked(of[0], position, solution)).toEqual(table.goal);
      if (rank % (97 * every) === 0)
        for (const { move, to } of moves) expect(walked(of[0], position, move)).toEqual(to);
    }
  },
);

test('known positions have their distances and solutions, for the goal of the table and for goals with other tiles', async () => {
  const table = walkerOf(await board('3x3'));
  expect(table.distance('2 3 4 1 5 x 7 6 8')).toBe(19);
  expect(table.solve('1 2 3 4 5 6 7 8 x')).toBe('');
  expect(table.solve('2 1 3 4 5 6 7 8 x')).toBeNull();
  expect(table.solve('x 8 7 6 5 4 3 2 1', 'x 8 7 6 5 4 3 2 1'.split(' ').reverse().join(' '))).toHaveLength(28);
  const multi = walkerOf(await board('3x3', 8, 'multi'));
  expect(multi.distance('1 4 7 2 x 8 3 6 5')).toBe(24);
  expect(multi.solve('2 3 4 1 5 x 7 6 8')).toBe('l1d1r1u2l2d2r1u1r1d1l2u1r2d1');
  const { distance, moves } = walkerOf(await board('2x3')).neighbourhood('5 4 3 2 x 1', '5 4 3 2 1 x');
  expect(distance).toBe(1);
  expect(moves.map(({ move, to, distance: beside }) => [move, to.join(' '), beside])).toEqual([
    ['u', '5 0 3 2 4 1', 2],
    ['l', '5 4 3 0 2 1', 2],
    ['r', '5 4 3 2 1 0', 0],
  ]);
});

test('wrong positions, and goals with the blank on another cell, are refused', async () => {
  const table = walkerOf(await board('3x3'));
  expect(() => table.distance([1, 2, 3])).toThrow('a position of 3x3 has 9 tiles with the blank, found 3');
  expect(() => table.distance([1, 2, 3, 4, 5, 6, 7, 7, 0])).toThrow('tile 8 is missing');
  expect(() => table.neighbourhood('1 2 3 4 5 6 7 8 8')).toThrow(InputError);
  const wrong = 'is for goals with the blank on cell 8, found x 1 2 3 4 5 6 7 8';
  expect(() => table.solve('1 2 3 4 5 6 7 8 x', 'x 1 2 3 4 5 6 7 8')).toThrow(wrong);
  expect(() => table.neighbourhood('1 2 3 4 5 6 7 8 x', 'x 1 2 3 4 5 6 7 8')).toThrow(wrong);
});

describe('a table whose bits are wrong', () => {
  const withBytes = (contents: TableContents, byteOf: (cell: number) => number) =>
    walkerOf({
      ...contents,
      bytes: (cell) => Array.from(contents.bytes(cell), (piece) => new Uint8Array(piece.length).fill(byteOf(cell))),
    });

  test('is reported for positions that moves reach, and gives null for the others', async () => {
    const empty = withBytes(await board('#.#/.../...', 0), () => 0);
    const { depths } = plainMapSearch(mapOf(empty.board), empty.goal);
    let refused = 0;
    for (const [rank, depth] of depths.entries()) {
      const position = plainUnrank(7, rank);
      if (depth < 0) expect(empty.distance(position)).toBeNull();
      else if (depth > 1) {
        expect(() => empty.distance(position)).toThrow(TableError);
        refused++;
      }
    }
    expect(refused).toBeGreaterThan(400);
  });

  test('is reported with the position, even at the goal: a neighbour would be nearer, or would not be reached', async () => {
    const wrong = withBytes(await board('2x3'), (cell) => (cell === 5 ? 0 : 0xff));
    expect(() => wrong.neighbourhood('1 2 3 4 5 x')).toThrow(TableError);
    const empty = withBytes(await board('2x3', 5, 'multi'), () => 0);
    const contradiction = (position: string) =>
      new TableError(`the table 2x3-multi contradicts itself on the path from ${position}; make it again`);
    expect(() => empty.neighbourhood('1 2 3 4 5 x')).toThrow(contradiction('1 2 3 4 5 x'));
    expect(() => empty.solve('1 2 3 4 x 5')).toThrow(contradiction('1 2 3 4 x 5'));
  });

  test.runIf(FULL)('answers rightly after a part of it could not be read', async () => {
    const path = await saved(await board('2x5'));
    const whole = readFileSync(path);
    const { depths } = plainMapSearch(['.....', '.....'], openWalker(path).goal);
    for (const share of [0.1, 0.5, 0.9]) {
      const changed = Buffer.from(whole);
      changed[Math.floor(share * changed.length)] ^= 1;
      writeFileSync(path, changed);
      using damaged = openWalker(path);
      let [answered, refused] = [0, 0];
      for (let turn = 0; turn < 4000; turn++) {
        const rank = (turn % 2000) * 1801;
        try {
          const distance = damaged.distance(plainUnrank(10, rank)) ?? -1;
          if (distance !== depths[rank]) throw new Error(`${rank} is not at ${distance}`);
          answered++;
        } catch (error) {
          if (!(error instanceof TableError)) throw error;
          refused++;
        }
      }
      expect(answered).toBeGreaterThan(0);
      expect(refused).toBeGreaterThan(0);
    }
  });
});
