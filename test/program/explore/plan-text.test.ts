import { stripVTControlCharacters } from 'node:util';
import { expect, test } from 'vitest';
import { type PlanText, planText } from '#src/program/explore/plan.js';
import type { ClusterPlan, ExplorationPlan } from '#src/runs/exploration-plan.js';

/** A plan of 2x8 on a machine with far too little memory. */
const PLAN = {
  threads: 2,
  states: 10_461_394_944_000,
  notReached: 0,
  tableBytes: 1.409e12,
  maxDepth: 140,
  published: 'github.com/lightln2/SlidingTilesSolver',
  histogram: new Array<number>(141).fill(1),
  shares: new Array<number>(142).fill(0.7),
  fullLayers: 99.4,
  measured: {
    folder: '/home/somebody',
    files: { bytesReadPerSecond: 614e6, bytesWrittenPerSecond: 890e6, direct: true },
    processors: { bytesMovedPerSecond: 1.67e9, bytesCheckedPerSecond: 4e9 },
  },
  memory: {
    rooms: [
      { folder: null, neededBytes: 2.79e12, freeBytes: 21.5e9 },
      { folder: 'out', neededBytes: 1.409e12, freeBytes: 65.5e9 },
    ],
    fits: false,
    layerSeconds: 1150,
    seconds: 99.4 * 1150,
  },
  disk: {
    rooms: [
      { folder: null, neededBytes: 5.79e9, freeBytes: 21.5e9 },
      { folder: 'a/rather/long/folder', neededBytes: 4.244e12, freeBytes: 65.5e9 },
    ],
    fits: false,
    fileSeconds: 5120,
    processorSeconds: 3333,
    layerSeconds: 5120,
    seconds: 99.4 * 5120,
    tooLittleMemory: '2x8 on disk needs at least 2.71 GB of memory, but may use 2.00 GB',
    work: {
      states: 10_461_394_944_000,
      memoryBytes: 5_710_939_815,
      diskBytes: 2_835_408_752_640,
      stages: 2302,
      smallestRunBytes: 32_440_320,
      layer: { bytesRead: 1_943_192_950_571, bytesWritten: 1_416_993_177_600 },
      blockMoves: 79_279_200,
      blockBytes: 24_192,
      portions: 17_880,
      headBytes: 24_576,
    },
  },
} satisfies ExplorationPlan;

/** The plan without its stores. */
const { memory: _, disk: __, ...BARE } = PLAN;

/** A space of which only its size is known. */
const UNPUBLISHED = { maxDepth: null, published: null, histogram: null, shares: null, fullLayers: null };

const TEXT: PlanText = {
  title: '2x8',
  starts: { name: 'goal', texts: ['1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 x'] },
  plan: PLAN,
};

function linesOf(parts: Partial<PlanText> = {}): string[] {
  const lines = stripVTControlCharacters(planText({ ...TEXT, ...parts })).split('\n');
  for (const line of lines) expect(line.length).toBeLessThanOrEqual(80);
  return lines;
}

test('a plan lists its facts, and each store begins with whether it is possible', () => {
  expect(linesOf().join('\n')).toBe(`2x8: a plan, nothing is enumerated
goal                1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 x
states              10,461,394,944,000
maximum depth       140 (github.com/lightln2/SlidingTilesSolver)
layers              140, as much work as at most 99 full layers
measured            614 MB/s read, 890 MB/s written, past the cache
                    in /home/somebody
                    1.67 GB/s of blocks moved by 2 threads

In memory: not possible here
memory              2.79 TB, and 21.5 GB are free: 2.77 TB missing
disk                1.41 TB, and 65.5 GB are free in out: 1.34 TB missing
a full layer        19 min to move blocks
time                at most 32 hours, at these speeds

On disk: not possible here
memory              5.79 GB, and 21.5 GB are free
                    2x8 on disk needs at least 2.71 GB of memory, but may use
                    2.00 GB
disk                4.24 TB, and 65.5 GB are free in a/rather/long/folder:
                    4.18 TB missing
work files          2.84 TB, and 1.41 TB for the table at the end
a full layer        1.94 TB read, 1.42 TB written, in 2,302 stages
                    nearly all of it in runs of 32.4 MB or more
                    files take 85 min, processors 56 min at the same time
                    in total 85 min
time                at most 5.9 days, at these speeds`);
});

test('unknown values are shown as unknown, with the reason', () => {
  const disk = { ...PLAN.disk, fileSeconds: null, layerSeconds: null, seconds: null, tooLittleMemory: null };
  const memory = { ...PLAN.memory, seconds: null };
  const files = '/home/somebody cannot be written: permission denied (EACCES), whoever it is';
  const measured = { ...PLAN.measured, files };
  const notReached = PLAN.states - 5040;
  const lines = linesOf({ plan: { ...PLAN, ...UNPUBLISHED, threads: 1, notReached, measured, memory, disk } });
  expect(lines).toContain('reached             5,040');
  expect(lines).toContain('maximum depth       not known in advance');
  expect(lines).toContain('not measured        /home/somebody cannot be written: permission denied');
  expect(lines).toContain('                    (EACCES), whoever it is');
  expect(lines).toContain('measured            1.67 GB/s of blocks moved by one thread');
  expect(lines.filter((line) => line.startsWith('time '))).toEqual([
    'time                unknown, because the number of layers is unknown',
    'time                unknown: the disk could not be measured',
  ]);
  expect(lines).toContain('                    processors take 56 min');
});

test('a plan of the metric multi, or of a single store, has only the facts that apply', () => {
  const memory = { ...PLAN.memory, fits: true, layerSeconds: null, seconds: null };
  const notOnDisk = 'moves can lead to any state';
  const multi = linesOf({ plan: { ...PLAN, ...UNPUBLISHED, memory, disk: null, notOnDisk } });
  expect(multi).toContain('In memory: possible here');
  expect(multi).toContain('time                not estimated in the metric multi');
  expect(multi.at(-2)).toBe('On disk: not possible');
  expect(multi.at(-1)).toBe('reason              moves can lead to any state');
  expect(linesOf({ plan: { ...BARE, disk: PLAN.disk } })).not.toContain('In memory: not possible here');
  expect(linesOf({ plan: { ...BARE, memory: PLAN.memory } })).not.toContain('On disk: not possible here');
});

test('the time of other spaces is that of all states, because the number of reached states is unknown', () => {
  const memory = { ...PLAN.memory, rooms: PLAN.memory.rooms.slice(0, 1), layerSeconds: null, seconds: 1800 };
  const lines = linesOf({
    title: 'made up',
    starts: { name: 'start', texts: ['a', 'b'] },
    plan: {
      ...{ ...BARE, ...UNPUBLISHED, notReached: null, memory, checkpointBytes: 1.5e12 },
      measured: { folder: '/home', files: null, processors: { statesPerSecond: 4.2e6 } },
    },
  });
  expect(lines).toEqual([
    'made up: a plan, nothing is enumerated',
    'starts              2, the first a',
    'states              10,461,394,944,000',
    'reached             not known in advance',
    'maximum depth       not known in advance',
    'measured            4.20 M states/s expanded by 2 threads',
    '',
    'In memory: not possible here',
    'memory              2.79 TB, and 21.5 GB are free: 2.77 TB missing',
    'checkpoints         two at a time, of at most 1.50 TB each',
    'time                about 30 min if all states are reached, at this speed',
  ]);
});

test.each([60, 40])('a plan fits into %i columns', (width) => {
  for (const line of stripVTControlCharacters(planText(TEXT, width)).split('\n')) {
    // Addresses and paths are not folded.
    if (!/\S\/\S/.test(line)) expect(line.trimEnd().length).toBeLessThanOrEqual(width);
  }
});

const CLUSTER: ClusterPlan = {
  ...{ workers: 64, threads: 16, workerBytes: 10.4e9, coordinatorBytes: 10.4e9, tooLittleMemory: null, fits: true },
  rooms: [{ folder: '/shared', neededBytes: 6.99e12, freeBytes: 8e12 }],
  folder: { bytesReadPerSecond: 1.2e9, bytesWrittenPerSecond: 1.1e9 },
  network: { bytesReadPerSecond: 10e9, bytesWrittenPerSecond: 10e9 },
  layer: {
    ...{ bytesRead: 3.08e12, bytesWritten: 1.05e12 },
    ...{ processorSeconds: 1.1, fileSeconds: 55, networkSeconds: 413, betweenSeconds: 25, seconds: 438 },
  },
  ...{ limit: 'network', usefulWorkers: 1, bytesRead: 192e12, bytesWritten: 66e12 },
  ...{ tableSeconds: 5640, seconds: 34_000 },
  work: {
    ...{ states: 10_461_394_944_000, memoryBytes: 10.1e9, diskBytes: 5.58e12, stages: 1214, smallestRunBytes: 5.32e6 },
    ...{ layer: { bytesRead: 3.08e12, bytesWritten: 1.05e12 }, blockMoves: 786_240, blockBytes: 2_661_120 },
    ...{ portions: 16_380, headBytes: 4096 },
  },
};

test('a plan of workers gives both limits, and the number of workers beyond which the time stays the same', () => {
  const text = planText({ ...TEXT, plan: { ...BARE, cluster: CLUSTER } }, 60);
  const lines = stripVTControlCharacters(text).split('\n');
  for (const line of lines) expect(line.length).toBeLessThanOrEqual(60);
  expect(
    lines.slice(lines.indexOf('By 64 workers of 16 threads: possible here')).join('\n'),
  ).toBe(`By 64 workers of 16 threads: possible here
memory              10.4 GB of each worker, 10.4 GB of the
                    coordinator
disk                6.99 TB, and 8.00 TB are free in /shared
work files          5.58 TB, and 1.41 TB for the table at
                    the end
shared folder       10.0 GB/s read, 10.0 GB/s written, for
                    all workers together
a full layer        3.08 TB read, 1.05 TB written
                    per worker: files 55 s, processors 1.1 s
                    in common: shared folder 6.9 min
                    between layers 25 s; in total 7.3 min
traffic             192 TB read, 66.0 TB written in total
limit               the shared folder; useful up to 1 worker
the table           assembled by the coordinator in 94 min
time                at most 9.4 hours, at these speeds`);
});

test.each([1e-6, 1, 1e9])('a plan of workers that are too small fits into 80 columns, %d times as slow', (slow) => {
  const { network, layer } = CLUSTER;
  const times = Object.entries(layer).map(([name, value]) => [
    name,
    /seconds$/i.test(name) ? (value ?? 0) * slow : value,
  ]);
  const cluster: ClusterPlan = {
    ...{ ...CLUSTER, workers: 100_000, threads: 256, fits: false, limit: 'files', usefulWorkers: 16_380 },
    tooLittleMemory: '4x4 on disk needs at least 10.1 GB of memory, but may use 4.00 GB',
    rooms: [{ folder: 'out', neededBytes: 6.99e12, freeBytes: 84e9 }],
    network: network && { bytesReadPerSecond: 1e10 / slow, bytesWrittenPerSecond: 1e10 / slow },
    layer: { ...layer, ...Object.fromEntries(times) },
    ...{ tableSeconds: 5640 * slow, seconds: 34_000 * slow },
  };
  const lines = linesOf({ plan: { ...BARE, cluster } });
  expect(lines).toContain('By 100,000 workers of 256 threads: not possible here');
  expect(lines).toContain('                    4x4 on disk needs at least 10.1 GB of memory, but may use');
  expect(lines).toContain('work files          5.58 TB, and 1.41 TB for the table at the end');
  expect(lines).toContain('limit               the files of each worker; useful up to 16,380 workers');
});

test('a plan of one worker without a table, with a folder that could not be measured, gives the known values', () => {
  const layer = { ...CLUSTER.layer, fileSeconds: null, networkSeconds: null, betweenSeconds: null, seconds: null };
  const unknown = {
    folder: null,
    network: null,
    limit: null,
    usefulWorkers: null,
    tableSeconds: null,
    seconds: null,
  } as const;
  const cluster = { ...CLUSTER, ...unknown, workers: 1, threads: 1, layer, bytesRead: null, bytesWritten: null };
  const lines = linesOf({ plan: { ...BARE, cluster, tableBytes: 0 } });
  expect(lines.slice(lines.indexOf('By 1 worker of 1 thread: possible here') + 3)).toEqual([
    'work files          5.58 TB, no table',
    'a full layer        3.08 TB read, 1.05 TB written',
    '                    per worker: processors 1.1 s',
    'time                unknown: the disk could not be measured',
  ]);
});
