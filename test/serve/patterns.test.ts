import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { ServedTable } from '#src/serve/served-table.js';
import { SeededRandom } from '#src/spaces/board/random.js';
import { Table } from '#src/table/table.js';
import { plainPatternTable, savePatternTable } from '../pattern-table.js';
import { rows } from '../suite.js';

const folder = mkdtempSync(join(tmpdir(), 'antipode-serve-pattern-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe.each(
  rows<[board: string, tiles: readonly number[]]>(
    [
      ['3x3', [1, 2, 5, 6]],
      ['.../.#./...', [1, 2, 3]],
    ],
    [0],
  ),
)('a pattern of %s, tiles %j, is served', async (...pattern) => {
  const table = await plainPatternTable(...pattern);
  const { space, depths, contents } = table;
  const { path } = await savePatternTable(folder, table);
  const last = contents.histogram.length - 1;
  const open = async (limits?: { states: number; bytes: number }) =>
    new ServedTable('id', await Table.open(path), { path, random: new SeededRandom(1), ...(limits && { limits }) });

  test('with states of every depth, enumerated or found by walks', async () => {
    for (const [served, uniform] of [
      [await open(), true],
      [await open({ states: 0, bytes: 0 }), false],
    ] as const) {
      for (const depth of [0, 2, last]) {
        const sample = await served.random({ depth }, 5);
        expect(sample.uniform).toBe(uniform);
        if (uniform) expect(sample.states).toHaveLength(Math.min(5, contents.histogram[depth]));
        for (const state of sample.states) expect(depths[space.parse(state)]).toBe(depth);
      }
      served.close();
    }
  });

  test('with its antipodes, distances and solutions', async () => {
    const served = await open();
    const antipodes = (await served.antipodes(1000)).states;
    expect(antipodes.map((state) => space.parse(state))).toEqual(
      [...depths.keys()].filter((state) => depths[state] === last).slice(0, 1000),
    );
    expect(served.distance(antipodes[0]).distance).toBe(last);
    expect(served.solution(antipodes[0]).steps).toHaveLength(last);
    served.close();
  });
});
