import { cpSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { antipodeProcess } from '../process.js';
import { antipode, temporaryFolder } from '../run.js';

/** An address without a server, because its port is reserved. */
const NOBODY = 'redis://:secret@127.0.0.1:1';

describe('antipode worker', () => {
  test.each([
    [['--work', 'w'], "--queue is missing: give the coordinator's --queue address, such as redis://host:6379", 2],
    [['--queue', NOBODY], "--work is missing: give the coordinator's --work folder, by its path on this machine", 2],
    [
      ['--queue', NOBODY, '--work', 'file'],
      "--work must be the name of a folder, but 'file' is not a folder: choose another one",
      2,
    ],
    [
      ['--queue', NOBODY, '--work', 'w', '--threads', '0'],
      "--threads must be a whole number from 1 to 256, found '0'",
      2,
    ],
    [
      ['--queue', NOBODY, '--work', 'w', '--memory', 'much'],
      "--memory must be a size in bytes, such as 1500000000, 1.5GB or 512MiB, found 'much'",
      2,
    ],
  ])('refuses %j in one line', async (options, message, expected) => {
    const cwd = temporaryFolder();
    writeFileSync(join(cwd, 'file'), '');
    const { status, out, err } = await antipode(['worker', ...options], { cwd });
    expect([status, out, err]).toEqual([expected, '', `antipode: ${message}\n`]);
  });

  test.each([
    [NOBODY, 1, 'redis://127.0.0.1:1 cannot be used: no server listens there (ECONNREFUSED)'],
    ['http://:secret@lab', 2, "a queue must be redis://host:6379, or rediss:// with TLS; found 'http://lab'"],
  ])(
    'without a server at %s it ends with status %i and one line without the password',
    async (url, expected, message) => {
      const cwd = temporaryFolder();
      const { status, out, err } = await antipode(['worker', '--queue', url, '--work', 'w'], { cwd });
      expect([status, out, err]).toEqual([expected, '', `antipode: ${message}\n`]);
      expect(readdirSync(cwd)).toEqual([]);
    },
  );

  test('without the packages of the queue it prints how to install them, as does the coordinator', async () => {
    const cwd = temporaryFolder();
    const cli = installedWithout(join(cwd, 'package'), ['bullmq', 'ioredis']);
    const message =
      'antipode: a queue needs the packages bullmq and ioredis: npm install bullmq ioredis (with --global if antipode was installed globally)\n';
    const options = ['--queue', NOBODY, '--work', 'w'];
    const worker = await antipodeProcess(['worker', ...options], { cwd, cli });
    expect([worker.status, worker.err]).toEqual([1, message]);
    const coordinator = await antipodeProcess(['explore', '3x3', ...options], { cwd, cli });
    expect([coordinator.status, coordinator.err]).toEqual([1, message]);
    expect(readdirSync(cwd)).toEqual(['package']);
  });
});

/** Installs the built program in a folder without some packages. @returns path of the program */
function installedWithout(folder: string, packages: readonly string[]): string {
  const root = fileURLToPath(new URL('../../../', import.meta.url));
  mkdirSync(join(folder, 'node_modules'), { recursive: true });
  for (const name of readdirSync(join(root, 'node_modules'))) {
    if (packages.includes(name)) continue;
    symlinkSync(join(root, 'node_modules', name), join(folder, 'node_modules', name));
  }
  cpSync(join(root, 'package.json'), join(folder, 'package.json'));
  for (const part of ['dist/program', 'dist/chunks']) cpSync(join(root, part), join(folder, part), { recursive: true });
  return join(folder, 'dist/program/cli.cjs');
}
