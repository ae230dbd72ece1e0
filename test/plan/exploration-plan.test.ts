import { describe, expect, test } from 'vitest';
import { type PlanInput, planExploration } from '#src/plan/exploration-plan.js';
import { parseBoard } from '#src/spaces/board/board.js';

const GIGABYTE = 1e9;
const PROCESSORS = { bytesMovedPerSecond: 5e9, bytesCheckedPerSecond: 4e9 };
const FILES = { bytesReadPerSecond: 1e9, bytesWrittenPerSecond: 0.5e9, direct: true };

/** A machine of 16 GB, with a disk of 1 TB for the work files and one of 100 GB for results. */
function inputOf(board: string, parts: Partial<PlanInput> = {}): PlanInput {
  const parsed = parseBoard(board);
  return {
    board: parsed,
    goalCell: parsed.cells - 1,
    metric: 'single',
    table: true,
    tableBytes: 6 * GIGABYTE,
    threads: 2,
    freeMemory: 16 * GIGABYTE,
    memoryLimit: 4 * GIGABYTE,
    output: { path: 'out', freeBytes: 100 * GIGABYTE, device: 1 },
    work: { path: '/work', freeBytes: 1000 * GIGABYTE, device: 2 },
    onDisk: true,
    folderSpeed: FILES,
    processorSpeed: PROCESSORS,
    ...parts,
  };
}

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

  test('is on disk as slow as the slower of files and processors', () => {
    const { disk } = of2x7;
    if (disk === null) throw new Error('there is no plan');
    const { bytesRead, bytesWritten } = disk.plan.layer;
    expect(disk.fileSeconds).toBeCloseTo(bytesRead / 1e9 + bytesWritten / 0.5e9);
    expect(disk.processorSeconds).toBeCloseTo((19 * 17_160 * 24_192) / 5e9 + (bytesRead + bytesWritten) / 4e9);
    expect(disk.layerSeconds).toBe(disk.fileSeconds);
    const slow = { ...PROCESSORS, bytesMovedPerSecond: 1e6 };
    const { disk: slower } = planExploration(inputOf('2x6', { processorSpeed: slow }));
    expect(slower?.layerSeconds).toBe(slower?.processorSeconds);
    // Of 108 layers, some 84 can be full ones.
    const layers = (disk.seconds ?? 0) / (disk.layerSeconds ?? 1);
    expect(layers).toBeGreaterThan(70);
    expect(layers).toBeLessThan(90);
  });

  test('needs room for work files and table together where they lie on one disk', () => {
    const work = { path: '/work', freeBytes: 6.05 * GIGABYTE, device: 1 };
    const { disk } = planExploration(inputOf('2x6', { work, output: { ...work, path: '/work/out' } }));
    expect(disk?.rooms).toHaveLength(2);
    expect(disk?.rooms[1]).toMatchObject({ folder: '/work', freeBytes: 6.05 * GIGABYTE });
    expect(disk?.rooms[1].neededBytes).toBe((disk?.plan.diskBytes ?? 0) + 6 * GIGABYTE);
    expect(disk?.fits).toBe(false);
  });

  test('says how much memory is missing, and plans with all that would be of use', () => {
    const { disk } = planExploration(inputOf('2x6', { memoryLimit: 1e6 }));
    expect(disk?.fits).toBe(false);
    expect(disk?.tooLittleMemory).toMatch(/^2x6 on disk needs at least [\d.]+ MB of memory, and may use 1\.00 MB$/);
    expect(disk?.plan.memoryBytes).toBeGreaterThan(40e6);
  });
});

test('of what has not been measured or published nothing is said', () => {
  const unmeasured = planExploration(inputOf('2x6', { folderSpeed: undefined }));
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
  const multi = planExploration(inputOf('3x3', { metric: 'multi' }));
  expect(multi).toMatchObject({ disk: null, memory: { fits: true, layerSeconds: null, seconds: null } });
});
