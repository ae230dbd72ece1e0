/** The end of a run as a worker sees it, by the folder alone; and of a worker, as the coordinator sees it. */

import { rmSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { StoppedError } from '#src/runs/exploration/exploration.js';
import { reportReader, type WorkerReport } from '#src/runs/queue/messages.js';
import { connectServer, WORKERS } from '#src/runs/queue/redis-server.js';
import { endOfRun } from '#src/runs/queue/worker.js';
import { exploreOnDisk } from '../../board-exploration.js';
import { LEFT_OUT, RedisProcess, WITHOUT_REDIS } from '../../redis/redis-process.js';
import { newFolder } from '../folders.js';
import { work } from './coordinate.js';

/** Returns the answers to some checks. */
async function checksOf(isOver: () => Promise<boolean>, count: number): Promise<boolean[]> {
  const answers: boolean[] = [];
  for (let k = 0; k < count; k++) answers.push(await isOver());
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
    expect(await endOfRun(work, false)()).toBe(true);
  });

  test('is over when a folder that held it holds none for three checks', async () => {
    const work = newFolder();
    const isOver = endOfRun(work, false);
    expect(await checksOf(isOver, 5)).toEqual([false, false, false, false, false]);
    await exploreIn(work, 5);
    expect(await checksOf(isOver, 5)).toEqual([false, false, false, false, false]);
    rmSync(work, { recursive: true });
    expect(await checksOf(isOver, 3)).toEqual([false, false, true]);
    expect(await checksOf(endOfRun(work, true), 3)).toEqual([false, false, true]);
  });

  test.skipIf(WITHOUT_REDIS)(`ends workers to whom no coordinator announces it any more${LEFT_OUT}`, async () => {
    const { url } = await RedisProcess.start();
    const folder = newFolder();
    await exploreIn(folder);
    await work({ url, work: folder });
  });
});

const REPORT: WorkerReport = {
  host: 'node-1',
  pid: 1,
  threads: 1,
  state: 'waiting',
  layer: null,
  portions: null,
  bytesRead: 0,
  bytesWritten: 0,
  reason: null,
  beat: 1,
};

test.skipIf(WITHOUT_REDIS)(`a worker that no longer reports is listed once as lapsed${LEFT_OUT}`, async () => {
  const { url } = await RedisProcess.start();
  const server = await connectServer(url, () => {});
  const workers = reportReader(server);
  const ids = { reports: [] as string[], lapsed: [] as string[] };
  for (let beat = 1; ids.lapsed.length === 0; beat++) {
    expect(beat).toBeLessThan(20);
    await server.client.hset(WORKERS, 'killed', JSON.stringify(REPORT));
    await server.client.hset(WORKERS, 'alive', JSON.stringify({ ...REPORT, beat }));
    const { reports, lapsed } = await workers();
    Object.assign(ids, { reports: [...reports.keys()].sort(), lapsed: [...lapsed.keys()] });
    expect([...ids.reports, ...ids.lapsed].sort()).toEqual(['alive', 'killed']);
  }
  expect(ids).toEqual({ reports: ['alive'], lapsed: ['killed'] });
  const { reports, lapsed } = await workers();
  expect([[...reports.keys()], [...lapsed.keys()]]).toEqual([['alive'], []]);
  server.disconnect();
});
