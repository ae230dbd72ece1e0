import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { TableSolver } from '#src/search/table-solver.js';
import { Table } from '#src/table/table.js';
import { plainPatternTable, savePatternTable } from '../pattern-table.js';
import { FULL, rows } from '../suite.js';

const folder = mkdtempSync(join(tmpdir(), 'antipode-pattern-tables-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const RING = '.../.#./...';

describe.each(
  rows<[board: string, tiles: readonly number[], blankCell: number | undefined, bytes: number]>(
    [
      // 9 placements with one vector each.
      ['3x3', [1], undefined, 9 * 16],
      ['3x3', [1, 2, 4], undefined, 124 * 16],
      ['3x3', [3, 4, 5, 6, 7], 0, 256 * 16],
      ['3x3', [1, 2, 3, 4, 5, 6], undefined, 168 * 6 * 16],
      ['3x4', [3, 7, 11], 5, 282 * 16],
      ['4x4', [1, 5, 9], 4, 632 * 16],
      // Two bitsets, because not all states are reached.
      [RING, [1, 2, 3], undefined, 2 * 120 * 16],
      ['1x6', [2, 4], undefined, 2 * 30 * 16],
      ['#.#/.../.../#.#', [1, 4, 7], undefined, 2 * 108 * 16],
    ],
    [1, 6],
  ),
)('the table of %s, tiles %j, blank %s', async (name, tiles, blankCell, bytes) => {
  const table = await plainPatternTable(name, tiles, blankCell);
  const { space, depths, contents } = table;
  const { path, header } = await savePatternTable(folder, table);

  test('has one bit per state, and a second one if some states are not reached', () => {
    expect(header).toMatchObject({ kind: 'space', encoding: 'mod4', size: space.size });
    expect(header.sections).toHaveLength(1);
    expect(header.sections[0].words.bytes).toBe(bytes);
  });

  test.each(FULL ? ['file', 'memory'] : ['file'])('gives each state its distance, from a %s', async (where) => {
    using read = where === 'file' ? await Table.open(path) : await Table.of(contents);
    expect([read.walker, read.notReached]).toEqual([null, depths.filter((depth) => depth < 0).length]);
    const next = new Float64Array(space.moves.length);
    for (let state = 0; state < space.size; state++) {
      if ((read.distance(state) ?? -1) !== depths[state])
        expect.fail(`${space.format(state)}: ${read.distance(state)}`);
      if (state % 7 !== 0) continue;
      const { distance, moves } = read.neighbourhood(state);
      expect(distance ?? -1).toBe(depths[state]);
      for (const move of moves) if ((move.distance ?? -1) !== depths[move.to]) expect.fail(`beside ${state}`);
      const solution = read.solve(space.format(state));
      expect(solution?.length ?? -1).toBe(depths[state]);
      let at = state;
      for (const move of solution ?? []) {
        space.neighbours(at, next);
        at = next[space.moves.indexOf(move)];
      }
      if (solution !== null) expect(at).toBe(space.starts[0]);
    }
  });

  test('solves from any state to the goal and back', async () => {
    using read = await Table.open(path);
    const solver = TableSolver.of(space, [read]);
    const goal = space.format(space.starts[0]);
    for (let state = 0; state < space.size; state += 13) {
      const text = space.format(state);
      for (const question of [{ from: text }, { from: goal, to: text }]) {
        expect(solver.answer(question)?.moves?.length ?? -1).toBe(depths[state]);
      }
    }
  });
});

test('the example of docs/explanations/patterns.md has its bit in byte 424', async () => {
  const { space, depths, contents } = await plainPatternTable('3x3', [1, 2, 4]);
  const state = space.parse('x . 2 1 4 . . . .');
  expect([state, depths[state]]).toEqual([26 * 6 + 3, 3]);
  const [bytes] = contents.bytes(0);
  expect((bytes[424] >> 1) & 1).toBe(1);
  bytes[424] ^= 2;
  using table = await Table.of(contents);
  expect(table.code(state)).toBe(1);
});
