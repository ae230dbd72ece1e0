/** Headers with a matching checksum that no table of this program has. */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { verifyTable } from '#src/verify/verify-table.js';
import { openWalker } from '../board-walkers.js';
import { makeTable, withHeader } from '../verify/table/files.js';

const folder = mkdtempSync(join(tmpdir(), 'antipode-headers-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const path = join(folder, 'odd.table');
const NO_TABLE = `${path}: the header does not describe a table that this program could have made`;

test.each([undefined, null, 'none', { map: 1 }])('sections that are %j are refused', async (sections) => {
  writeFileSync(path, withHeader(await makeTable(folder, '2x3'), { sections }));
  expect(() => openWalker(path)).toThrow(NO_TABLE);
});

test('a map whose rows are not texts is refused', async () => {
  writeFileSync(
    path,
    withHeader(await makeTable(folder, '2x3'), { space: '', board: { rows: 2, columns: 3, map: [{ toString: 1 }] } }),
  );
  expect(() => openWalker(path)).toThrow(NO_TABLE);
  const { faults } = await verifyTable(path);
  expect(faults[0].message).toBe('header: its board and goal cannot be read, so nothing else can be checked');
});
