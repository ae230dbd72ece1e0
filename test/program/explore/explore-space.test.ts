import { readdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { rows } from '../../suite.js';
import { antipodeProcess } from '../process.js';
import { antipode, moduleFile, temporaryFolder } from '../run.js';

function fixture(name: string): string {
  return fileURLToPath(new URL(`../../fixtures/spaces/${name}`, import.meta.url));
}

/** Returns a folder with a module. */
function folderWith(name: string, text: string): string {
  const cwd = temporaryFolder();
  writeFileSync(join(cwd, name), text);
  return cwd;
}

function module(change: string): string {
  return `export default {
    name: 'made up', size: 1000, starts: [0], moves: ['on', 'back'], reversible: true,
    neighbours(state, next) { next[0] = state < 999 ? state + 1 : -1; next[1] = state > 0 ? state - 1 : -1; },
    format: (state) => 'state ' + state, parse: (text) => Number(text.slice(6)), ${change} };`;
}

describe('antipode explore of a module', () => {
  test('has its files named after it and its start', async () => {
    const cwd = temporaryFolder();
    const other = await antipode(['explore', fixture('one-way-ring.mjs'), '--start', 'place 5', '--json'], { cwd });
    expect(JSON.parse(other.out)).toMatchObject({ space: 'one-way-ring-from-place 5', starts: ['place 5'] });
    const file = expect.stringMatching(/^one-way-ring-[\da-f]{6}-from-place-5-[\da-f]{6}\.table$/);
    expect(readdirSync(join(cwd, 'out'))).toContainEqual(file);
  });

  test.each([
    [
      'has a neighbour outside its range',
      'neighbours(state, next) { next.fill(-1); next[0] = state === 500 ? 5000 : (state + 1) % 1000; next[1] = (state + 999) % 1000; }',
      /500.*'?on'?/,
    ],
    [
      'throws',
      "neighbours(state, next) { if (state === 777) throw new Error('no such place'); next[0] = (state + 1) % 1000; next[1] = (state + 999) % 1000; }",
      /777.*no such place/,
    ],
  ])('that %s ends with a line that names the state, and leaves nothing', async (_, change, expected) => {
    const cwd = folderWith('wrong.mjs', module(change));
    const { status, out, err } = await antipode(['explore', './wrong.mjs', '--threads', '2'], { cwd });
    expect(out).toBe('');
    expect(err.split('\n').at(-2)).toMatch(expected);
    expect(err).not.toMatch(/\n +at /);
    expect(status).toBe(2);
    expect(readdirSync(join(cwd, 'out'))).toEqual([]);
  });

  test('without the interface ends before anything is written', async () => {
    const cwd = folderWith('empty.mjs', 'export default {};');
    const { status, err } = await antipode(['explore', './empty.mjs'], { cwd });
    expect(err).toMatch(/^antipode: [^\n]*empty[^\n]*\n$/);
    expect(status).toBe(2);
    expect(readdirSync(cwd)).toEqual(['empty.mjs']);
  });

  test.each(
    rows(
      [
        ['never becomes a space', 'export default () => new Promise(() => {});'],
        ['ends the process', 'process.exit(0);'],
      ],
      [0],
    ),
  )('that %s makes the program fail', async (_, text) => {
    const cwd = folderWith('wrong.mjs', text);
    const { status, out, err } = await antipodeProcess(['explore', './wrong.mjs'], { cwd });
    expect({ status, out }).toEqual({ status: 1, out: '' });
    expect(err).toMatch(/^antipode: the program was ended before its work was done, [^\n]*\n$/);
  });

  test('does not replace the files of a board of the same name, nor does the board replace those of the module', async () => {
    const cwd = folderWith('2x2.mjs', module('neighbours(state, next) { next.fill(state); }'));
    const name = moduleFile(join(cwd, '2x2.mjs'));
    for (const space of ['2x2', '2x2.mjs']) expect((await antipode(['explore', space], { cwd })).status).toBe(0);
    const files = ['2x2', name].flatMap((stem) => [`${stem}.json`, `${stem}.table`]);
    expect(readdirSync(join(cwd, 'out')).sort()).toEqual(files.sort());
    renameSync(join(cwd, `out/${name}.table`), join(cwd, 'out/2x2.table'));
    const refused = await antipode(['explore', '2x2'], { cwd });
    expect(refused).toMatchObject({ status: 2, out: '' });
    expect(refused.err).toBe(
      `antipode: out/2x2.table is of the module ${cwd}/2x2.mjs, and would be replaced by that of 2x2 with the goal 1 2 3 x: choose another --output, or add --replace\n`,
    );
    // Positions of the board are still solved.
    expect(await antipode(['solve', '1 2 x 3'], { cwd })).toMatchObject({ status: 0, out: 'r\n' });
    expect(await antipode(['explore', '2x2', '--replace'], { cwd })).toMatchObject({ status: 0 });
  });
});

test.each(
  rows(
    [
      ['while it enumerates', 'pancake:11'],
      ['while a module takes forever', './slow.mjs'],
    ],
    [1],
  ),
)('antipode explore ends immediately on SIGINT %s, and leaves no half-written file', async (_, space) => {
  const forever =
    'neighbours(state, next) { for (const until = Date.now() + 50; Date.now() < until; ); next[0] = (state + 1) % 1000; next[1] = (state + 999) % 1000; },';
  const cwd = folderWith('slow.mjs', module(forever));
  const { status, out } = await antipodeProcess(['explore', space, '--threads', '2'], {
    cwd,
    during: (child) => {
      child.stderr?.once('data', async () => {
        await setTimeout(150);
        child.kill('SIGINT');
      });
    },
  });
  expect({ status, out }).toEqual({ status: 130, out: '' });
  expect(readdirSync(join(cwd, 'out'))).toEqual([]);
});
