/** Measures the cost of distributing portions, with a queue on this machine and two workers of one thread each. */

import { type ChildProcess, type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { discardSavedRun } from '../src/runs/disk/run-folder.js';
import { planRequest, planRun } from '../src/runs/exploration/exploration.js';
import { explorePlanned } from '../src/runs/explore.js';
import { openCoordinator } from '../src/runs/queue/coordinator.js';
import { parseMap } from '../src/spaces/board/board.js';
import { orderedPosition } from '../src/spaces/board/position.js';
import { boardSource } from '../src/spaces/board-facts.js';
import { figureOf, inTurn } from './measure.js';
import type { Programs } from './programs.js';
import { report, times } from './rows.js';

const WORKERS = 2;
/** A map of 13 cells: 3,113,510,400 states. */
const LARGE_MAP = '#..../...../....#';
const BYTES_OF_WORKER = 256;
/** A map of 11 cells with 103 layers, in such small portions that each layer has several, with almost no work. */
const SMALL_MAP = '..../.#../....';
const SMALL_PORTION_BYTES = 300e3;

/** Reports the times of a large map and of small layers, if redis-server is installed. @param version version of the program */
export async function benchQueue(programs: Programs, version: string, rounds: number): Promise<void> {
  const port = await freePort();
  const url = `redis://127.0.0.1:${port}`;
  const folder = programs.path('redis');
  mkdirSync(folder);
  const words = ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder, '--save', ''];
  const redis = spawn('redis-server', words, { stdio: ['ignore', 'pipe', 'ignore'] });
  if (!(await isReady(redis))) {
    process.stdout.write('queue: skipped, because redis-server is not installed\n');
    return;
  }
  try {
    await benchLargeMap(programs, url, rounds);
    await benchSmallLayers(programs, url, version);
  } finally {
    redis.kill();
  }
}

async function benchLargeMap(programs: Programs, url: string, rounds: number): Promise<void> {
  const work = ['--work', programs.path('work')];
  const disk = ['--store', 'disk', '--memory', `${WORKERS * BYTES_OF_WORKER}MB`, '--threads', String(WORKERS)];
  const figures = await inTurn(rounds, {
    disk: () => programs.antipode(['explore', LARGE_MAP, ...disk, ...work]),
    queue: async () => {
      const workers = startWorkers(programs, url, programs.path('work'));
      const seconds = programs.antipode(['explore', LARGE_MAP, '--queue', url, ...work]);
      await ended(workers);
      return seconds;
    },
  });
  report({
    what: `process: explore ${LARGE_MAP}, on disk`,
    figure: figures.disk,
    unit: 's',
  });
  report({
    what: `process: explore ${LARGE_MAP}, by a queue`,
    figure: figures.queue,
    unit: 's',
    note: `${times(figures.queue, figures.disk)} times the time of one process; at most 1.3`,
  });
}

async function benchSmallLayers(programs: Programs, url: string, version: string): Promise<void> {
  const board = parseMap(SMALL_MAP);
  const work = programs.path('small');
  const workers = startWorkers(programs, url, work);
  const coordinator = await openCoordinator({ url, program: version });
  try {
    const plan = await planRun(boardSource(board, orderedPosition(board), 'single'), planRequest({}));
    const disk = { work, memory: 200e6, limits: { portionBytes: SMALL_PORTION_BYTES }, handOut: coordinator.handOut };
    const { seconds, histogram } = await explorePlanned(plan, { disk });
    await discardSavedRun(work);
    await coordinator.finish();
    report({
      what: `a small layer of ${SMALL_MAP}, by a queue`,
      figure: figureOf([seconds / histogram.length]),
      unit: 's',
      note: 'at most 0.1',
    });
  } finally {
    await coordinator.close();
  }
  await ended(workers);
}

/** Starts processes that end when the run is complete. */
function startWorkers(programs: Programs, url: string, work: string): ChildProcess[] {
  const words = ['worker', '--queue', url, '--work', work, '--threads', '1', '--memory', `${BYTES_OF_WORKER}MB`];
  return Array.from({ length: WORKERS }, () => programs.start(words));
}

async function ended(children: readonly ChildProcess[]): Promise<void> {
  await Promise.all(children.map((child) => child.exitCode ?? once(child, 'exit')));
}

/** Waits until a server is ready. @returns false if the program is not installed */
async function isReady(server: ChildProcessByStdio<null, Readable, null>): Promise<boolean> {
  const failed = once(server, 'error').then(() => false);
  const ready = (async () => {
    for await (const line of createInterface(server.stdout)) if (line.includes('Ready to accept')) return true;
    return false;
  })();
  return Promise.race([failed, ready]);
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
