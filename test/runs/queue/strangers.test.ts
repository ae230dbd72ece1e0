/** Jobs, answers and reports from strangers, which are validated and do no harm. */

import { Queue, Worker } from 'bullmq';
import { Redis } from 'ioredis';
import { describe, expect, onTestFinished, test } from 'vitest';
import { LEFT_OUT, RedisProcess, WITHOUT_REDIS } from '../../redis/redis-process.js';
import { FULL } from '../../suite.js';
import { newFolder } from '../folders.js';
import { BEGUN, BOARD, beginRun, expectedFound } from './begun-run.js';
import { startCoordinator, startWorker } from './processes.js';

/** Connections of a stranger, which end with the test. */
function stranger({ port }: RedisProcess) {
  const connection = { host: '127.0.0.1', port, maxRetriesPerRequest: null };
  const redis = new Redis(connection);
  const queue = new Queue('antipode', { connection });
  onTestFinished(async () => {
    await queue.close();
    redis.disconnect();
  });
  return { connection, redis, queue };
}

describe.skipIf(WITHOUT_REDIS)(`a stranger${LEFT_OUT}`, () => {
  test.runIf(FULL)('that adds jobs and reports does no harm', async () => {
    const server = await RedisProcess.start();
    const run = { url: server.url, work: newFolder(), board: BOARD };
    await beginRun(run.work);
    const { redis, queue } = stranger(server);
    for (const text of ['', '{', 'null', '{"host":1}', '[]']) await redis.hset('antipode:workers', `id${text}`, text);
    const coordinator = startCoordinator(run);
    await coordinator.until((event) => event.type === 'portions');
    const name = (await redis.get('antipode:run')) ?? '{}';
    const job = { ...JSON.parse(name), layer: BEGUN + 1, first: 0, last: 0 };
    const others: unknown[] = [
      null,
      'visited-0-81',
      [1, 2],
      {},
      { ...job, path: '/etc/passwd' },
      { ...job, run: '../../etc/passwd' },
      { ...job, run: '0123456789abcdef' },
      { ...job, first: '0; rm -rf /' },
      { ...job, first: -1 },
      { ...job, last: 1e15 },
      { ...job, last: 5 },
      { ...job, layer: 0 },
      { ...job, layer: 1 },
      { ...job, layer: 2 ** 40 },
      { ...job, layer: BEGUN + 2 },
      { ...job, program: 'x'.repeat(1e6) },
      { ...job, program: 'another' },
      { ...job, format: 99 },
    ];
    await queue.addBulk(others.map((data) => ({ name: 'other', data })));
    const worker = startWorker(run);
    const { found } = await coordinator.until((event) => event.type === 'found');
    expect(found).toEqual(await expectedFound());
    for (const { ended } of [coordinator, worker]) expect(await ended).toEqual({ status: 0, errors: '' });
  });

  test.runIf(FULL)('that gives false answers to jobs does no harm', async () => {
    const server = await RedisProcess.start();
    const run = { url: server.url, work: newFolder(), board: BOARD };
    await beginRun(run.work);
    const { connection } = stranger(server);
    const answers: unknown[] = [
      { outcome: 'made', bytesRead: 1, bytesWritten: 1 },
      { outcome: 'damaged', bitset: 1, portion: 0, layer: BEGUN },
      { outcome: 'damaged', bitset: 2, portion: 2 ** 40, layer: 2 ** 40 },
      { outcome: 'complete' },
      'done',
      null,
    ];
    let answered = 0;
    const liar = new Worker('antipode', async () => answers[answered++ % answers.length], { connection });
    onTestFinished(() => liar.close());
    const coordinator = startCoordinator(run);
    await expect.poll(() => answered).toBeGreaterThan(2 * answers.length);
    await liar.close();
    const worker = startWorker(run);
    const { found } = await coordinator.until((event) => event.type === 'found');
    expect(found).toEqual(await expectedFound());
    for (const { ended } of [coordinator, worker]) expect(await ended).toEqual({ status: 0, errors: '' });
  });
});
