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

/** Command lines in a folder, in turn, and their numbers of threads. */
const LINES: Readonly<Record<string, readonly (readonly [string, number])[]>> = {
  'small boards take one thread, larger ones several': [
    ['explore 2x5', 1],
    // Checking a state takes a hundred times as long as finding it.
    ['verify out/2x5.table', 3],
  ],
  'each command chooses its number of threads': [
    ['explore 3x3', 1],
    ['explore 3x3 --all-goals', 1],
    ['verify out/3x3.table', 1],
    ['analyse out/3x3.table', 1],
    ['explore 3x4 --no-table', 4],
  ],
  'other spaces follow the same rule': [
    ['explore pancake:8', 1],
    ['verify out/pancake-8.table', 1],
    ['analyse out/pancake-8.table', 1],
    ['explore pancake:12 --no-table', 13],
  ],
  'a plan gives the number of threads that would be used': [
    ['explore 3x3 --plan --store memory', 1],
    ['explore 3x4 --plan --store memory', 4],
  ],
  'explorations with checkpoints and on disk follow the same rule': [
    ['explore 3x3 --checkpoint saved', 1],
    ['explore 3x3 --store disk --work files', 1],
  ],
  'at most one of the requested threads is started per piece of work': [
    // 2x3 has 3 cells of either colour, each with a single block.
    ['explore 2x3 --threads 256', 3],
    ['explore 2x3 --threads 2', 2],
    ['explore pancake:6 --threads 256', 6],
    ['explore 2x3 --threads 256 --metric multi', 4],
    ['explore 2x3 --threads 256 --checkpoint saved', 3],
    ['explore 2x3 --threads 256 --store disk --work files', 3],
    ['verify out/2x3.table --threads 256', 3],
    ['analyse out/2x3.table --threads 256', 3],
    // 40,320 states are 56 blocks to explore, 3 pieces to analyse, and 2 to verify.
    ['explore pancake:8 --threads 256', 56],
    ['verify out/pancake-8.table --threads 256', 2],
    ['analyse out/pancake-8.table --threads 256', 3],
  ],
};

test.runIf(FULL).each(Object.entries(LINES))('%s', async (_, lines) => {
  const cwd = temporaryFolder();
  for (const [line, threads] of lines) expect([line, await threadsOf(line, cwd)]).toEqual([line, threads]);
});

test.runIf(FULL)('the announced memory includes that of the threads', async () => {
  const announced = async (threads: string) => {
    const { err } = await antipodeProcess(['explore', '3x3', '--threads', threads], { cwd: temporaryFolder() });
    return /need 48\.4 KB of memory, (.*); .* are free\n$/.exec(err)?.[1];
  };
  expect(await announced('1')).toBe('with 1 thread about 92.0 MB in all');
  expect(await announced('256')).toBe('with 5 threads about 140 MB in all');
});
