import { cpSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { FULL } from '../../suite.js';
import { antipodeProcess } from '../process.js';
import { antipode, temporaryFolder } from '../run.js';

/** An address without a server, because its port is reserved. */
const NOBODY = 'redis://:secret@127.0.0.1:1';

describe('antipode worker', () => {
  test.each([[NOBODY, 1, 'redis://127.0.0.1:1 cannot be used: no server listens there (ECONNREFUSED)']])(
    'without a server at %s it ends with status %i and one line without the password',
    async (url, expected, message) => {
      const cwd = temporaryFolder();
      const { status, out, err } = await antipode(['worker', '--queue', url, '--work', 'w'], { cwd });
      expect([status, out, err]).toEqual([expected, '', `antipode: ${message}\n`]);
      expect(readdirSync(cwd)).toEqual([]);
    },
  );

  test.runIf(FULL)(
    'without the packages of the queue it prints how to install them, as does the coordinator',
    async () => {
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
    },
  );
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
