import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { explore } from '#src/runs/explore.js';
import { openDatabases } from '#src/search/ida-star/pattern-search.js';
import { search } from '#src/search/search.js';
import { saveTable } from '#src/table/files/save.js';
import { count } from '../../suite.js';

const START = '8 6 7 2 5 4 3 x 1';
const folder = mkdtempSync(join(tmpdir(), 'antipode-databases-'));
afterAll(() => rmSync(folder, { recursive: true }));

async function explored(name: string, pattern: readonly number[], space = '3x3'): Promise<string> {
  const path = join(folder, `${name}.table`);
  await saveTable((await explore({ space, pattern })).table, path);
  return path;
}

describe('databases from files', () => {
  let first: string;
  let second: string;
  beforeAll(async () => {
    first = await explored('first', [1, 2, 3, 4, 5]);
    second = await explored('second', [6, 7, 8]);
  });

  test('give the same answers as those made in memory', async () => {
    const databases = await openDatabases([first, second]);
    const { seconds: _, ...found } = await search('3x3', { from: START }, { heuristic: 'pattern', databases });
    const { seconds: __, ...made } = await search(
      '3x3',
      { from: START },
      { partition: '1 2 3 4 5/6 7 8', heuristic: 'pattern' },
    );
    expect(found).toEqual(made);
    expect(found.distance).toBe(31);
  });

  test('are refused if a byte of the table or its checksum has changed', async () => {
    const bytes = readFileSync(first);
    const damaged = join(folder, 'damaged.table');
    // One chunk between the header and the checksum, each padded to 64 bytes.
    const begin = bytes.length - 64 - 4096;
    for (let at = begin; at < begin + 4100; at += count(451, 1)) {
      const changed = Buffer.from(bytes);
      changed[at] ^= 1 << (at % 8);
      writeFileSync(damaged, changed);
      await expect(openDatabases([damaged, second])).rejects.toThrow(/^.*damaged\.table: /);
    }
  });

  test('must belong to patterns that form a partition', async () => {
    await expect(openDatabases([first])).rejects.toThrow('tile 6 is missing');
    await expect(openDatabases([first, second, second])).rejects.toThrow('tile 6 occurs 2 times');
    const board = join(folder, 'board.table');
    await saveTable((await explore({ space: '3x3' })).table, board);
    await expect(openDatabases([board, second])).rejects.toThrow('this is not the table of a pattern');
    await expect(openDatabases([join(folder, 'none.table')])).rejects.toThrow('there is no such table');
  });

  test('serve maps on which moves do not reach all states of a pattern', async () => {
    const ring = '.../.#./...';
    const paths = [await explored('ring-1', [1, 2, 3], ring), await explored('ring-2', [4, 5, 6, 7], ring)];
    const databases = await openDatabases(paths);
    const from = '4 1 2 6 3 7 x 5';
    const byPatterns = await search(ring, { from }, { heuristic: 'pattern', databases });
    const plain = await search(ring, { from }, { heuristic: 'manhattan' });
    expect(byPatterns.moves).toEqual(plain.moves);
  });
});
