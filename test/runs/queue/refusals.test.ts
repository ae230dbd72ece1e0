/** Workers that a run cannot use: each gives the reason in one line, which the coordinator shows, and the others continue. */

import { spawnSync } from 'node:child_process';
import { chmodSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { CAN_MOUNT_HERE, mountedDisk } from '../../faults/small-disk.js';
import { LEFT_OUT, RedisProcess, WITHOUT_REDIS } from '../../redis/redis-process.js';
import { FULL } from '../../suite.js';
import { newFolder } from '../folders.js';
import { BOARD, beginRun, expectedFound } from './begun-run.js';
import { type CoordinatorSays, coordinate, type SharedRun, work } from './coordinate.js';
import { startWorker } from './processes.js';

/** User number of `nobody` on Linux. Only root can start processes of other users. */
const NOBODY = 65_534;
const CAN_START_AS_NOBODY =
  FULL &&
  process.getuid?.() === 0 &&
  spawnSync(process.execPath, [new URL('../../fixtures/work.mjs', import.meta.url).pathname, '{}'], {
    uid: NOBODY,
    gid: NOBODY,
    encoding: 'utf8',
  }).stderr.startsWith('TypeError:');
const NOT_NOBODY = CAN_START_AS_NOBODY ? '' : ' (left out: no process can be started as another user here)';

/** Coordinates a run in this process, which workers are to complete. */
async function begun(run: SharedRun) {
  await beginRun(run.work);
  const events: CoordinatorSays[] = [];
  const stop = new AbortController();
  const ended = coordinate(run, (event) => events.push(event), stop.signal);
  // From now on the coordinator waits for workers.
  await expect.poll(() => events.some(({ type }) => type === 'portions'), { interval: 10 }).toBe(true);
  return {
    /** Waits until a worker ends with an error, and until the coordinator shows it. */
    async refuses(working: Promise<unknown>, pid: number | undefined, name: string, line: RegExp): Promise<void> {
      const error: Error = await working.then(
        () => new Error('the run was completed'),
        (reason) => reason,
      );
      expect(error.name).toBe(name);
      expect(error.message).toMatch(line);
      const message = `the worker on ${hostname()}, process ${pid}, has ended: ${error.message}`;
      await expect.poll(() => events).toContainEqual({ type: 'note', message });
    },
    /** Lets a worker complete the run, or, for `npm test`, its next layers. */
    async completes(): Promise<void> {
      if (FULL) {
        await Promise.all([work(run), ended]);
        expect(events).toContainEqual({ type: 'found', found: await expectedFound() });
        return;
      }
      const working = work(run, { signal: stop.signal });
      // As many states as a single process finds in memory.
      const last = { type: 'layer', depth: 23, fresh: 1163 };
      await expect.poll(() => events, { interval: 10 }).toContainEqual(expect.objectContaining(last));
      stop.abort(new Error('enough'));
      for (const end of [working, ended]) await expect(end).rejects.toThrow('enough');
    },
  };
}

const OTHER_FOLDER = /^\S+ does not hold the run of the coordinator: give the folder that all machines share$/;
const UNWRITTEN = /^\S+\/(visited|table)-\d+-\d+ cannot be written: [^\n]*\((ENOSPC|EACCES)\)$/;

describe.skipIf(WITHOUT_REDIS)(`a worker${LEFT_OUT}`, () => {
  test('of another version, with another folder, or with too little memory, refuses; others continue, after a kill too', async () => {
    const { url } = await RedisProcess.start();
    const run = { url, work: newFolder(), board: BOARD };
    const other = { url, work: newFolder() };
    await beginRun(other.work, 2);
    const { refuses, completes } = await begun(run);
    const version =
      /^the coordinator is antipode tested, but this worker is other: install the same version on all machines$/;
    await Promise.all([
      refuses(work(run, { program: 'other' }), process.pid, 'QueueError', version),
      refuses(work(run, { memory: 100e3 }), process.pid, 'MemoryError', /needs at least/),
      refuses(work({ url, work: newFolder() }), process.pid, 'QueueError', OTHER_FOLDER),
      refuses(work(other), process.pid, 'QueueError', OTHER_FOLDER),
    ]);
    const killed = startWorker(run);
    await killed.until(({ type }) => type === 'making');
    await killed.kill();
    await completes();
  });

  test.runIf(FULL && CAN_MOUNT_HERE)(
    'with a full disk refuses, and another one continues when there is space',
    async () => {
      const { url } = await RedisProcess.start();
      const disk = mountedDisk(40e6);
      const { refuses, completes } = await begun({ url, work: join(disk, 'work'), board: BOARD });
      const ballast = join(disk, 'ballast');
      const { bavail, bsize } = statfsSync(disk);
      writeFileSync(ballast, Buffer.alloc(bavail * bsize - 20_480));
      await refuses(work({ url, work: join(disk, 'work') }), process.pid, 'StorageError', UNWRITTEN);
      rmSync(ballast);
      await completes();
    },
  );

  test.skipIf(!CAN_START_AS_NOBODY)(`that cannot write refuses, and others continue${NOT_NOBODY}`, async () => {
    const { url } = await RedisProcess.start();
    const run = { url, work: newFolder(), board: BOARD };
    const { refuses, completes } = await begun(run);
    for (const folder of [join(run.work, '..'), run.work]) chmodSync(folder, 0o755);
    const worker = startWorker(run, { uid: NOBODY });
    const working = worker.ended.then(({ errors }) => {
      const [, name = '', message] = /^(\w+): (.*)\n$/.exec(errors) ?? [];
      throw Object.assign(new Error(message), { name });
    });
    await refuses(working, worker.pid, 'StorageError', UNWRITTEN);
    await completes();
  });
});
