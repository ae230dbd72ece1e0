/** Workers that a run cannot use: each gives the reason in one line, which the coordinator shows, and the others continue. */

import { spawnSync } from 'node:child_process';
import { chmodSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { CAN_MOUNT_HERE, mountedDisk } from '../../faults/small-disk.js';
import { LEFT_OUT, RedisProcess, WITHOUT_REDIS } from '../../redis/redis-process.js';
import { FULL } from '../../suite.js';
import { newFolders } from '../disk/found.js';
import { BOARD, beginRun, expectedFound } from './begun-run.js';
import { type Coordinator, type QueueWorker, type SharedRun, startCoordinator, startWorker } from './processes.js';

const newFolder = newFolders();

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

/** Waits until a worker ends with a line, and until the coordinator shows the line. */
async function refuses(worker: QueueWorker, coordinator: Coordinator, line: RegExp): Promise<void> {
  const { status, errors } = await worker.ended;
  expect(errors).toMatch(/^[^\n]*\n$/);
  expect(errors).toMatch(line);
  expect(status).toBe(1);
  const [, reason = ''] = /^\w+: (.*)\n$/.exec(errors) ?? [];
  const shown = /^the worker on \S+, process \d+, has ended: /;
  await coordinator.until((event) => {
    return event.type === 'note' && shown.test(event.message) && event.message.endsWith(reason);
  });
}

/** Lets a worker complete the run. */
async function completes(coordinator: Coordinator, run: SharedRun): Promise<void> {
  startWorker(run);
  const { found } = await coordinator.until((event) => event.type === 'found');
  expect(found).toEqual(await expectedFound());
  expect(await coordinator.ended).toEqual({ status: 0, errors: '' });
}

describe.skipIf(WITHOUT_REDIS)(`a worker${LEFT_OUT}`, () => {
  test('of another version, or with another folder, or with too little memory, refuses', async () => {
    const { url } = await RedisProcess.start();
    const run = { url, work: newFolder(), board: BOARD };
    const other = { ...run, work: newFolder() };
    await beginRun(run.work);
    const coordinator = startCoordinator(run);
    const empty = startWorker(other);
    const others = [
      refuses(
        startWorker(run, { program: 'other' }),
        coordinator,
        /^QueueError: the coordinator is antipode tested, but this worker is other: install the same version on all machines\n$/,
      ),
      refuses(startWorker(run, { memory: 100e3 }), coordinator, /^MemoryError: /),
      refuses(
        empty,
        coordinator,
        /^QueueError: \S+ does not hold the run of the coordinator: give the folder that all machines share\n$/,
      ),
    ];
    await Promise.all(others);
    await completes(coordinator, run);
  });

  test.runIf(FULL)('with the folder of another run refuses', async () => {
    const { url } = await RedisProcess.start();
    const run = { url, work: newFolder(), board: BOARD };
    const other = { ...run, work: newFolder() };
    await beginRun(run.work);
    await beginRun(other.work, 50);
    const coordinator = startCoordinator(run);
    await refuses(startWorker(other), coordinator, /^QueueError: \S+ does not hold the run of the coordinator/);
    await completes(coordinator, run);
  });

  test.runIf(FULL && CAN_MOUNT_HERE)(
    'with a full disk refuses, and another one continues when there is space',
    async () => {
      const { url } = await RedisProcess.start();
      const disk = mountedDisk(40e6);
      const run = { url, work: join(disk, 'work'), board: BOARD };
      await beginRun(run.work);
      const coordinator = startCoordinator(run);
      // From now on the coordinator waits for workers.
      await coordinator.until((event) => event.type === 'portions');
      const ballast = join(disk, 'ballast');
      const { bavail, bsize } = statfsSync(disk);
      writeFileSync(ballast, Buffer.alloc(bavail * bsize - 20_480));
      const line =
        /^StorageError: \S+\/(visited|table)-\d+-\d+ cannot be written: [^\n]*the disk is full \(ENOSPC\)\n$/;
      await refuses(startWorker(run), coordinator, line);
      rmSync(ballast);
      await completes(coordinator, run);
    },
  );

  test.skipIf(!CAN_START_AS_NOBODY)(`that cannot write refuses, and others continue${NOT_NOBODY}`, async () => {
    const { url } = await RedisProcess.start();
    const run = { url, work: newFolder(), board: BOARD };
    await beginRun(run.work);
    for (const folder of [join(run.work, '..'), run.work]) chmodSync(folder, 0o755);
    const coordinator = startCoordinator(run);
    const line = /^StorageError: \S+\/(visited|table)-\d+-\d+ cannot be written: [^\n]*\(EACCES\)\n$/;
    await refuses(startWorker(run, {}, { uid: NOBODY }), coordinator, line);
    await completes(coordinator, run);
  });
});
