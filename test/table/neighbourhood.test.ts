import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { InputError } from '#src/base/text.js';
import { explore } from '#src/runs/explore.js';
import type { SpaceSource } from '#src/space/space.js';
import { type TableContents, TableError } from '#src/table/files/contents.js';
import { saveTable } from '#src/table/files/save.js';
import { Table } from '#src/table/table.js';
import { plainSpaceSearch } from '../plain-space-search.js';
import { fixtureSpace } from '../spaces.js';
import { rows } from '../suite.js';

const folder = mkdtempSync(join(tmpdir(), 'antipode-neighbourhood-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const known = (space: string): SpaceSource => ({ kind: 'known', space });

async function contentsOf(space: SpaceSource): Promise<TableContents> {
  const { table } = await explore({ space, threads: 1, antipodes: 0 });
  if (table === null) throw new Error('no table');
  return table;
}

describe('a state and its neighbours have the distances of the plain search', () => {
  test.each(
    rows<[name: string, source: SpaceSource, every: number]>(
      [
        ['pancake:7', known('pancake:7'), 1],
        ['hanoi:3,6', known('hanoi:3,6'), 1],
        ['knight:3', known('knight:3'), 1],
        ['knight', fixtureSpace('knight'), 1],
        // In unconnected pairs, so that most states are not reached.
        ['pairings', fixtureSpace('pairings'), 31],
        // Moves cannot be undone.
        ['one-way', fixtureSpace('one-way'), 31],
        ['one-way-back', fixtureSpace('one-way-back'), 101],
      ],
      [1, 2],
    ),
  )('%s', async (name, source, every) => {
    const path = join(folder, `${name.replace(/[:,]/g, '-')}.table`);
    await saveTable(await contentsOf(source), path);
    using table = await Table.open(path);
    const { space } = table;
    const { depths } = plainSpaceSearch(space);
    const distanceOf = (state: number) => (depths[state] < 0 ? null : depths[state]);
    const next = new Float64Array(space.moves.length);
    for (let state = 0; state < space.size; state += every) {
      space.neighbours(state, next);
      const expected = Array.from(next, (to, move) => ({
        move: space.moves[move],
        to,
        distance: distanceOf(to),
      })).filter(({ to }) => to >= 0);
      const found = table.neighbourhood(state);
      if (JSON.stringify(found) !== JSON.stringify({ distance: distanceOf(state), moves: expected })) {
        throw new Error(`state ${state}: ${JSON.stringify(found)}`);
      }
    }
    expect(() => table.neighbourhood(space.size)).toThrow(InputError);
  });
});

describe('a table contradicts itself', () => {
  const withByte = (contents: TableContents, index: number, value: number): Promise<Table> => {
    const bytes = Buffer.concat([...contents.bytes(0)]);
    bytes[index] = value;
    return Table.of({ ...contents, bytes: () => [bytes] });
  };

  test('if a neighbour of a reached state is not reached', async () => {
    const contents = await contentsOf(fixtureSpace('knight'));
    const table = await withByte(contents, 4, 0);
    const states = Array.from({ length: 64 }, (_, state) => state);
    const complaints = states.filter((state) => {
      try {
        table.neighbourhood(state);
        return false;
      } catch (error) {
        expect(error).toBeInstanceOf(TableError);
        return true;
      }
    });
    expect(complaints.length).toBeGreaterThan(4);
  });

  test('if a move leads more than one further', async () => {
    const contents = await contentsOf(fixtureSpace('one-way'));
    const right = await Table.of(contents);
    const [{ to }] = right.neighbourhood(3).moves;
    const table = await withByte(contents, to, right.maxDepth);
    expect(() => table.neighbourhood(3)).toThrow(TableError);
  });
});
