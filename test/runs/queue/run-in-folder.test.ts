/** The end of a run as a worker sees it: by the folder alone. */

import { rmSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { StoppedError } from '#src/runs/exploration/exploration.js';
import { WatchedRun } from '#src/runs/queue/worker.js';
import { exploreOnDisk } from '../../board-exploration.js';
import { LEFT_OUT, RedisProcess, WITHOUT_REDIS } from '../../redis/redis-process.js';
import { newFolder } from '../folders.js';
import { work } from './coordinate.js';

/** Returns the answers to some checks. */
async function checksOf(run: WatchedRun, count: number): Promise<boolean[]> {
  const answers: boolean[] = [];
  for (let k = 0; k < count; k++) answers.push(await run.isOver());
  return answers;
}

/** Explores in a folder, which keeps all layers. @param depth the last layer, if the run is stopped */
async function exploreIn(work: string, depth?: number): Promise<void> {
  const stop = new AbortController();
  await exploreOnDisk({
    board: '2x3',
    work,
    memory: 50e6,
    stop: stop.signal,
    onEvent: (event) => event.type === 'layer' && event.depth === depth && stop.abort(),
  }).catch((error) => {
    if (!(error instanceof StoppedError)) throw error;
  });
}

describe('a run in a folder', () => {
  test('is over when it has found all states, while its files are still there', async () => {
    const work = newFolder();
    await exploreIn(work);
    expect(await new WatchedRun(work, false).isOver()).toBe(true);
  });

  test('is over when a folder that held it holds none for three checks', async () => {
    const work = newFolder();
    const watched = new WatchedRun(work, false);
    expect(await checksOf(watched, 5)).toEqual([false, false, false, false, false]);
    await exploreIn(work, 5);
    expect(await checksOf(watched, 5)).toEqual([false, false, false, false, false]);
    rmSync(work, { recursive: true });
    expect(await checksOf(watched, 3)).toEqual([false, false, true]);
    expect(await checksOf(new WatchedRun(work, true), 3)).toEqual([false, false, true]);
  });

  test.skipIf(WITHOUT_REDIS)(`ends workers to whom no coordinator announces it any more${LEFT_OUT}`, async () => {
    const { url } = await RedisProcess.start();
    const folder = newFolder();
    await exploreIn(folder);
    await work({ url, work: folder });
  });
});
