import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { explore } from '#src/runs/explore.js';
import { openDatabases } from '#src/search/patterns/make-databases.js';
import { search } from '#src/search/search.js';
import { saveTable } from '#src/table/files/save.js';
import { temporaryFolder } from '../../program/run.js';

const ORDERED = '1 2 3 4 5 6 7 8 x';

/** Writes the table of a pattern. @returns its path */
async function tableOf(space: string, goal: string, pattern: readonly number[]): Promise<string> {
  const path = join(temporaryFolder(), 'pattern.table');
  await saveTable((await explore({ space, goal, pattern })).table, path);
  return path;
}

describe('the tables of a partition', () => {
  test('search shortest solutions', async () => {
    const paths = [await tableOf('3x3', ORDERED, [1, 2, 3, 4]), await tableOf('3x3', ORDERED, [5, 6, 7, 8])];
    const databases = await openDatabases(paths);
    const { distance } = await search('3x3', { from: '8 6 7 2 5 4 3 x 1' }, { heuristic: 'pattern', databases });
    expect(distance).toBe(31);
  });

  // The walk down a table to another goal never ends, or ends in a distance that is wrong.
  test.each([
    ['3x3', 'x 1 2 3 4 5 6 7 8'],
    ['3x3', '1 2 3 4 5 6 8 7 x'],
    ['.../.../.../#..', '1 2 3 4 5 6 7 8 9 10 x'],
  ])('are refused if one is of another goal or board', async (space, goal) => {
    const paths = [await tableOf('3x3', ORDERED, [1, 2, 3, 4]), await tableOf(space, goal, [5, 6, 7, 8])];
    await expect(openDatabases(paths)).rejects.toThrow(
      `the tables of a partition are of one board and one goal: ${paths[0]} is of 3x3 with the goal ${ORDERED}, and ${paths[1]} of ${space} with the goal ${goal}`,
    );
  });

  test('are refused if there are none', async () => {
    await expect(openDatabases([])).rejects.toThrow('found none: name them');
  });
});
