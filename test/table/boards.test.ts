/** Tables of small boards: numbers and texts, codes and the walker, and the tables of all engines give the same answers. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { InputError } from '#src/base/text.js';
import { explore } from '#src/runs/explore.js';
import { type Metric, parseBoard } from '#src/spaces/board/board.js';
import { orderedPosition } from '#src/spaces/board/position.js';
import { boardSource } from '#src/spaces/board-facts.js';
import { TableError } from '#src/table/files/contents.js';
import { saveTable } from '#src/table/files/save.js';
import { Table } from '#src/table/table.js';
import { exploreBoard } from '../board-exploration.js';
import { plainSpaceSearch } from '../plain-space-search.js';
import { rows } from '../suite.js';

const folder = mkdtempSync(join(tmpdir(), 'antipode-boards-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const BOARDS: [string, Metric, number?][] = [
  ['2x2', 'single', 0],
  ['2x3', 'single'],
  ['2x3', 'single', 1],
  ['3x2', 'multi', 2],
  ['2x3', 'multi'],
  ['1x6', 'single', 2],
  ['5x1', 'multi'],
  // Moves reach all of its 2,520 states, but only some states of the next two boards.
  ['..#/.../#..', 'single', 3],
  ['..#/..#/...', 'single'],
  ['..#/..#/...', 'multi', 4],
  ['.#./...', 'single'],
];

describe.each(rows(BOARDS, [2, 5, 10]))('the table of %s, metric %s, blank on %s', (name, metric, blank) => {
  test('gives the same answers for numbers and for texts, in memory and in a file', async () => {
    const board = parseBoard(name);
    const goal = orderedPosition(board, blank);
    const { table: contents } = await exploreBoard({ board, goal, metric, threads: 1, antipodes: 0 });
    const { table: general } = await explore({
      space: boardSource(board, goal, metric),
      engine: 'general',
      threads: 1,
    });
    if (contents === null || general === null) throw new Error('no table');
    const path = join(folder, 'board.table');
    await saveTable(contents, path);
    using table = await Table.open(path);
    using held = await Table.of(contents);
    using claimed = await Table.of(general);
    const { space, walker } = table;
    const { depths } = plainSpaceSearch(space);
    expect(table).toMatchObject({ fullName: claimed.fullName, metric, histogram: claimed.histogram });
    expect(table.notReached).toBe(claimed.notReached);
    expect([walker?.goalCell, claimed.walker]).toEqual([goal.indexOf(0), null]);
    for (let state = 0; state < space.size; state++) {
      const text = space.format(state);
      const expected = depths[state] < 0 ? null : depths[state];
      const { distance, moves } = table.neighbourhood(state);
      const answer = [
        table.distance(state),
        distance,
        table.distance(text),
        held.distance(state),
        claimed.distance(state),
        claimed.distance(text),
        walker?.distance(text),
      ];
      if (answer.some((found) => found !== expected)) throw new Error(`${text}: ${answer}, expected ${expected}`);
      const solution = table.solve(state);
      for (const other of [table.solve(text), held.solve(state), claimed.solve(text)]) expect(other).toEqual(solution);
      const beside = { distance, moves: moves.map((move) => ({ ...move, to: space.format(move.to) })) };
      expect(table.neighbourhood(text)).toEqual(beside);
      expect(claimed.neighbourhood(state)).toEqual({ distance, moves });
      for (const { to, distance } of moves) expect(distance).toBe(depths[to] < 0 ? null : depths[to]);
    }
  });
});

test('positions without a number can be given as texts', async () => {
  const { table: contents } = await exploreBoard({ board: '2x2', threads: 1, antipodes: 0 });
  if (contents === null) throw new Error('no table');
  const table = await Table.of(contents);
  expect([table.distance('2 1 3 x'), table.solve('2 1 3 x')]).toEqual([null, null]);
  expect(['213_', '1,2,3,0'].map((text) => table.normalize(text))).toEqual(['2 1 3 x', '1 2 3 x']);
  expect(() => table.normalize('1 2 x')).toThrow(InputError);
  expect(table.neighbourhood('2 1 3 x')).toEqual({
    distance: null,
    moves: [
      { move: 'u', to: '2 x 3 1', distance: null },
      { move: 'l', to: '2 1 x 3', distance: null },
    ],
  });
});

test.each(['single', 'multi'] as const)('contradictory codes are reported, metric %s', async (metric) => {
  const { table: contents } = await exploreBoard({ board: '2x3', metric, threads: 1, antipodes: 0 });
  if (contents === null) throw new Error('no table');
  const empty = await Table.of({
    ...contents,
    bytes: (cell) => Array.from(contents.bytes(cell), (piece) => piece.map(() => (metric === 'single' ? 0 : 0xff))),
  });
  expect(() => empty.distance(100)).toThrow(TableError);
  expect(() => empty.distance(100)).toThrow(/^2x3.*: the table contradicts itself at state .* \(number 100\); make it/);
});
