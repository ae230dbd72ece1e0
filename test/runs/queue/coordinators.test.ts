/** Two simultaneous coordinators, and one that is asked to end. */

import { hostname } from 'node:os';
import { describe, expect, test } from 'vitest';
import { openCoordinator } from '#src/runs/queue/coordinator.js';
import { QueueError } from '#src/runs/queue/redis-server.js';
import { resumeExploration } from '#src/runs/resumed-run.js';
import { exploreBoard, resultOf } from '../../board-exploration.js';
import { LEFT_OUT, RedisProcess, WITHOUT_REDIS } from '../../redis/redis-process.js';
import { FULL } from '../../suite.js';
import { newFolder } from '../folders.js';
import { BOARD, beginRun, expectedFound } from './begun-run.js';
import { type CoordinatorSays, coordinate } from './coordinate.js';
import { startCoordinator, startWorker } from './processes.js';

describe.skipIf(WITHOUT_REDIS)(`a coordinator${LEFT_OUT}`, () => {
  test('is refused if another one is active, and says if workers have nothing to do', async () => {
    const { url } = await RedisProcess.start();
    const run = { url, work: newFolder(), board: '2x3' };
    const events: CoordinatorSays[] = [];
    const refusal = `another coordinator is at work on ${url}: process ${process.pid} on ${hostname()}; wait until it ends, or give another database, such as ${url}/1`;
    const first = await openCoordinator({ url, program: 'tested' });
    await expect(coordinate(run, (event) => events.push(event))).rejects.toThrow(new QueueError(refusal));
    await first.close();
    await coordinate(run, (event) => events.push(event));
    const message =
      'the layers of this board are so small that the coordinator makes them itself: workers have nothing to do';
    expect(events).toContainEqual({ type: 'note', message });
    expect(events).toContainEqual({
      type: 'found',
      found: resultOf(await exploreBoard({ board: '2x3', antipodes: 7 })),
    });
  });

  test.runIf(FULL)('that needs no workers ends with its results if the server is lost for ever', async () => {
    const redis = await RedisProcess.start();
    const coordinator = startCoordinator({ url: redis.url, work: newFolder(), board: '2x4' });
    await coordinator.until(({ type }) => type === 'layer');
    coordinator.signal('SIGSTOP');
    await redis.kill();
    coordinator.signal('SIGCONT');
    expect(await coordinator.ended).toEqual({ status: 0, errors: '' });
    expect(coordinator.events.map(({ type }) => type)).toContain('found');
  });

  test.runIf(FULL)('does no harm if another one uses the same folder with another database', async () => {
    const { url } = await RedisProcess.start();
    const run = { url, work: newFolder(), board: BOARD };
    await beginRun(run.work);
    const runs = [run, { ...run, url: `${url}/1` }];
    const coordinators = runs.map((one) => startCoordinator(one));
    const found = coordinators.map((one) => one.until((event) => event.type === 'found').catch(() => undefined));
    // A coordinator that began after the end of the other would begin anew, and its worker would have left.
    await Promise.all(coordinators.map((one) => one.until((event) => event.type === 'portions')));
    for (const one of runs) startWorker(one);
    const all = await Promise.all(found);
    expect(all.filter((one) => one !== undefined).length).toBeGreaterThan(0);
    for (const one of all) if (one !== undefined) expect(one.found).toEqual(await expectedFound());
    for (const { ended } of coordinators) {
      // The slower coordinator finds its layer complete, or its folder removed.
      expect((await ended).errors).toMatch(/^(StorageError: [^\n]*\n)?$/);
    }
  });

  test.runIf(FULL)('does no harm if another one begins in the same folder at the same time', async () => {
    const { url } = await RedisProcess.start();
    const run = { url, work: newFolder(), board: BOARD };
    const coordinators = [run, { ...run, url: `${url}/1` }].map((one) => startCoordinator(one));
    const begun = coordinators.map(async (one) => {
      await Promise.race([one.until((event) => event.type === 'portions'), one.ended]).catch(() => {});
      return one.end === undefined;
    });
    expect(await Promise.all(begun)).toContain(true);
    await Promise.all(coordinators.map((one) => one.kill()));
    for (const { end } of coordinators) expect(end?.errors).toMatch(/^(StorageError: [^\n]*\n)?$/);
    expect(resultOf(await resumeExploration(run.work, { threads: 2 }))).toEqual(await expectedFound());
  });

  test.runIf(FULL)('continues after another one has begun because Redis had lost all data', async () => {
    const redis = await RedisProcess.start();
    const { url } = redis;
    const run = { url, work: newFolder(), board: BOARD };
    await beginRun(run.work);
    const first = startCoordinator(run);
    await first.until((event) => event.type === 'portions');
    first.signal('SIGSTOP');
    await redis.kill();
    await redis.startEmpty();
    const second = startCoordinator(run);
    await second.until((event) => event.type === 'portions');
    first.signal('SIGCONT');
    expect(await first.ended).toEqual({ status: 1, errors: 'QueueError: another coordinator has taken over\n' });
    startWorker(run);
    const { found } = await second.until((event) => event.type === 'found');
    expect(found).toEqual(await expectedFound());
  });

  test.runIf(FULL)(
    'that is asked to end hands out nothing more, while workers wait for the next coordinator or their own end',
    async () => {
      const { url } = await RedisProcess.start();
      const run = { url, work: newFolder(), board: BOARD };
      await beginRun(run.work);
      // Workers first: one that starts late finds a run that the other has finished.
      const [worker, other] = [startWorker(run), startWorker(run)];
      const coordinator = startCoordinator(run);
      await Promise.all([worker, other].map((one) => one.until(({ type }) => type === 'made')));
      coordinator.signal('SIGINT');
      expect(await coordinator.ended).toEqual({ status: 1, errors: 'Error: asked to end\n' });
      other.signal('SIGTERM');
      expect(await other.ended).toEqual({ status: 1, errors: 'Error: asked to end\n' });
      const again = startCoordinator(run);
      const { found } = await again.until((event) => event.type === 'found');
      expect(found).toEqual(await expectedFound());
      for (const { ended } of [again, worker]) expect(await ended).toEqual({ status: 0, errors: '' });
    },
  );

  test.runIf(FULL)('and a worker end on request, with or without Redis', async () => {
    const redis = await RedisProcess.start();
    const run = { url: redis.url, work: newFolder(), board: BOARD };
    const coordinator = startCoordinator(run);
    await coordinator.until((event) => event.type === 'portions');
    const worker = startWorker(run);
    await worker.until(({ type }) => type === 'made');
    await redis.kill();
    const isGone = { type: 'note', message: `${redis.url} is unreachable: waiting for it` };
    // On a busy machine, the coordinator has waited for the worker before.
    const notesOf = ({ events }: { events: readonly { type: string; message?: string }[] }) =>
      events.filter(({ type, message }) => type === 'note' && !message?.includes('waits for workers'));
    await expect.poll(() => [coordinator, worker].map(notesOf)).toEqual([[isGone], [isGone]]);
    coordinator.signal('SIGINT');
    worker.signal('SIGTERM');
    for (const { ended } of [coordinator, worker]) {
      expect(await ended).toEqual({ status: 1, errors: 'Error: asked to end\n' });
    }
  });
});
