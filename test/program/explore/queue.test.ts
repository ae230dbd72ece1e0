/** `antipode explore --queue` and `antipode worker` without a server, and their live lines. */

import { cpSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test, vi } from 'vitest';
import { QueueProgress, WorkProgress } from '#src/program/explore/queue.js';
import { withoutPassword } from '#src/program/terminal/process.js';
import type { NamedReport } from '#src/runs/queue/coordinator.js';
import { FULL } from '../../suite.js';
import { antipodeProcess } from '../process.js';
import { antipode, temporaryFolder } from '../run.js';

/** An address without a server, because its port is reserved. */
const SHARED = ['--queue', 'redis://:secret@127.0.0.1:1', '--work', 'w'];

test.each([[['explore', '3x3']], [['worker']]])(
  '%j without a server fails in one line without the password, and writes nothing',
  async (words) => {
    const cwd = temporaryFolder();
    const { status, out, err } = await antipode([...words, ...SHARED], { cwd });
    const message = 'redis://127.0.0.1:1 cannot be used: no server listens there (ECONNREFUSED)';
    expect([status, out, err]).toEqual([1, '', `antipode: ${message}\n`]);
    expect(readdirSync(cwd)).toEqual([]);
  },
);

test.runIf(FULL)('without the packages of the queue, both print how to install them', async () => {
  const cwd = temporaryFolder();
  const cli = installedWithout(join(cwd, 'package'), ['bullmq', 'ioredis']);
  for (const words of [['worker'], ['explore', '3x3']]) {
    expect(await antipodeProcess([...words, ...SHARED], { cwd, cli })).toMatchObject({
      status: 1,
      err: 'antipode: a queue needs the packages bullmq and ioredis: npm install bullmq ioredis (with --global if antipode was installed globally)\n',
    });
  }
  expect(readdirSync(cwd)).toEqual(['package']);
});

/** Installs the built program in a folder without some packages. @returns path of the program */
function installedWithout(folder: string, packages: readonly string[]): string {
  const root = fileURLToPath(new URL('../../../', import.meta.url));
  mkdirSync(join(folder, 'node_modules'), { recursive: true });
  for (const name of readdirSync(join(root, 'node_modules'))) {
    if (packages.includes(name)) continue;
    symlinkSync(join(root, 'node_modules', name), join(folder, 'node_modules', name));
  }
  cpSync(join(root, 'package.json'), join(folder, 'package.json'));
  for (const part of ['dist/program', 'dist/chunks']) cpSync(join(root, part), join(folder, part), { recursive: true });
  return join(folder, 'dist/program/cli.cjs');
}

test('results do not contain the password of an address', () => {
  const url = 'rediss://:my@secret@lab:6379/1';
  const argv = ['explore', '3x3', '--queue', url, `--queue=${url}`];
  expect(withoutPassword(argv).slice(3)).toEqual(['rediss://lab:6379/1', '--queue=rediss://lab:6379/1']);
});

const LAYER = { type: 'portions', depth: 42, portions: 1200, done: 300, inWork: 48, seconds: 600 } as const;
const TRAFFIC = { bytesRead: 120e9, bytesWritten: 60e9 };

function workers(count: number, change: Partial<NamedReport> = {}): NamedReport[] {
  return Array.from({ length: count }, (_, k) => ({
    id: `${k}`,
    host: `node-${k}.lab.example.org`,
    pid: 100_000 + k,
    threads: 64,
    state: 'working',
    layer: 42,
    portions: [1000, 1031],
    bytesRead: 0,
    bytesWritten: 0,
    reason: null,
    beat: 1,
    ...change,
  }));
}

test('without workers it prints how to start one', () => {
  const progress = new QueueProgress();
  progress.on({ ...LAYER, done: 0, inWork: 0, bytesRead: 0, bytesWritten: 0 });
  expect(progress.lines(79)).toEqual([
    'layer 42: 0 of 1,200 portions done, 0 in work',
    'no workers: start antipode worker with the same --queue and folder',
  ]);
});

test('lines show the layer, its portions, time left and traffic, and the work and speed of each worker', () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const progress = new QueueProgress();
  progress.on({ ...LAYER, ...TRAFFIC });
  const [one, two, three] = workers(3);
  const waits = { ...two, state: 'waiting', layer: null, portions: null } as const;
  const late: NamedReport = { ...three, layer: 41, portions: [7, 7] };
  progress.on({ type: 'workers', workers: [late, waits, one] });
  vi.advanceTimersByTime(10_000);
  progress.on({ type: 'workers', workers: [late, waits, { ...one, bytesRead: 2e9, bytesWritten: 1e9 }] });
  expect(progress.lines(119)).toEqual([
    'layer 42: 300 of 1,200 portions done, 48 in work  about 30 min left of it  200 MB/s read, 100 MB/s written',
    '3 workers, 2 at work  300 MB/s',
    '  node-0.lab.example.o 100000  portions 1000-1031  300 MB/s',
    '  node-1.lab.example.o 100001  waiting',
    '  node-2.lab.example.o 100002  portion 7 of layer 41',
  ]);
  expect(progress.lines(79)[0]).toBe('layer 42: 300 of 1,200 portions done, 48 in work  about 30 min left');
});

test('lines fit into 60 columns, and at most ten workers have one', () => {
  const progress = new QueueProgress();
  progress.on({ ...LAYER, ...TRAFFIC });
  progress.on({ type: 'workers', workers: workers(15) });
  const lines = progress.lines(59);
  expect(lines).toHaveLength(13);
  expect(lines.at(-1)).toBe('  and 5 more');
  for (const line of lines) expect(line.length).toBeLessThan(60);
});

test('portions are no longer shown when their layer is complete, because the coordinator makes small layers alone', () => {
  const progress = new QueueProgress();
  progress.on({ ...LAYER, ...TRAFFIC });
  progress.on({ type: 'workers', workers: workers(1, { state: 'waiting', layer: null, portions: null }) });
  expect(progress.lines(79)).toHaveLength(3);
  progress.on({ type: 'layer', depth: 42, fresh: 1, found: 2, states: 3, seconds: 4, bytesRead: 5, bytesWritten: 6 });
  expect(progress.lines(79)).toEqual(['1 worker, 0 at work', '  node-0.lab.example.o 100000  waiting']);
});

test('a speed is that of the last half minute', () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const progress = new QueueProgress();
  let bytesRead = 0;
  for (let second = 0; second < 120; second++) {
    bytesRead += second < 60 ? 1e9 : 1e6;
    progress.on({ type: 'workers', workers: workers(1, { bytesRead }) });
    vi.advanceTimersByTime(1000);
  }
  expect(progress.lines(79)[0]).toBe('1 worker, 1 at work  1.00 MB/s');
});

const MADE = { type: 'made', bytesRead: 3e9, bytesWritten: 1e9, seconds: 20 } as const;

test('a worker shows its portions and its waiting time, and once for each layer its share', () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const progress = new WorkProgress();
  vi.advanceTimersByTime(5000);
  expect(progress.text()).toBe('waiting  5.000 s');
  expect(progress.on({ type: 'making', layer: 7, first: 0, last: 31 })).toBeUndefined();
  vi.advanceTimersByTime(20_000);
  expect(progress.text()).toBe('layer 7: making portions 0-31  20.0 s');
  progress.on({ ...MADE, layer: 7, first: 0, last: 31 });
  progress.on({ type: 'waiting' });
  vi.advanceTimersByTime(2000);
  expect(progress.text()).toBe('waiting  2.000 s  32 portions made so far');
  progress.on({ type: 'making', layer: 7, first: 40, last: 40 });
  expect(progress.text()).toBe('layer 7: making portion 40  0.000 s  32 portions made so far');
  progress.on({ ...MADE, layer: 7, first: 40, last: 40 });
  progress.on({ type: 'waiting' });
  expect(progress.on({ type: 'making', layer: 8, first: 3, last: 3 })).toBe(
    'layer 7: 33 portions in 40.0 s, 6.00 GB read, 2.00 GB written',
  );
  progress.on({ ...MADE, layer: 8, first: 3, last: 3 });
  expect(progress.takePart()).toBe('layer 8: 1 portion in 20.0 s, 3.00 GB read, 1.00 GB written');
  expect(progress.takePart()).toBeUndefined();
});

test('portions that were made by another worker, or too late, do not count for a layer', () => {
  const progress = new WorkProgress();
  progress.on({ type: 'making', layer: 7, first: 0, last: 31 });
  progress.on({ type: 'waiting' });
  expect(progress.text()).toMatch(/^waiting {2}0\.\d+ s$/);
  expect(progress.takePart()).toBeUndefined();
});
