/** The package in python/ reads tables of every kind as they are exported. */

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { explore, exportTable, fileNameOf, saveTable, Table, writeWhole } from '#src/index.js';
import { temporaryFolder } from '../program/run.js';
import { LEFT_OUT, runPython, WITHOUT_PYTHON } from './python-needed.js';

const PYTHON = fileURLToPath(new URL('../../python', import.meta.url));
const EXAMPLES = fileURLToPath(new URL('../../examples', import.meta.url));

/** A space whose moves cannot be undone: its table holds the distances themselves. State 7 is not reached. */
const DIRECTED = `export default {
  name: 'directed', size: 8, moves: ['next', 'twice'], starts: [0], reversible: false,
  neighbours: (state, next) => { next[0] = state === 7 ? 0 : (state + 1) % 7; next[1] = (2 * state) % 7; },
  format: String, parse: Number,
};
`;

const KINDS = [
  { space: '3x3' },
  { space: '3x3', goal: '1 2 3 4 x 5 6 7 8' },
  { space: '2x5' },
  { space: '2x2' },
  { space: '1x4' },
  { space: '#.#/.../...' },
  { space: '#.#/.../...', goal: 'x 1 2 3 4 5 6' },
  { space: '.../.#./...' },
  { space: '../.#' },
  { space: '2x4', metric: 'multi' },
  { space: '.../.#./...', metric: 'multi' },
  { space: '3x3', pattern: [1, 2, 4] },
  { space: '..#/.../#..', pattern: [2, 4] },
  { space: '3x4', pattern: [1, 2, 3, 5, 6] },
  { space: '3x3', pattern: [1, 2, 3, 4, 5, 6] },
  { space: 'pancake:5' },
  { space: 'hanoi:3,4' },
  { space: join(EXAMPLES, 'star-7.json') },
] as const;

async function tablesOfEveryKind(): Promise<string> {
  const folder = temporaryFolder();
  const module = join(folder, 'directed.js');
  writeFileSync(module, DIRECTED);
  for (const kind of [...KINDS, { space: module }]) {
    const exploration = await explore(kind);
    if (exploration.table === null) throw new Error('no table');
    const name = join(folder, kind.space === module ? 'directed' : fileNameOf(exploration));
    await saveTable(exploration.table, `${name}.table`);
    const table = await Table.of(exploration.table);
    await writeWhole(`${name}.npy`, (write) => exportTable(table, { format: 'npy' }, write));
    if (kind.space === '3x3' && !existsSync(join(folder, '3x3.json'))) {
      const { maxDepth, histogram } = exploration;
      const antipodes = ['6 4 7 8 5 x 3 2 1', '8 6 7 2 5 4 3 x 1'];
      writeFileSync(join(folder, '3x3.json'), JSON.stringify({ maxDepth, histogram, antipodes }));
    }
  }
  const bytes = readFileSync(join(folder, '2x5.table'));
  // The first section begins after the header, at a multiple of 64. It has 24,192 bytes, whose last chunk has the number 5.
  const words = Math.ceil((20 + bytes.readUInt32LE(12)) / 64) * 64;
  bytes[words + 24_192 - 1] ^= 1;
  writeFileSync(join(folder, 'damaged.table'), bytes);
  return folder;
}

describe.skipIf(WITHOUT_PYTHON)(`the package in Python${LEFT_OUT}`, () => {
  test('gives the exported distances of every kind of table, and refuses what is damaged', async () => {
    const folder = await tablesOfEveryKind();
    const { status, stderr } = runPython([join(PYTHON, 'tests/test_tables.py'), folder]);
    expect(stderr).toMatch(/\nOK\n$/);
    expect(status).toBe(0);
  });
});
