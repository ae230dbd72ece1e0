/** The number of threads without --threads, on a machine that reports 16 processors. */

import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { FULL } from '../../suite.js';
import { antipodeProcess } from '../process.js';
import { temporaryFolder } from '../run.js';

const preload = fileURLToPath(new URL('../../fixtures/processors.cjs', import.meta.url));

/** Returns the number of threads that a command reports as JSON. */
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
  // Checking a state takes a hundred times as long as finding it.
  expect(await threadsOf('verify out/2x5.table', cwd)).toBe(3);
});

test.runIf(FULL)('each command chooses its number of threads', async () => {
  const cwd = temporaryFolder();
  expect(await threadsOf('explore 3x3', cwd)).toBe(1);
  expect(await threadsOf('explore 3x3 --all-goals', cwd)).toBe(1);
  expect(await threadsOf('verify out/3x3.table', cwd)).toBe(1);
  expect(await threadsOf('analyse out/3x3.table', cwd)).toBe(1);
  expect(await threadsOf('explore 3x4 --no-table', cwd)).toBe(4);
});

test.runIf(FULL)('other spaces follow the same rule', async () => {
  const cwd = temporaryFolder();
  expect(await threadsOf('explore pancake:8', cwd)).toBe(1);
  expect(await threadsOf('verify out/pancake-8.table', cwd)).toBe(1);
  expect(await threadsOf('analyse out/pancake-8.table', cwd)).toBe(1);
  expect(await threadsOf('explore pancake:12 --no-table', cwd)).toBe(13);
});

test.runIf(FULL)('a plan gives the number of threads that would be used', async () => {
  const cwd = temporaryFolder();
  expect(await threadsOf('explore 3x3 --plan --store memory', cwd)).toBe(1);
  expect(await threadsOf('explore 3x4 --plan --store memory', cwd)).toBe(4);
});

test.runIf(FULL)('explorations with checkpoints and on disk follow the same rule', async () => {
  const cwd = temporaryFolder();
  expect(await threadsOf('explore 3x3 --checkpoint saved', cwd)).toBe(1);
  expect(await threadsOf('explore 3x3 --store disk --work files', cwd)).toBe(1);
});

test.runIf(FULL)('at most one of the requested threads is started per piece of work', async () => {
  const cwd = temporaryFolder();
  // 2x3 has 3 cells of either colour, each with a single block.
  expect(await threadsOf('explore 2x3 --threads 256', cwd)).toBe(3);
  expect(await threadsOf('explore 2x3 --threads 2', cwd)).toBe(2);
  expect(await threadsOf('explore pancake:6 --threads 256', cwd)).toBe(6);
  expect(await threadsOf('explore 2x3 --threads 256 --metric multi', cwd)).toBe(4);
  expect(await threadsOf('explore 2x3 --threads 256 --checkpoint saved', cwd)).toBe(3);
  expect(await threadsOf('explore 2x3 --threads 256 --store disk --work files', cwd)).toBe(3);
  expect(await threadsOf('verify out/2x3.table --threads 256', cwd)).toBe(3);
  expect(await threadsOf('analyse out/2x3.table --threads 256', cwd)).toBe(3);
  // 40,320 states are 56 blocks to explore, 3 pieces to analyse, and 2 to verify.
  expect(await threadsOf('explore pancake:8 --threads 256', cwd)).toBe(56);
  expect(await threadsOf('verify out/pancake-8.table --threads 256', cwd)).toBe(2);
  expect(await threadsOf('analyse out/pancake-8.table --threads 256', cwd)).toBe(3);
});

test('the announced memory includes that of the threads', async () => {
  const announced = async (threads: string) => {
    const { err } = await antipodeProcess(['explore', '3x3', '--threads', threads], { cwd: temporaryFolder() });
    return /need 48\.4 KB of memory, (.*); .* are free\n$/.exec(err)?.[1];
  };
  if (FULL) expect(await announced('1')).toBe('with 1 thread about 92.0 MB in all');
  expect(await announced('256')).toBe('with 5 threads about 140 MB in all');
});
