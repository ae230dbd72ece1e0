/** Workers that are suspended until their lock has expired, and continue layers later. */

import { describe, expect, test } from 'vitest';
import { LEFT_OUT, RedisProcess, WITHOUT_REDIS } from '../../redis/redis-process.js';
import { FULL } from '../../suite.js';
import { newFolder } from '../folders.js';
import { BOARD, beginRun, expectedFound } from './begun-run.js';
import { startCoordinator, startWorker } from './processes.js';

describe.skipIf(WITHOUT_REDIS)(`a suspended worker${LEFT_OUT}`, () => {
  test.runIf(FULL)('that continues a portion layers later ends its job without an error', async () => {
    const { url } = await RedisProcess.start();
    const run = { url, work: newFolder(), board: BOARD };
    await beginRun(run.work, 50);
    const coordinator = startCoordinator(run);
    const sleeper = startWorker(run);
    const worker = startWorker(run);
    for (let sleep = 0; sleep < 6; sleep++) {
      const begun = () => sleeper.events.filter(({ type }) => type === 'making').length;
      const before = begun();
      await expect.poll(begun, { interval: 1 }).toBeGreaterThan(before);
      sleeper.signal('SIGSTOP');
      const depth = () => coordinator.events.findLast((event) => event.type === 'layer')?.depth ?? 0;
      const asleep = depth();
      await expect.poll(depth).toBeGreaterThan(asleep + 2);
      sleeper.signal('SIGCONT');
    }
    const { found } = await coordinator.until((event) => event.type === 'found');
    expect(found).toEqual(await expectedFound());
    for (const { ended } of [coordinator, sleeper, worker]) expect(await ended).toEqual({ status: 0, errors: '' });
    const notes = [coordinator, sleeper, worker].map(({ events }) => events.filter(({ type }) => type === 'note'));
    expect(notes).toEqual([[], [], []]);
  });
});
