import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { InputError } from '#src/base/text.js';
import { type Metric, mapOf, parseBoard } from '#src/spaces/board/board.js';
import { orderedPosition } from '#src/spaces/board/position.js';
import type { BoardWalker } from '#src/table/board-walker.js';
import { type TableContents, TableError } from '#src/table/files/contents.js';
import { saveTable } from '#src/table/files/save.js';
import { exploreBoard } from '../../board-exploration.js';
import { openWalker, walkerOf } from '../../board-walkers.js';
import { plainMapSearch, plainWalk, plainWays } from '../../plain-map-search.js';
import { plainRank, plainUnrank } from '../../plain-search.js';
import { count, rows } from '../../suite.js';
import { walked } from '../../walked.js';

const folder = mkdtempSync(join(tmpdir(), 'antipode-neighbourhood-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function contentsOf(name: string, metric: Metric, goalCell?: number): Promise<TableContents> {
  const goal = orderedPosition(parseBoard(name), goalCell);
  const { table } = await exploreBoard({ board: name, goal, metric, antipodes: 0, threads: 1 });
  if (table === null) throw new Error('no table');
  return table;
}

/** Compares positions at a fixed distance in rank with the plain search, including those that cannot be solved. */
function compare(table: BoardWalker, name: string, every: number): number {
  const rows = mapOf(table.board);
  const ways = plainWays(rows, table.metric);
  const { depths } = plainMapSearch(rows, table.goal, table.metric);
  const distanceOf = (position: readonly number[]) => {
    const depth = depths[plainRank(position)];
    return depth < 0 ? null : depth;
  };
  let compared = 0;
  for (let rank = 0; rank < depths.length; rank += every) {
    const position = plainUnrank(table.board.cells, rank);
    const { distance, moves } = table.neighbourhood(position);
    const expected = ways[position.indexOf(0)].map((way) => plainWalk(position, way));
    const found = moves.map((move) => move.to);
    const right =
      distance === distanceOf(position) &&
      found.join(';') === expected.join(';') &&
      moves.every((move) => move.distance === distanceOf(move.to));
    if (!right) throw new Error(`${position}: ${JSON.stringify({ distance, moves })}`);
    if (rank % (97 * every) === 0) for (const { move, to } of moves) expect(walked(name, position, move)).toEqual(to);
    compared++;
  }
  return compared;
}

describe('a position and its neighbours have the distances of the plain search', () => {
  test.each(
    rows(
      [
        ['2x3', 'single', undefined, 1],
        ['2x3', 'multi', 1, 1],
        ['2x4', 'single', 2, 11],
        ['2x4', 'multi', undefined, 11],
        ['1x5', 'single', 2, 1],
        // Corridors, separated cells and a ring: not all numbered states are reached.
        ['#.#/.../...', 'single', 0, 1],
        ['#.#/.../...', 'multi', 3, 1],
        ['.../.#./...', 'single', undefined, 7],
        ['..#/.../#..', 'multi', undefined, 1],
      ] as const,
      [1, 4, 5],
    ),
  )('%s in the metric %s, goal cell %s', async (name, metric, goalCell, every) => {
    const table = walkerOf(await contentsOf(name, metric, goalCell));
    expect(compare(table, name, every)).toBeGreaterThan(100);
  });

  test.each(['single', 'multi'] as const)('3x3 from a file, in the metric %s', async (metric) => {
    const path = join(folder, `${metric}.table`);
    await saveTable(await contentsOf('3x3', metric), path);
    using table = openWalker(path);
    expect(compare(table, '3x3', count(1009, 23))).toBeGreaterThan(count(300, 10_000));
    expect(table.neighbourhood('2 3 4 1 5 x 7 6 8').distance).toBe(metric === 'single' ? 19 : 14);
  });
});

test('neighbours have the distances to another goal if one is given', async () => {
  const table = walkerOf(await contentsOf('2x3', 'single'));
  const { distance, moves } = table.neighbourhood('5 4 3 2 x 1', '5 4 3 2 1 x');
  expect(distance).toBe(1);
  expect(moves.map(({ move, to, distance }) => [move, to.join(' '), distance])).toEqual([
    ['u', '5 0 3 2 4 1', 2],
    ['l', '5 4 3 0 2 1', 2],
    ['r', '5 4 3 2 1 0', 0],
  ]);
  expect(() => table.neighbourhood('1 2 3 4 5 x', '1 2 3 4 x 5')).toThrow(InputError);
  expect(() => table.neighbourhood('1 2 3 4 5 5')).toThrow(InputError);
});

describe('a table whose bits are wrong contradicts itself even at the goal', () => {
  const withWords = (contents: TableContents, byte: (cell: number, at: number) => number): BoardWalker =>
    walkerOf({
      ...contents,
      bytes: (cell) => Array.from(contents.bytes(cell), (piece) => piece.map((_, at) => byte(cell, at))),
    });

  test('if a neighbour would be nearer', async () => {
    const contents = await contentsOf('2x3', 'single');
    const wrong = withWords(contents, (cell) => (cell === 5 ? 0 : 0xff));
    expect(() => wrong.neighbourhood('1 2 3 4 5 x')).toThrow(TableError);
  });

  test('if a neighbour would not be reached', async () => {
    const contents = await contentsOf('2x3', 'multi');
    const wrong = withWords(contents, () => 0);
    expect(() => wrong.neighbourhood('1 2 3 4 5 x')).toThrow(
      'contradicts itself on the path from 1 2 3 4 5 x; make it again',
    );
  });
});
