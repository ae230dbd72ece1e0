/** Damaged or missing files of a run: files of the layer in progress are made again, older ones end the run and are named. */

import { readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { LEFT_OUT, RedisProcess, WITHOUT_REDIS } from '../../redis/redis-process.js';
import { FULL } from '../../suite.js';
import { newFolder } from '../folders.js';
import { BEGUN, BOARD, beginRun, expectedFound } from './begun-run.js';
import type { SharedRun } from './coordinate.js';
import { type Coordinator, type QueueWorker, startCoordinator, startWorker } from './processes.js';

/** Changes a bit in the middle of a file's contents. */
function flip(path: string): void {
  const bytes = readFileSync(path);
  const written = [...bytes.keys()].filter((place) => bytes[place] !== 0);
  bytes[written[written.length >> 1]] ^= 64;
  writeFileSync(path, bytes);
}

const RUINS: readonly (readonly [string, (path: string) => void])[] = [
  ['cut', (path) => truncateSync(path, statSync(path).size - 4096)],
  ['empty', (path) => truncateSync(path, 0)],
  ['flipped', flip],
  ['missing', (path) => rmSync(path)],
];

/** A run with a layer in progress, of which some portions are made, and no active worker. */
async function halfDone(run: SharedRun): Promise<readonly string[]> {
  const coordinator = startCoordinator(run);
  const worker = startWorker(run);
  await worker.until(({ type }) => type === 'made');
  await Promise.all([worker.kill(), coordinator.kill()]);
  const layers = readdirSync(run.work).filter((name) => name.startsWith('manifest-'));
  const depth = Math.max(...layers.map((name) => Number(name.split('-')[1])));
  return readdirSync(run.work).filter((name) => /^(visited|table)-/.test(name) && name.endsWith(`-${depth + 1}`));
}

/** Suspends the worker while some portions of a layer are made and others are not. @returns a file of a portion that is made */
async function amidLayer({ work }: SharedRun, coordinator: Coordinator, worker: QueueWorker): Promise<string> {
  const told = () => coordinator.events.filter((event) => event.type === 'portions').slice(-2);
  for (;;) {
    const before = worker.events.length;
    await expect
      .poll(() => worker.events.slice(before).some(({ type }) => type === 'made'), { interval: 1 })
      .toBe(true);
    worker.signal('SIGSTOP');
    // Two equal reports show that no worker is active.
    await expect
      .poll(() => told().length === 2 && told()[0].done === told()[1].done && told()[0].depth === told()[1].depth)
      .toBe(true);
    const { depth, done, portions } = told()[1];
    if (done > 0 && done < portions) return join(work, `visited-0-${depth}`);
    worker.signal('SIGCONT');
  }
}

describe.skipIf(WITHOUT_REDIS || !FULL)(`a file of a run${LEFT_OUT}`, () => {
  test.each(RUINS)('of the layer in progress that is %s is made again', async (_, ruin) => {
    const { url } = await RedisProcess.start();
    const run = { url, work: newFolder(), board: BOARD };
    let names: readonly string[] = [];
    while (names.length === 0) {
      rmSync(run.work, { recursive: true, force: true });
      await beginRun(run.work);
      names = await halfDone(run);
    }
    for (const name of names) ruin(join(run.work, name));
    const coordinator = startCoordinator(run);
    startWorker(run);
    const { found } = await coordinator.until((event) => event.type === 'found');
    expect(found).toEqual(await expectedFound());
    expect(await coordinator.ended).toEqual({ status: 0, errors: '' });
  });

  test.each(RUINS.filter(([name]) => name !== 'flipped'))(
    'that is %s after its portion was counted is made again',
    async (_, ruin) => {
      const { url } = await RedisProcess.start();
      const run = { url, work: newFolder(), board: BOARD };
      await beginRun(run.work);
      const coordinator = startCoordinator(run);
      const worker = startWorker(run);
      const path = await amidLayer(run, coordinator, worker);
      ruin(path);
      worker.signal('SIGCONT');
      const { found } = await coordinator.until((event) => event.type === 'found');
      expect(found).toEqual(await expectedFound());
      expect(await coordinator.ended).toEqual({ status: 0, errors: '' });
    },
  );

  test.each(RUINS)('of an older layer that is %s ends the run with one line that names it', async (_, ruin) => {
    const { url } = await RedisProcess.start();
    const run = { url, work: newFolder(), board: BOARD };
    await beginRun(run.work);
    const path = join(run.work, `visited-1-${BEGUN}`);
    const coordinator = startCoordinator(run);
    // The coordinator waits for workers, and has read all headers.
    await coordinator.until((event) => event.type === 'portions');
    ruin(path);
    startWorker(run);
    const { status, errors } = await coordinator.ended;
    expect(errors).toBe(`StorageError: ${path} is damaged or missing; begin again in an empty folder\n`);
    expect(status).toBe(1);
  });
});
