import { describe, expect, test } from 'vitest';
import { BoardEnginePlan } from '#src/engines/boards/engine.js';
import { bytesMovedInLayer } from '#src/engines/boards/speed.js';
import { checkpointBytes as bytesOf } from '#src/runs/exploration/checkpoint-files.js';
import { type PlanInput, planExploration } from '#src/runs/exploration-plan.js';
import { explore, planRun } from '#src/runs/explore.js';
import { requirementsOf } from '#src/runs/requirements.js';
import { type Metric, parseBoard } from '#src/spaces/board/board.js';
import { orderedPosition } from '#src/spaces/board/position.js';
import { boardSource } from '#src/spaces/board-facts.js';
import { fixtureSpace } from '../spaces.js';
import { FULL } from '../suite.js';

const GIGABYTE = 1e9;
const PROCESSORS = { bytesMovedPerSecond: 5e9, bytesCheckedPerSecond: 4e9 };
const FILES = { bytesReadPerSecond: 1e9, bytesWrittenPerSecond: 0.5e9, direct: true };

/** A machine of 16 GB, with a disk of 1 TB for the work files and one of 100 GB for results. */
function inputOf(name: string, parts: Partial<PlanInput> = {}, metric: Metric = 'single'): PlanInput {
  const board = parseBoard(name);
  const source = boardSource(board, orderedPosition(board), metric);
  const run = BoardEnginePlan.of(source, { table: true, first: 20, threads: 2 });
  const { geometry, blocks } = run.search;
  const layerSeconds = bytesMovedInLayer(geometry.board, blocks) / PROCESSORS.bytesMovedPerSecond;
  const estimate = {
    starts: [],
    speed: PROCESSORS,
    layerSeconds: metric === 'single' ? layerSeconds : null,
    seconds: null,
  };
  return {
    run,
    estimate,
    tableBytes: 6 * GIGABYTE,
    freeMemory: 16 * GIGABYTE,
    memoryLimit: 4 * GIGABYTE,
    output: { path: 'out', freeBytes: 100 * GIGABYTE, device: 1 },
    work: { path: '/work', freeBytes: 1000 * GIGABYTE, device: 2 },
    onDisk: { processors: PROCESSORS, folder: FILES },
    ...parts,
  };
}

test.runIf(FULL)('the plan of 4x4 counts more than 2^43 states, and names the memory that it lacks', () => {
  const { states, disk } = planExploration(inputOf('4x4'));
  expect(states).toBe(10_461_394_944_000);
  expect(disk?.tooLittleMemory).toMatch(/^4x4 on disk needs at least \d+\.\d GB of memory, but may use 4\.00 GB$/);
  expect(disk?.plan.diskBytes).toBeCloseTo(5.58e12, -11);
});

describe('the plan of 2x7', () => {
  const of2x7 = planExploration(inputOf('2x7', { memoryLimit: 500e6 }));

  test('takes 11.6 GB in memory, and fits', () => {
    const { states, memory, histogram, shares } = of2x7;
    expect(states).toBe(43_589_145_600);
    expect(histogram).toHaveLength(109);
    expect(shares).toHaveLength(110);
    expect(memory.fits).toBe(true);
    const [needed, disk] = memory.rooms;
    expect(needed.neededBytes).toBeCloseTo(11.73e9, -8);
    expect(needed).toMatchObject({ folder: null, freeBytes: 16 * GIGABYTE });
    expect(disk).toEqual({ folder: 'out', neededBytes: 6 * GIGABYTE, freeBytes: 100 * GIGABYTE });
    // 19 edges, 13!/9! blocks of 24,192 bytes.
    expect(memory.layerSeconds).toBeCloseTo((19 * 17_160 * 24_192) / 5e9);
  });

  test('takes as long on disk as the slower of files and processors', () => {
    const { disk } = of2x7;
    if (disk === null) throw new Error('there is no plan');
    const { bytesRead, bytesWritten } = disk.plan.layer;
    expect(disk.fileSeconds).toBeCloseTo(bytesRead / 1e9 + bytesWritten / 0.5e9);
    expect(disk.processorSeconds).toBeCloseTo((19 * 17_160 * 24_192) / 5e9 + (bytesRead + bytesWritten) / 4e9);
    expect(disk.layerSeconds).toBe(disk.fileSeconds);
    const slow = { ...PROCESSORS, bytesMovedPerSecond: 1e6 };
    const { disk: slower } = planExploration(inputOf('2x6', { onDisk: { processors: slow, folder: FILES } }));
    expect(slower?.layerSeconds).toBe(slower?.processorSeconds);
    // Some 84 of 108 layers can be full ones.
    const layers = (disk.seconds ?? 0) / (disk.layerSeconds ?? 1);
    expect(layers).toBeGreaterThan(70);
    expect(layers).toBeLessThan(90);
  });

  test('needs space for work files and table together if they are on one disk', () => {
    const work = { path: '/work', freeBytes: 6.05 * GIGABYTE, device: 1 };
    const { disk } = planExploration(inputOf('2x6', { work, output: { ...work, path: '/work/out' } }));
    expect(disk?.rooms).toHaveLength(2);
    expect(disk?.rooms[1]).toMatchObject({ folder: '/work', freeBytes: 6.05 * GIGABYTE });
    expect(disk?.rooms[1].neededBytes).toBe((disk?.plan.diskBytes ?? 0) + 6 * GIGABYTE);
    expect(disk?.fits).toBe(false);
  });

  test('reports insufficient memory, and plans with all the memory that it can use', () => {
    const { disk } = planExploration(inputOf('2x6', { memoryLimit: 1e6 }));
    expect(disk?.fits).toBe(false);
    expect(disk?.tooLittleMemory).toMatch(/^2x6 on disk needs at least [\d.]+ MB of memory, but may use 1\.00 MB$/);
    expect(disk?.plan.memoryBytes).toBeGreaterThan(40e6);
  });
});

test('the disk needs space for two checkpoints, and for the table if it is on the same disk', () => {
  const checkpoints = { path: 'saved', freeBytes: 100 * GIGABYTE, device: 1 };
  const { memory, checkpointBytes } = planExploration(inputOf('3x4', { checkpoints }));
  const of3x4 = BoardEnginePlan.of(
    { kind: 'board', board: '3x4', metric: 'single', goal: '1 2 3 4 5 6 7 8 9 10 11 x' },
    { table: true, first: 20, threads: 2 },
  );
  expect(checkpointBytes).toBe(bytesOf(of3x4));
  expect(memory.rooms.slice(1)).toEqual([
    { folder: 'out', neededBytes: 6 * GIGABYTE + 2 * (checkpointBytes ?? 0), freeBytes: 100 * GIGABYTE },
  ]);
});

describe('the plan of a space that is not a board', () => {
  const need = { table: true, first: 20, threads: 2 };

  test.each([
    ['a puzzle', { kind: 'known', space: 'hanoi:3,8' }, 6561, true],
    ['a module whose moves cannot be undone', fixtureSpace('one-way'), 60_000, false],
  ] as const)('of %s comes from the engine, which measures its own neighbours', async (_, source, size, reversible) => {
    const run = await planRun(source, need);
    try {
      const estimate = await run.estimate();
      const { facts } = run;
      expect(facts).toMatchObject({ reversible });
      const plan = planExploration({ ...inputOf('3x3'), run, estimate, tableBytes: run.tableBytes });
      const { memory, ...known } = plan;
      expect(known).toEqual({
        ...{ states: facts.size, reached: null, histogram: null, shares: null },
        ...{ checkpointBytes: null, disk: null, notOnDisk: expect.stringMatching(/^moves can lead to any state/) },
      });
      const { bytes } = requirementsOf({ size: facts.size, reversible });
      const [inMemory, onDisk] = memory.rooms;
      expect(inMemory.neededBytes).toBe(bytes + 80e6 + run.threads * 12e6);
      expect(onDisk.neededBytes).toBe(run.tableBytes);
      expect(memory.layerSeconds).toBeNull();
      expect(facts.size).toBe(size);
      if (!('statesPerSecond' in estimate.speed)) throw new Error('no states were expanded');
      expect(memory.seconds).toBeCloseTo(size / estimate.speed.statesPerSecond);
      expect(estimate.speed.statesPerSecond).toBeGreaterThan(1e4);
    } finally {
      await run.close();
    }
  });

  test('of a permutation puzzle gives the number of states reached', async () => {
    const run = await planRun({ kind: 'known', space: 'pancake:9' }, need);
    const estimate = await run.estimate();
    const plan = planExploration({ ...inputOf('3x3'), run, estimate, tableBytes: run.tableBytes });
    expect(plan).toMatchObject({ states: 362_880, reached: 362_880, disk: null, memory: { layerSeconds: null } });
    const { bytes, threadBytes } = run.needs;
    expect(threadBytes).toBeLessThan(12e6);
    expect(plan.memory.rooms[0].neededBytes).toBe(bytes + 80e6 + run.threads * 12e6);
    await run.close();
  });

  test.runIf(FULL)('gives the time within a factor of four', async () => {
    const source = { kind: 'known', space: 'pancake:11' } as const;
    const run = await planRun(source, need);
    const { seconds: planned } = await run.estimate();
    await run.close();
    const { seconds } = await explore({ space: source, threads: 2 });
    expect((planned ?? 0) / seconds).toBeGreaterThan(0.25);
    expect((planned ?? 0) / seconds).toBeLessThan(4);
  });
});

test('values that have not been measured or published are null', () => {
  const unmeasured = planExploration(inputOf('2x6', { onDisk: { processors: PROCESSORS, folder: undefined } }));
  expect(unmeasured.disk).toMatchObject({ fileSeconds: null, layerSeconds: null, seconds: null });
  expect(unmeasured.memory.seconds).toBeGreaterThan(0);
  const unpublished = planExploration(inputOf('.../.#./...'));
  expect(unpublished).toMatchObject({
    histogram: null,
    shares: null,
    memory: { seconds: null },
    disk: { seconds: null },
  });
  expect(unpublished.memory.layerSeconds).toBeGreaterThan(0);
  expect(unpublished.reached).toBeLessThan(unpublished.states);
  const multi = planExploration(inputOf('3x3', {}, 'multi'));
  expect(multi).toMatchObject({ disk: null, memory: { fits: true, layerSeconds: null, seconds: null } });
});
