/** Files of other spaces with the names of results, and results behind links. */

import { spawnSync } from 'node:child_process';
import {
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { rows } from '../../suite.js';
import { exploreInto } from '../explored.js';
import { antipode, moduleFile, temporaryFolder } from '../run.js';

const GOAL = '1 2 3 8 x 4 7 6 5';
const ORDERED = '1 2 3 4 x 5 6 7 8';
const MODULE = `export default {
  name: 'ring', size: SIZE, starts: [0], moves: ['on', 'back'], reversible: true,
  neighbours(state, next) { next[0] = (state + 1) % SIZE; next[1] = (state + SIZE - 1) % SIZE; },
  format: String, parse: Number,
};`;

/** Returns the files of a folder with their contents. */
function contentsOf(folder: string): Record<string, string> {
  const names = readdirSync(folder).sort();
  return Object.fromEntries(names.map((name) => [name, readFileSync(join(folder, name), 'base64')]));
}

describe('separate files are written for', () => {
  test('two maps, and two goals with the same blank cell, whose table is the same', async () => {
    const cwd = temporaryFolder();
    for (const words of [['.../.#./...'], ['...#./.#...'], ['3x3', '--goal', GOAL]]) {
      expect((await antipode(['explore', ...words], { cwd })).status).toBe(0);
    }
    const before = contentsOf(join(cwd, 'out'));
    expect(Object.keys(before)).toEqual([
      '3x3-blank-4.table',
      '3x3-goal-1-2-3-8-x-4-7-6-5.json',
      'map-ooo-oxo-ooo.json',
      'map-ooo-oxo-ooo.table',
      'map-oooxo-oxooo.json',
      'map-oooxo-oxooo.table',
    ]);
    const { table } = JSON.parse((await antipode(['explore', '3x3', '--goal', ORDERED, '--json'], { cwd })).out);
    expect(table).toBe('out/3x3-blank-4.table');
    const { '3x3-blank-4.json': result, ...others } = contentsOf(join(cwd, 'out'));
    expect(others).toEqual(before);
    expect(result).toBeDefined();
    const solved = await antipode(['solve', '--goal', '8 7 6 5 x 4 3 2 1', '8 7 6 x 5 4 3 2 1'], { cwd });
    expect(solved).toMatchObject({ out: 'r\n', err: '3x3: solved from out/3x3-blank-4.table\n' });
  });

  test('two modules with the same file name', async () => {
    const cwd = temporaryFolder();
    const names = ['a', 'b'].map((folder, index) => {
      mkdirSync(join(cwd, folder));
      writeFileSync(join(cwd, folder, 'ring.mjs'), MODULE.replaceAll('SIZE', String(5 + 2 * index)));
      return moduleFile(join(cwd, folder, 'ring.mjs'));
    });
    for (const folder of ['a', 'b']) await antipode(['explore', `./${folder}/ring.mjs`], { cwd });
    const files = names.flatMap((name) => [`${name}.json`, `${name}.table`]);
    expect(readdirSync(join(cwd, 'out')).sort()).toEqual(files.sort());
    for (const [index, folder] of ['a', 'b'].entries()) {
      const { out, err } = await antipode(['solve', '--space', `./${folder}/ring.mjs`, String(4 + 2 * index)], { cwd });
      expect({ out, err }).toEqual({ out: 'on\n', err: `ring: solved from out/${names[index]}.table\n` });
    }
  });
});

describe('a file of another space is refused before anything is written, and replaced by --replace', () => {
  test.each(
    rows(
      [
        [
          'a result of another goal',
          'json',
          ['3x3', '--goal', GOAL],
          ['3x3', '--goal', ORDERED],
          `3x3-blank-4 with the goal ${GOAL}`,
          `3x3-blank-4 with the goal ${ORDERED}`,
        ],
        [
          'a table of another board',
          'table',
          ['2x3'],
          ['3x2'],
          '2x3 with the goal 1 2 3 4 5 x',
          '3x2 with the goal 1 2 3 4 5 x',
        ],
        [
          'a table of another metric',
          'table',
          ['2x3', '--metric', 'multi'],
          ['2x3'],
          '2x3-multi with the goal 1 2 3 4 5 x',
          '2x3 with the goal 1 2 3 4 5 x',
        ],
        ['a table of another puzzle', 'table', ['pancake:5'], ['pancake:6'], 'pancake:5', 'pancake:6'],
        [
          'a table of another start',
          'table',
          ['pancake:5', '--start', '21345'],
          ['pancake:5'],
          'pancake:5-from-2 1 3 4 5',
          'pancake:5',
        ],
        [
          'a table of another goal, by the general method',
          'table',
          ['2x3', '--method', 'general', '--goal', '2 1 3 4 x 5'],
          ['2x3', '--method', 'general'],
          '2x3 with the goal 2 1 3 4 x 5',
          '2x3 with the goal 1 2 3 4 5 x',
        ],
        [
          'a result of all goals',
          'json',
          ['2x2', '--all-goals'],
          ['2x3', '--all-goals'],
          '2x2',
          '2x3 with the goal 1 2 3 4 5 x',
        ],
      ] as const,
      [0, 3, 6],
    ),
  )('%s', async (_, ending, others, words, found, own) => {
    const cwd = temporaryFolder();
    await exploreInto(cwd, others);
    const allGoals = words.some((word) => word === '--all-goals') ? '-all-goals' : '';
    const named = (folder: string) =>
      readdirSync(join(cwd, folder)).find((name) => name.endsWith(`${allGoals}.${ending}`)) ?? '';
    await antipode(['explore', ...words, '--output', 'own'], { cwd });
    const name = named('own');
    renameSync(join(cwd, 'out', named('out')), join(cwd, 'out', name));
    const before = contentsOf(join(cwd, 'out'));
    const refused = await antipode(['explore', ...words], { cwd });
    expect(refused).toMatchObject({ status: 2, out: '' });
    expect(refused.err).toBe(
      `antipode: out/${name} is of ${found}, and would be replaced by that of ${own}: choose another --output, or add --replace\n`,
    );
    expect(contentsOf(join(cwd, 'out'))).toEqual(before);
    expect((await antipode(['explore', ...words, '--replace'], { cwd })).status).toBe(0);
    if (ending === 'table') expect(contentsOf(join(cwd, 'out'))[name]).toBe(contentsOf(join(cwd, 'own'))[name]);
    expect((await antipode(['explore', ...words], { cwd })).status).toBe(0);
  });

  test('also a truncated table, by checkpoints, and by export', async () => {
    const cwd = temporaryFolder();
    await exploreInto(cwd, ['2x3']);
    await exploreInto(cwd, ['3x3']);
    const table = readFileSync(join(cwd, 'out/2x3.table'));
    writeFileSync(join(cwd, 'out/3x2.table'), table.subarray(0, table.length - 1));
    for (const more of [[], ['--checkpoint', 'ck'], ['--store', 'disk', '--work', 'work', '--memory', '100000000']]) {
      const { status, err } = await antipode(['explore', '3x2', ...more], { cwd });
      expect(err).toMatch(/^antipode: out\/3x2\.table is of 2x3 with the goal 1 2 3 4 5 x, and [^\n]*--replace\n$/);
      expect(status).toBe(2);
    }
    const words = ['export', 'out/3x3.table', '--format', 'json'];
    renameSync(join(cwd, 'out/2x3.json'), join(cwd, 'out/3x3.result.json'));
    const refused = await antipode(words, { cwd });
    expect(refused).toMatchObject({ status: 2, out: '' });
    expect(refused.err).toBe(
      'antipode: out/3x3.result.json is of 2x3 with the goal 1 2 3 4 5 x, and would be replaced by that of 3x3 with the goal 1 2 3 4 5 6 7 8 x: name another file with --output, or add --replace\n',
    );
    const told = await antipode([...words, '--output', 'out/3x3.result.json'], { cwd });
    expect(told.status).toBe(0);
    expect(readdirSync(cwd)).toEqual(['out']);
  });

  test('but files of the same space, and files without a space, are replaced', async () => {
    const cwd = temporaryFolder();
    mkdirSync(join(cwd, 'out'));
    writeFileSync(join(cwd, 'out/2x3.table'), 'no table');
    writeFileSync(join(cwd, 'out/2x3.json'), '{"space":3}');
    for (let run = 0; run < 2; run++) expect((await antipode(['explore', '2x3'], { cwd })).status).toBe(0);
  });
});

describe.skipIf(process.platform === 'win32')('a result behind a link', () => {
  test('is written there, and the link stays', async () => {
    const cwd = temporaryFolder();
    for (const folder of ['out', 'store']) mkdirSync(join(cwd, folder));
    for (const name of ['2x3.table', '2x3.json']) symlinkSync(join('..', 'store', name), join(cwd, 'out', name));
    expect((await antipode(['explore', '2x3'], { cwd })).status).toBe(0);
    expect(readlinkSync(join(cwd, 'out/2x3.table'))).toBe('../store/2x3.table');
    expect(readdirSync(join(cwd, 'store'))).toEqual(['2x3.json', '2x3.table']);
    expect((await antipode(['solve', '--board', '2x3', '12345x'], { cwd })).err).toContain('out/2x3.table');
    expect((await antipode(['export', 'out/2x3.table', '--output', 'out/2x3.json'], { cwd })).status).toBe(0);
    expect(lstatSync(join(cwd, 'out/2x3.json')).isSymbolicLink()).toBe(true);
    const over = await antipode(['export', 'store/2x3.table', '--format', 'csv', '--output', 'out/2x3.table'], { cwd });
    expect(over.err).toBe('antipode: the output would overwrite the table store/2x3.table: choose another --output\n');
  });

  test('that is a pipe is refused before anything is done', async () => {
    const cwd = temporaryFolder();
    mkdirSync(join(cwd, 'out'));
    expect(spawnSync('mkfifo', [join(cwd, 'pipe')]).status).toBe(0);
    symlinkSync('../pipe', join(cwd, 'out/2x3.json'));
    const { status, out, err } = await antipode(['explore', '2x3'], { cwd });
    expect({ status, out }).toEqual({ status: 2, out: '' });
    expect(err).toBe(
      'antipode: out/2x3.json leads to a device, a pipe, a socket or a descriptor: choose another --output\n',
    );
    expect(readdirSync(join(cwd, 'out'))).toEqual(['2x3.json']);
  });
});
