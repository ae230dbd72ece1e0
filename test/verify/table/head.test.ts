import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { TableFaults } from '#src/verify/faults.js';
import { compareHeader, openTableFile } from '#src/verify/file-table.js';
import { readTableHead } from '#src/verify/verify-table.js';
import { count } from '../../suite.js';
import { makeTable } from './files.js';

const folder = mkdtempSync(join(tmpdir(), 'antipode-head-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('every changed bit of the header is reported as a field, or makes the board unreadable', async () => {
  const { bytes, header } = await makeTable(folder, '3x3', 4);
  const headerEnd = 16 + bytes.readUInt32LE(12);
  const broken = join(folder, 'broken.table');
  writeFileSync(broken, bytes);
  const writing = openSync(broken, 'r+');
  const file = await openTableFile(broken);
  const told = { field: 0, board: 0 };
  for (let bit = 0; bit < (headerEnd + 4) * 8; bit += count(97, 1)) {
    const at = bit >> 3;
    writeSync(writing, Buffer.of(bytes[at] ^ (1 << (bit & 7))), 0, 1, at);
    const faults = new TableFaults();
    const { head } = await readTableHead(file, faults);
    writeSync(writing, bytes, at, 1, at);
    if (faults.count === 0) throw new Error(`bit ${bit} was not found`);
    const before = faults.count;
    if (head !== undefined) {
      if (!isDeepStrictEqual(head.sections, header.sections)) expect(head.sections).toEqual(header.sections);
      compareHeader(head.fields, header, faults);
    }
    if (at < 16 || at >= headerEnd) continue;
    // The faults are the checksum and the effect of the bit.
    if (head === undefined) {
      expect(faults.count).toBeGreaterThan(1);
      told.board++;
    } else {
      if (faults.count === before && before === 1) throw new Error(`bit ${bit} was not reported`);
      told.field++;
    }
  }
  await file.close();
  closeSync(writing);
  // Only bits of the board's map, of the goal, or of the lengths of these and of the outer map make the board unreadable.
  expect(told.field).toBeGreaterThan(20 * told.board);
});

test('a field whose name is as long as a file takes one line', () => {
  const faults = new TableFaults();
  compareHeader({ ['x'.repeat(100_000)]: 1 }, {}, faults);
  expect(faults.first.map(({ message }) => message)).toEqual([`header: ${'x'.repeat(40)}... is 1, expected missing`]);
});
