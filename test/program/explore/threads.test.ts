/** How many threads the program uses where --threads is left out, on a machine that says it has 16 processors. */

import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { FULL } from '../../suite.js';
import { antipodeProcess } from '../process.js';
import { temporaryFolder } from '../run.js';

const preload = fileURLToPath(new URL('../../fixtures/processors.cjs', import.meta.url));

/** The threads that a command tells as JSON. */
async function threadsOf(command: string, cwd: string): Promise<number> {
  const { status, out, err } = await antipodeProcess([...command.split(' '), '--json'], {
    cwd,
    nodeOptions: ['--require', preload],
    env: { PROCESSORS: '16' },
  });
  expect(status, err).toBe(0);
  return JSON.parse(out).threads;
}

test.runIf(FULL)('small boards are explored, verified and analysed by one thread, larger ones by several', async () => {
  const cwd = temporaryFolder();
  expect(await threadsOf('explore 2x5', cwd)).toBe(1);
  // To check a state takes a hundred times as long as to find it.
  expect(await threadsOf('verify out/2x5.table', cwd)).toBe(3);
});

test.runIf(FULL)('each command chooses them', async () => {
  const cwd = temporaryFolder();
  expect(await threadsOf('explore 3x3', cwd)).toBe(1);
  expect(await threadsOf('explore 3x3 --all-goals', cwd)).toBe(1);
  expect(await threadsOf('verify out/3x3.table', cwd)).toBe(1);
  expect(await threadsOf('analyse out/3x3.table', cwd)).toBe(1);
  expect(await threadsOf('explore 3x4 --no-table', cwd)).toBe(4);
});

test.runIf(FULL)('so are other spaces', async () => {
  const cwd = temporaryFolder();
  expect(await threadsOf('explore pancake:8', cwd)).toBe(1);
  expect(await threadsOf('verify out/pancake-8.table', cwd)).toBe(1);
  expect(await threadsOf('analyse out/pancake-8.table', cwd)).toBe(1);
  expect(await threadsOf('explore pancake:10 --no-table', cwd)).toBe(7);
});

test.runIf(FULL)('a plan names the threads that would be used', async () => {
  const cwd = temporaryFolder();
  expect(await threadsOf('explore 3x3 --plan --store memory', cwd)).toBe(1);
  expect(await threadsOf('explore 3x4 --plan --store memory', cwd)).toBe(4);
});

test.runIf(FULL)('explorations with checkpoints and on disk follow the same rule', async () => {
  const cwd = temporaryFolder();
  expect(await threadsOf('explore 3x3 --checkpoint saved', cwd)).toBe(1);
  expect(await threadsOf('explore 3x3 --store disk --work files', cwd)).toBe(1);
});

test('threads that are asked for are used, however small the board', async () => {
  const cwd = temporaryFolder();
  expect(await threadsOf('explore 2x3 --threads 3', cwd)).toBe(3);
  if (!FULL) return;
  expect(await threadsOf('verify out/2x3.table --threads 3', cwd)).toBe(3);
  expect(await threadsOf('explore pancake:4 --threads 3', cwd)).toBe(3);
});
