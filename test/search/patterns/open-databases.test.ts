import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { InputError } from '#src/base/text.js';
import { saveTable } from '#src/files/save-table.js';
import { explore } from '#src/runs/explore.js';
import { openDatabases } from '#src/search/ida-star/pattern-search.js';
import { search } from '#src/search/search.js';
import { count } from '../../suite.js';
import { databasesOf } from './made-tables.js';

const ORDERED = '1 2 3 4 5 6 7 8 x';
const folder = mkdtempSync(join(tmpdir(), 'antipode-databases-'));
afterAll(() => rmSync(folder, { recursive: true }));
let tables = 0;

const START = '8 6 7 2 5 4 3 x 1';

/** Writes the table of a pattern, or of the whole board. @returns its path */
async function tableOf(pattern?: readonly number[], space = '3x3', goal?: string): Promise<string> {
  const path = join(folder, `${tables++}.table`);
  await saveTable((await explore({ space, goal, pattern })).table, path);
  return path;
}

describe('the tables of a partition', () => {
  let first: string;
  let second: string;
  beforeAll(async () => {
    first = await tableOf([1, 2, 3, 4, 5]);
    second = await tableOf([6, 7, 8]);
  });

  test('give the same answers as databases made in memory', async () => {
    const databases = await openDatabases([first, second]);
    const { seconds: _, ...found } = await search('3x3', { from: START }, { databases });
    const partition = '1 2 3 4 5/6 7 8';
    const { seconds: __, ...made } = await search('3x3', { from: START }, { partition, heuristic: 'pattern' });
    expect(found).toEqual(made);
    expect(found).toMatchObject({ algorithm: 'idastar', heuristic: 'pattern', distance: 31 });
  });

  test('are refused if a byte of the table or its checksum has changed', async () => {
    const bytes = readFileSync(first);
    const damaged = join(folder, 'damaged.table');
    // One chunk between the header and the checksum, each padded to 64 bytes.
    const begin = bytes.length - 64 - 4096;
    for (let at = begin; at < begin + 4100; at += count(451, 7)) {
      const changed = Buffer.from(bytes);
      changed[at] ^= 1 << (at % 8);
      writeFileSync(damaged, changed);
      await expect(openDatabases([damaged, second])).rejects.toThrow(/^.*damaged\.table: /);
    }
  });

  test('must belong to patterns that form a partition', async () => {
    await expect(openDatabases([first])).rejects.toThrow('tile 6 is missing');
    await expect(openDatabases([first, second, second])).rejects.toThrow('tile 6 occurs 2 times');
    await expect(openDatabases([await tableOf(), second])).rejects.toThrow('this is not the table of a pattern');
    await expect(openDatabases(['none.table'])).rejects.toThrow('there is no such table');
  });

  // A descent in a table of another goal never ends, or ends with a wrong distance.
  test.each([
    ['3x3', 'x 1 2 3 4 5 6 7 8'],
    ['3x3', '1 2 3 4 5 6 8 7 x'],
    ['.../.../.../#..', '1 2 3 4 5 6 7 8 9 10 x'],
  ])('are refused if one is of another goal or board', async (space, goal) => {
    const paths = [first, await tableOf([6, 7, 8], space, goal)];
    await expect(openDatabases(paths)).rejects.toThrow(
      `the tables of a partition must be for the same board and goal: ${paths[0]} is for 3x3 with the goal ${ORDERED}, and ${paths[1]} for ${space} with the goal ${goal}`,
    );
  });

  test.each([
    [[], ', found an empty one: give the path of each table'],
    ['3x3.table', ', found "3x3.table": pass an array'],
    [undefined, ', found nothing: pass an array'],
    [[5], ', found 5 in it: replace it by the path of a file'],
  ])('are refused as %j', async (paths, rest) => {
    await expect(openDatabases(paths as never)).rejects.toThrow(
      new InputError(`the tables of a partition must be an array of paths${rest}`),
    );
  });

  test('serve maps on which moves do not reach all states of a pattern', async () => {
    const ring = '.../.#./...';
    const databases = await openDatabases([await tableOf([1, 2, 3], ring), await tableOf([4, 5, 6, 7], ring)]);
    const from = '4 1 2 6 3 7 x 5';
    const byPatterns = await search(ring, { from }, { heuristic: 'pattern', databases });
    const plain = await search(ring, { from }, { heuristic: 'manhattan' });
    expect(byPatterns.moves).toEqual(plain.moves);
  });
});

test('databases cannot be combined with a partition, and are ignored by another algorithm or heuristic', async () => {
  const databases = await databasesOf('3x3', '4-4');
  await expect(search('3x3', { from: START }, { databases, partition: '4-4' })).rejects.toThrow(
    new InputError('databases and a partition cannot be combined: leave out one of them'),
  );
  for (const options of [{ algorithm: 'bfs' }, { heuristic: 'manhattan' }] as const) {
    const { heuristic } = await search('3x3', { from: '2 3 4 1 5 x 7 6 8' }, { ...options, databases });
    expect(heuristic).toBe('heuristic' in options ? options.heuristic : null);
  }
});
