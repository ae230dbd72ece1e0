import { copyFileSync, mkdirSync, readdirSync, readlinkSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openSpaces } from '#src/serve/http/open-spaces.js';
import type { ServedSpace } from '#src/serve/served-space.js';
import { TableError } from '#src/table/contents.js';
import { ModuleFolder } from '../spaces.js';
import { count } from '../suite.js';
import { TableFolder } from './tables.js';

const tables = new TableFolder();
const modules = new ModuleFolder();
afterAll(() => {
  tables.remove();
  modules.remove();
});

const made: Record<string, string> = {};
beforeAll(async () => {
  for (const board of ['3x3', '2x3', '1x5']) made[board] = await tables.board(board);
  made['2x3-multi'] = await tables.board('2x3', { metric: 'multi', name: '2x3-multi' });
  for (const n of [4, 5])
    made[`pancake-${n}`] = await tables.space({ kind: 'known', space: `pancake:${n}` }, `pancake-${n}`);
  made.ring = await tables.space(modules.ring(), 'ring');
});

let folders = 0;
function newFolder(names: Readonly<Record<string, string>>): string {
  const folder = join(tables.path, `out${folders++}`);
  mkdirSync(folder);
  for (const [name, from] of Object.entries(names)) copyFileSync(made[from], join(folder, name));
  return folder;
}

const idsOf = (served: readonly ServedSpace[]) => served.map(({ facts }) => facts.id);

async function open(folder: string, paths: readonly string[] = []) {
  const notices: string[] = [];
  const served = await openSpaces({ paths, folder, onNotice: (line) => notices.push(line) });
  for (const table of served) table.close();
  return { served, notices };
}

describe('the tables of a folder are served', () => {
  test('with the 8-puzzle first, then boards by size, then spaces by name, then the searched boards', async () => {
    const names = ['1x5', '2x3', '2x3-multi', '3x3', 'pancake-4', 'pancake-5'];
    const copies = Object.fromEntries(names.map((name) => [`${name}.table`, name]));
    const folder = newFolder({ ...copies, 'pancake-10.table': 'pancake-4' });
    writeFileSync(join(folder, '3x3.json'), '{}');
    const { served, notices } = await open(folder);
    expect(idsOf(served)).toEqual([
      '3x3',
      '1x5',
      '2x3',
      '2x3-multi',
      'pancake-4',
      'pancake-5',
      'pancake-10',
      '4x4',
      '5x5',
    ]);
    expect(notices).toEqual([]);
  });

  test('except damaged ones and those whose spaces are missing, each with a notice', async () => {
    const folder = newFolder({ 'a.table': '2x3', 'b.table': '2x3', 'c.table': 'ring' });
    truncateSync(join(folder, 'b.table'), 1000);
    writeFileSync(join(folder, 'd.table'), 'no table');
    mkdirSync(join(folder, 'e.table'));
    modules.remove();
    const { served, notices } = await open(folder);
    expect(idsOf(served)).toEqual(['a', '4x4', '5x5']);
    expect(notices.map((line) => line.replace(folder, ''))).toEqual([
      expect.stringMatching(/^skipped: \/b\.table: /),
      expect.stringMatching(/^skipped: \/c\.table: its space is the module .*, which no longer exists: if you trust/),
      expect.stringMatching(/^skipped: \/d\.table: /),
      expect.stringMatching(/^skipped: \/e\.table: /),
    ]);
    for (const line of notices) expect(line).not.toContain('\n');
  });

  test('with different ids of letters, digits and a few signs', async () => {
    const strange = newFolder({
      'a b.table': '2x3',
      'a-b.table': '2x3',
      'ä#?.table': '2x3',
      '...table': '2x3',
      '..table': '2x3',
    });
    const { served } = await open(strange);
    const ids = idsOf(served);
    expect([...ids].sort()).toEqual(['---', '4x4', '5x5', 'a-b', 'a-b-2', 'table', 'table-2']);
  });

  test('with one file descriptor each, for many of them', async () => {
    const many = count(20, 100);
    const folder = newFolder(
      Object.fromEntries(Array.from({ length: many }, (_, n) => [`${n}.table`, n % 2 ? '2x3' : 'pancake-5'])),
    );
    const before = openFiles();
    const served = await openSpaces({ paths: [], folder, onNotice: () => {} });
    expect(served.length).toBe(many + 2);
    expect(openFiles() - before).toBeLessThanOrEqual(many);
    for (const table of served) table.close();
    expect(openFiles()).toBe(before);
  });
});

/** Returns the number of this process's descriptors of tables (those of threads come and go); 0 if the system does not list them. */
function openFiles(): number {
  if (process.platform !== 'linux') return 0;
  const targets = readdirSync('/proc/self/fd').map((name) => {
    try {
      return readlinkSync(`/proc/self/fd/${name}`);
    } catch {
      // The descriptor of the folder itself, which is closed by now.
      return '';
    }
  });
  return targets.filter((target) => target.endsWith('.table')).length;
}

test.each(['there is no folder', 'there is no table in it'])('the 8-puzzle is enumerated if %s', async (why) => {
  const folder = newFolder({});
  if (why === 'there is no folder') rmSync(folder, { recursive: true });
  const notices: string[] = [];
  const [eight, ...others] = await openSpaces({ paths: [], folder, onNotice: (line) => notices.push(line) });
  expect(notices).toEqual([`no tables in ${folder}: enumerating the 8-puzzle instead`]);
  expect([eight.facts.id, eight.facts.states, idsOf(others)]).toEqual(['3x3', 181_440, ['4x4', '5x5']]);
  expect(await eight.distance('2 3 4 1 5 x 7 6 8', () => undefined)).toMatchObject({ distance: 19 });
  expect((await eight.antipodes(5)).states.length).toBe(2);
  eight.close();
});

describe('named tables are served', () => {
  test('in order, and nothing else', async () => {
    const paths = [made['pancake-4'], made['3x3'], made['2x3'], made['3x3']];
    const { served, notices } = await open(tables.path, paths);
    expect(idsOf(served)).toEqual(['pancake-4', '3x3', '2x3', '3x3-2']);
    expect(notices).toEqual([]);
  });

  test('all of them or none', async () => {
    const before = openFiles();
    const missing = join(tables.path, 'missing.table');
    await expect(open(tables.path, [made['3x3'], missing])).rejects.toThrow(
      new TableError(`${missing}: there is no such table; make it with antipode explore`),
    );
    expect(openFiles()).toBe(before);
  });
});
