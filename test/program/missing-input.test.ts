/** Missing input: files that do not exist, folders instead of files, a folder as standard input, and misspelt names. */

import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { closeSync, copyFileSync, openSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import { fixtureSpace } from '../spaces.js';
import { rows } from '../suite.js';
import { antipodeProcess, CLI } from './process.js';
import { antipode, moduleFile, temporaryFolder } from './run.js';

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
      [4],
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

test.each(rows([[['solve']], [['solve', 'pancake:4']]], [0]))(
  '%j refuses a folder as standard input',
  async (words) => {
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
  },
);
