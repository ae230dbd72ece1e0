/** Missing input: files that do not exist, folders instead of files, a folder as standard input, and misspelt names. */

import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { closeSync, copyFileSync, mkdirSync, openSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import { fixtureSpace } from '../spaces.js';
import { rows } from '../suite.js';
import { antipodeProcess, CLI } from './process.js';
import { antipode, moduleFile, temporaryFolder } from './run.js';

describe('a missing file, and a folder instead of it, end with status 2 and one line:', () => {
  test.each([
    ['solve', '--table', 'FILE.table', '12345x'],
    ['solve', '--table', 'FILE.table', '--space', 'pancake:4', '1234'],
    ['solve', '--space', './FILE.js', 'a1'],
    ['solve', './FILE.js', 'a1'],
    ['solve', '--map', 'FILE.map', '12345x'],
    ['solve', '--generators', 'FILE.json', '123'],
    ['solve', '--instances', 'FILE.txt'],
    ['compare', '2x3', '--count', '1', '--table', 'FILE.table'],
    ['compare', '2x3', '--instances', 'FILE.txt'],
    ['explore', './FILE.js'],
    ['explore', '--map', 'FILE.map'],
    ['explore', '--generators', 'FILE.json'],
    ['analyse', 'FILE.table'],
    ['export', 'FILE.table', '--format', 'npy'],
    ['report', 'FILE.table', '--output', 'a.html'],
    ['verify', 'FILE.table'],
    ['verify', 'FILE.table', '--distances', 'a.npy'],
    ['verify', '--board', '2x3', '--distances', 'FILE.npy'],
    ['serve', 'FILE.table'],
  ])('%s %s %s %s %s', async (...words) => {
    const cwd = temporaryFolder();
    for (const ending of ['table', 'js', 'map', 'json', 'txt', 'npy']) mkdirSync(join(cwd, `folder.${ending}`));
    for (const file of ['missing', 'folder']) {
      const named = words.filter((word) => word !== undefined).map((word) => word.replace('FILE', file));
      const { status, out, err } = await antipode(named, { cwd });
      expect({ status, out }).toEqual({ status: 2, out: '' });
      expect(err).toMatch(new RegExp(`^antipode: [^\\n]*${file}\\.[^\\n]+\\n$`));
    }
  });
});

describe('a pipe as a file', () => {
  test.each(
    rows(
      [
        ['info', 'pipe.tws'],
        ['explore', './pipe.tws'],
        ['explore', './pipe.js'],
        ['solve', '--map', 'pipe.map', '12345x'],
        ['solve', '--instances', 'pipe.txt'],
        ['analyse', 'pipe.table'],
        ['verify', '--board', '2x3', '--distances', 'pipe.npy'],
      ],
      [2, 4, 5],
    ),
  )('to which nothing writes is refused at once: %s %s', async (...words) => {
    const cwd = temporaryFolder();
    const path = words.find((word) => word.includes('pipe')) ?? '';
    execFileSync('mkfifo', [join(cwd, path)]);
    const during = (child: ChildProcess) => onTestFinished(() => void child.kill('SIGKILL'));
    const { status, out, err } = await antipodeProcess(words, { cwd, during });
    expect({ status, out }).toEqual({ status: 2, out: '' });
    expect(err).toMatch(/^antipode: [^\n]*pipe\.[^\n]+\n$/);
  });

  test('is read to its end', () => {
    const rings = fileURLToPath(new URL('../../examples/rings.tws', import.meta.url));
    const words = ['-c', 'cat "$1" | "$2" "$3" info /dev/stdin', 'sh', rings, process.execPath, CLI];
    expect(execFileSync('sh', words, { encoding: 'utf8' })).toMatch(/^states +252$/m);
  });
});

test('a table whose module no longer exists also ends with status 2', async () => {
  const cwd = temporaryFolder();
  copyFileSync(fixtureSpace('knight').path, join(cwd, 'gone.js'));
  await antipode(['explore', './gone.js'], { cwd });
  const table = `out/${moduleFile(join(cwd, 'gone.js'))}.table`;
  rmSync(join(cwd, 'gone.js'));
  for (const words of [
    ['solve', '--table', table, 'a1'],
    ['analyse', table],
    ['export', table, '--format', 'npy'],
    ['report', table, '--output', 'a.html'],
    ['verify', table],
    ['serve', table],
  ]) {
    const { status, out, err } = await antipode(words, { cwd });
    expect({ status, out }).toEqual({ status: 2, out: '' });
    expect(err).toMatch(/^antipode: out\/gone-\w{6}\.table: [^\n]*gone\.js[^\n]*\n$/);
  }
});

test.each([[['solve']], [['solve', 'pancake:4']]])('%j refuses a folder as standard input', async (words) => {
  const cwd = temporaryFolder();
  const folder = openSync(cwd, 'r');
  const child = spawn(process.execPath, [CLI, ...words], { cwd, stdio: [folder, 'pipe', 'pipe'] });
  closeSync(folder);
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (piece) => (text += piece));
  const status = await new Promise((resolve) => child.on('close', resolve));
  expect([status, text]).toEqual([
    2,
    'antipode: standard input is a folder: redirect it from a file, with one position or state per line\n',
  ]);
});
