import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { InputError } from '#src/base/text.js';
import { explore } from '#src/runs/explore.js';
import { openDatabases } from '#src/search/ida-star/pattern-search.js';
import { search } from '#src/search/search.js';
import { saveTable } from '#src/table/files/save.js';
import { temporaryFolder } from '../../program/run.js';
import { databasesOf } from './made-tables.js';

const ORDERED = '1 2 3 4 5 6 7 8 x';

/** Writes the table of a pattern. @returns its path */
async function tableOf(space: string, goal: string, pattern: readonly number[]): Promise<string> {
  const path = join(temporaryFolder(), 'pattern.table');
  await saveTable((await explore({ space, goal, pattern })).table, path);
  return path;
}

describe('the tables of a partition', () => {
  test('find shortest solutions', async () => {
    const paths = [await tableOf('3x3', ORDERED, [1, 2, 3, 4]), await tableOf('3x3', ORDERED, [5, 6, 7, 8])];
    const databases = await openDatabases(paths);
    const found = await search('3x3', { from: '8 6 7 2 5 4 3 x 1' }, { databases });
    expect(found).toMatchObject({ algorithm: 'idastar', heuristic: 'pattern', distance: 31 });
  });

  // A descent in a table of another goal never ends, or ends with a wrong distance.
  test.each([
    ['3x3', 'x 1 2 3 4 5 6 7 8'],
    ['3x3', '1 2 3 4 5 6 8 7 x'],
    ['.../.../.../#..', '1 2 3 4 5 6 7 8 9 10 x'],
  ])('are refused if one is of another goal or board', async (space, goal) => {
    const paths = [await tableOf('3x3', ORDERED, [1, 2, 3, 4]), await tableOf(space, goal, [5, 6, 7, 8])];
    await expect(openDatabases(paths)).rejects.toThrow(
      `the tables of a partition must be for the same board and goal: ${paths[0]} is for 3x3 with the goal ${ORDERED}, and ${paths[1]} for ${space} with the goal ${goal}`,
    );
  });

  test('are refused if there are none', async () => {
    await expect(openDatabases([])).rejects.toThrow('found an empty one: give the path of each table');
  });

  test.each([
    ['3x3.table', ', found "3x3.table": pass an array'],
    [undefined, ', found nothing: pass an array'],
    [[5], ', found 5 in it: replace it by the path of a file'],
  ])('are refused as %j', async (paths, rest) => {
    await expect(openDatabases(paths as never)).rejects.toThrow(
      new InputError(`the tables of a partition must be an array of paths${rest}`),
    );
  });
});

describe('a search', () => {
  const from = '8 6 7 2 5 4 3 x 1';

  test.each([
    [null, 'null'],
    [5, '5'],
    [{}, 'an object'],
    [['3x3.table'], 'a list'],
  ])('refuses %j as databases', async (databases, found) => {
    await expect(search('3x3', { from }, { databases: databases as never })).rejects.toThrow(
      new InputError(`databases must be pattern databases, found ${found}: open them with openDatabases`),
    );
  });

  test.each([
    [5, '5'],
    [null, 'null'],
    [['4-4'], 'a list'],
  ])('refuses %j as a partition', async (partition, found) => {
    await expect(search('3x3', { from }, { heuristic: 'pattern', partition: partition as never })).rejects.toThrow(
      new InputError(
        `partition must be a text, found ${found}: give sizes such as '6-6-3', or tiles such as '1 2 3 / 4 5 / 6 7 8'`,
      ),
    );
  });

  test('refuses databases together with a partition', async () => {
    const databases = await databasesOf('3x3', '4-4');
    await expect(search('3x3', { from }, { databases, partition: '4-4' })).rejects.toThrow(
      new InputError('databases and a partition cannot be combined: leave out one of them'),
    );
  });

  test('ignores databases if another algorithm or heuristic is chosen', async () => {
    const databases = await databasesOf('3x3', '4-4');
    for (const options of [{ algorithm: 'bfs' }, { heuristic: 'manhattan' }] as const) {
      const { heuristic } = await search('3x3', { from }, { ...options, databases });
      expect(heuristic).toBe('heuristic' in options ? options.heuristic : null);
    }
  });
});
