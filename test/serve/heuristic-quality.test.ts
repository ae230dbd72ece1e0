/** The quality of heuristics over all states, as the API gives it. */

import { afterAll, expect, test } from 'vitest';
import { explore } from '#src/runs/explore.js';
import { searchedBoards } from '#src/serve/searched-board.js';
import { ServedTable } from '#src/serve/served-table.js';
import { analyse } from '#src/study/analysis.js';
import type { TableContents } from '#src/table/contents.js';
import { Table } from '#src/table/table.js';
import { TableFolder } from './tables.js';

const folder = new TableFolder();
const opened: ServedTable[] = [];
afterAll(() => {
  for (const space of opened) space.close();
  folder.remove();
});

async function served(table: Table, path?: string): Promise<ServedTable> {
  const space = new ServedTable('id', table, { path: path ?? null });
  opened.push(space);
  return space;
}

async function inMemory(space: string, metric?: string): Promise<Table> {
  const { table } = await explore({ space, antipodes: 0, threads: 1, ...(metric && { metric }) });
  return Table.of(table as TableContents);
}

test.each([
  ['a board', () => folder.board('2x4')],
  ['another space', () => folder.space({ kind: 'known', space: 'pancake:6' }, 'pancake-6')],
])('of %s is that of its analysis, from a file and from memory', async (_, path) => {
  const file = await path();
  const table = await Table.open(file);
  const { heuristics } = await analyse(table);
  expect(heuristics.length).toBeGreaterThan(0);
  expect(await (await served(table, file)).heuristics()).toEqual({ heuristics });
  expect(await (await served(await inMemory(table.space.name))).heuristics()).toEqual({ heuristics });
});

test.each([
  ['a board whose moves slide several tiles', () => inMemory('2x3', 'multi')],
  ['a space without heuristics', () => inMemory('knight:4')],
])('is empty for %s', async (_, table) => {
  expect(await (await served(await table())).heuristics()).toEqual({ heuristics: [] });
});

test('is unknown without a table, and of a space that is too large', async () => {
  const [fifteen] = searchedBoards([], '.');
  await expect(fifteen.heuristics()).rejects.toThrow('of 4x4 are unknown: counting them needs a table');
  const options = { limits: { states: 100, bytes: 1e9 } };
  const large = new ServedTable('id', await inMemory('2x3'), options);
  opened.push(large);
  await expect(large.heuristics()).rejects.toThrow(
    '2x3 is too large to count its estimates here: use antipode analyse',
  );
});
