import { describe, expect, test } from 'vitest';
import { type ClusterInput, planCluster } from '#src/runs/cluster-plan.js';
import { planDisk } from '#src/runs/disk-plan.js';
import { parseBoard } from '#src/spaces/board/board.js';

const GIGABYTE = 1e9;

const at = (speed: number) => ({ bytesReadPerSecond: speed, bytesWrittenPerSecond: speed });

/** A layer of 30 GB read and 20 GB written, at 1 GB/s by each worker and by all, and 100 s of one worker's processors. */
function inputOf(workers: number, parts: Partial<ClusterInput> = {}): ClusterInput {
  return {
    plan: {
      states: 1e12,
      memoryBytes: 3e9,
      diskBytes: 100e9,
      stages: 100,
      smallestRunBytes: 1e6,
      layer: { bytesRead: 30e9, bytesWritten: 20e9 },
      blockMoves: 50_000,
      blockBytes: 1e6,
      portions: 1000,
      headBytes: 4096,
    },
    tooLittleMemory: null,
    workers,
    threads: 2,
    threadBytes: 0,
    processors: { bytesMovedPerSecond: 1e9, bytesCheckedPerSecond: 1e9 },
    folder: at(1e9),
    network: undefined,
    shares: [0, 0.5, 1, 1, 0.5, 0],
    tableBytes: 25e9,
    work: { path: '/shared', freeBytes: 1000 * GIGABYTE, device: 1 },
    output: { path: 'out', freeBytes: 1000 * GIGABYTE, device: 1 },
    ...parts,
  };
}

/** 0.1 s for the barrier, 3 times 1000 headers of 0.5 ms, and their bytes twice for the coordinator and once for each worker. */
const betweenOf = (workers: number) => 0.1 + 1.5 + ((workers + 2) * 1000 * 4096) / 1e9;

describe('a layer of workers that share a folder', () => {
  test('takes one worker as long as its processors', () => {
    const { layer, limit, usefulWorkers } = planCluster(inputOf(1));
    expect(layer.processorSeconds).toBeCloseTo(100);
    expect(layer.networkSeconds).toBeCloseTo(50);
    expect(layer.betweenSeconds).toBeCloseTo(betweenOf(1));
    expect(layer.seconds).toBeCloseTo(100 + betweenOf(1));
    expect([limit, usefulWorkers]).toEqual(['processors', 2]);
  });

  test('is no shorter with more workers than the folder can serve', () => {
    const [two, eight] = [2, 8].map((workers) => planCluster(inputOf(workers)));
    expect(two.layer.processorSeconds).toBeCloseTo(50);
    expect(two.layer.seconds).toBeCloseTo(50 + betweenOf(2));
    expect(eight.layer.processorSeconds).toBeCloseTo(12.5);
    expect(eight.layer.seconds).toBeCloseTo(50 + betweenOf(8));
    expect([eight.limit, eight.usefulWorkers]).toEqual(['network', 2]);
  });

  test('is divided among at most one worker per portion', () => {
    const few = { ...inputOf(1).plan, portions: 3 };
    const { layer, usefulWorkers } = planCluster(inputOf(10, { plan: few, network: at(1e15) }));
    expect(layer.processorSeconds).toBeCloseTo(100 / 3);
    expect(usefulWorkers).toBe(3);
  });

  test('has each header read twice by the coordinator and once by every worker', () => {
    const { bytesRead, bytesWritten } = planCluster(inputOf(8)).layer;
    expect(bytesRead).toBe(30e9 + 10 * 1000 * 4096);
    expect(bytesWritten).toBe(20e9);
  });
});

describe('all layers of workers that share a folder', () => {
  test('take three full layers, five times the time between layers, and the table', () => {
    const { seconds, tableSeconds, bytesRead, bytesWritten } = planCluster(inputOf(8));
    // One thread assembles 0.25 GB/s, and the network has twice that speed.
    expect(tableSeconds).toBeCloseTo(100);
    expect(seconds).toBeCloseTo(3 * 50 + 5 * betweenOf(8) + 100);
    expect(bytesRead).toBe(3 * 30e9 + 5 * 10 * 1000 * 4096 + 25e9);
    expect(bytesWritten).toBe(3 * 20e9 + 25e9);
  });

  test('take no time for a table that is not made', () => {
    expect(planCluster(inputOf(8, { tableBytes: 0 }))).toMatchObject({ tableSeconds: 0, bytesWritten: 3 * 20e9 });
  });

  test('are unknown if the distribution is unknown', () => {
    const unknown = { bytesRead: null, bytesWritten: null, seconds: null };
    const plan = planCluster(inputOf(8, { shares: null }));
    expect(plan).toMatchObject(unknown);
    expect(plan.layer.seconds).toBeCloseTo(50 + betweenOf(8));
  });
});

describe('a network with a higher speed for all workers than for one', () => {
  const processors = { bytesMovedPerSecond: 10e9, bytesCheckedPerSecond: 10e9 };

  test('is used up by several', () => {
    const [one, five, six] = [1, 5, 6].map((workers) =>
      planCluster(inputOf(workers, { processors, network: at(5e9) })),
    );
    expect(one.layer).toMatchObject({ processorSeconds: 10, fileSeconds: 50, networkSeconds: 10 });
    expect([one.limit, one.usefulWorkers]).toEqual(['files', 5]);
    expect([five.limit, five.layer.fileSeconds]).toEqual(['network', 10]);
    expect(six.layer.seconds).toBeGreaterThan(10);
    expect(six.layer.seconds).toBeGreaterThan(five.layer.seconds ?? 0);
  });

  test('is the only known speed if the folder could not be measured', () => {
    const plan = planCluster(inputOf(4, { folder: undefined, network: at(5e9) }));
    expect(plan).toMatchObject({ folder: null, limit: 'processors', usefulWorkers: 10 });
    expect(plan.layer).toMatchObject({ fileSeconds: null, networkSeconds: 10, processorSeconds: 25 });
  });
});

test('if the speed of a folder is unknown, only the time of the processors is known', () => {
  const plan = planCluster(inputOf(8, { folder: undefined }));
  expect(plan).toMatchObject({ network: null, limit: null, usefulWorkers: null, tableSeconds: null, seconds: null });
  expect(plan.layer).toMatchObject({ networkSeconds: null, betweenSeconds: null, seconds: null });
  expect(plan.layer.processorSeconds).toBeCloseTo(12.5);
});

test('each worker needs its own memory, and the disk needs space for work files and the table together', () => {
  const { workerBytes, coordinatorBytes, rooms, fits } = planCluster(inputOf(8));
  expect([workerBytes, coordinatorBytes]).toEqual([3e9 + 80e6 + 2 * 12e6, 3e9 + 80e6 + 2 * 12e6]);
  expect(rooms).toEqual([{ folder: '/shared', neededBytes: 125e9, freeBytes: 1000 * GIGABYTE }]);
  expect(fits).toBe(true);
  expect(planCluster(inputOf(8, { tooLittleMemory: 'too little' })).fits).toBe(false);
});

test('a board that one process keeps in memory is reread by workers that share its folder', () => {
  const options = { table: true, memory: 1e9, threads: 2, first: 20 };
  const board = parseBoard('3x4');
  expect(planDisk(board, options).layer.bytesRead).toBe(0);
  const shared = planDisk(board, { ...options, shared: true });
  // All 660 blocks of one colour, and the table in every other layer, of 24,576 bytes each.
  expect(shared.layer.bytesRead).toBeGreaterThan(660 * 24_576);
  expect(shared).toMatchObject({ portions: 1, headBytes: 12_288 });
});
