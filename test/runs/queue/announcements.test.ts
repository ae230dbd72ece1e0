import { expect, test } from 'vitest';
import type { WorkerReport } from '#src/runs/queue/messages.js';
import { WorkerRegistry } from '#src/runs/queue/messages.js';
import { RedisServer, WORKERS } from '#src/runs/queue/redis-server.js';
import { LEFT_OUT, RedisProcess, WITHOUT_REDIS } from '../../redis/redis-process.js';

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
  const server = await RedisServer.connect(url, () => {});
  const workers = new WorkerRegistry(server);
  const ids = { reports: [] as string[], lapsed: [] as string[] };
  for (let beat = 1; ids.lapsed.length === 0; beat++) {
    expect(beat).toBeLessThan(20);
    await server.client.hset(WORKERS, 'killed', JSON.stringify(REPORT));
    await server.client.hset(WORKERS, 'alive', JSON.stringify({ ...REPORT, beat }));
    const { reports, lapsed } = await workers.look();
    Object.assign(ids, { reports: [...reports.keys()].sort(), lapsed: [...lapsed.keys()] });
    expect([...ids.reports, ...ids.lapsed].sort()).toEqual(['alive', 'killed']);
  }
  expect(ids).toEqual({ reports: ['alive'], lapsed: ['killed'] });
  const { reports, lapsed } = await workers.look();
  expect([[...reports.keys()], [...lapsed.keys()]]).toEqual([['alive'], []]);
  server.disconnect();
});
