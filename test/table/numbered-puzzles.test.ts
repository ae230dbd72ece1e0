import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { numberingIn, type SpaceSource } from '#src/space/space.js';
import { TableError } from '#src/table/files/contents.js';
import { Table } from '#src/table/table.js';
import { makeSpaceTable, withSpaceHeader } from '../verify/table/space-files.js';

const folder = mkdtempSync(join(tmpdir(), 'antipode-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const PUZZLES: readonly SpaceSource[] = [
  { kind: 'known', space: 'pancake:5' },
  { kind: 'known', space: 'pancake:5', start: '5 4 3 2 1' },
  {
    kind: 'generators',
    name: 'S3',
    generators: [
      { name: 'a', images: [1, 2, 0] },
      { name: 'b', images: [1, 0, 2] },
    ],
  },
];

describe.each(PUZZLES)('the table of a permutation puzzle, %j', (source) => {
  test('records the numbering of its states and is opened with it', async () => {
    const { path, header } = await makeSpaceTable(folder, source, 'puzzle');
    expect(header.source).toMatchObject(source);
    expect(numberingIn(header.source)).toMatchObject({ frames: expect.stringMatching(/^ordered$|^exact$/) });
    using table = await Table.open(path);
    expect(table.space.source).toEqual(JSON.parse(JSON.stringify(header.source)));
    expect(table.distance(table.starts[0])).toBe(0);
  });

  test('is refused if version 0.1 made it, which numbered states in another order', async () => {
    const path = join(folder, 'old.table');
    writeFileSync(path, withSpaceHeader(await makeSpaceTable(folder, source, 'puzzle'), { source }));
    await expect(Table.open(path)).rejects.toThrow(
      new TableError(`${path}: version 0.1 numbered the states of this space in another order; explore it again`),
    );
  });

  test.each([{ frames: 'other' }, { block: [] }, { block: [0, 255] }, { word: 'none' }, { states: 0 }])(
    'is refused with %j as a part of its numbering',
    async (lie) => {
      const made = await makeSpaceTable(folder, source, 'puzzle');
      const path = join(folder, 'lie.table');
      const numbering = { ...numberingIn(made.header.source), ...lie };
      writeFileSync(path, withSpaceHeader(made, { source: { ...made.header.source, numbering } }));
      await expect(Table.open(path)).rejects.toThrow(TableError);
    },
  );
});

test('tables of other spaces record no numbering', async () => {
  const { header } = await makeSpaceTable(folder, { kind: 'known', space: 'hanoi:3,3' }, 'hanoi');
  expect(header.source).toEqual({ kind: 'known', space: 'hanoi:3,3' });
});
