/** The plans of explorations: in memory, on disk, and by workers that share a folder; and the measurements that they need. */

import { chmodSync, readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { checkMemory, MemoryError } from '#src/base/memory.js';
import { cellsAtDepth, planBoard } from '#src/engines/boards/board-plan.js';
import { BoardEnginePlan, BoardSearch, bytesMovedInLayer, keepers } from '#src/engines/boards/engine.js';
import { StorageError } from '#src/files/files.js';
import { checkpointBytes as bytesOf } from '#src/runs/disk/checkpointed-run.js';
import { diskBoard } from '#src/runs/disk/stage.js';
import { planRun } from '#src/runs/exploration/exploration.js';
import { fullLayers, layerShares, publishedHistogram } from '#src/runs/exploration/published-layers.js';
import { type ClusterInput, type PlanInput, planCluster, planExploration } from '#src/runs/exploration-plan.js';
import { explore } from '#src/runs/explore.js';
import { measureFolder, measureProcessors } from '#src/runs/measured-speeds.js';
import { planDisk, requirementsOf } from '#src/runs/requirements.js';
import { type Metric, makeBoard, parseBoard } from '#src/spaces/board/board.js';
import { BYTES_PER_WORD } from '#src/spaces/board/numbering.js';
import { orderedPosition } from '#src/spaces/board/position.js';
import { boardSource } from '#src/spaces/board-facts.js';
import { sourceOfText } from '#src/spaces/source-of-text.js';
import { temporaryFolder } from '../program/run.js';
import { published } from '../spaces/puzzles/space-checks.js';
import { fixtureSpace } from '../spaces.js';
import { count, FULL, rows } from '../suite.js';

const GIGABYTE = 1e9;
const PROCESSORS = { bytesMovedPerSecond: 5e9, bytesCheckedPerSecond: 4e9 };
const FILES = { bytesReadPerSecond: 1e9, bytesWrittenPerSecond: 0.5e9, direct: true };

const measuredOf = (files: PlanInput['measured']['files'], processors = PROCESSORS) => ({
  ...{ folder: '/work', files, processors },
});

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
    stores: ['memory', 'disk'],
    measured: measuredOf(FILES),
    ...parts,
  };
}

test.runIf(FULL)('the plan of 4x4 counts more than 2^43 states, and names the memory that it lacks', () => {
  const { states, disk } = planExploration(inputOf('4x4'));
  expect(states).toBe(10_461_394_944_000);
  expect(disk?.tooLittleMemory).toMatch(/^4x4 on disk needs at least \d+\.\d GB of memory, but may use 4\.00 GB$/);
  expect(disk?.work.diskBytes).toBeCloseTo(5.58e12, -11);
});

describe('the plan of 2x7', () => {
  const of2x7 = planExploration(inputOf('2x7', { memoryLimit: 500e6 }));

  test('takes 11.6 GB in memory, and fits', () => {
    const { states, memory, histogram, shares } = of2x7;
    expect(states).toBe(43_589_145_600);
    expect(histogram).toHaveLength(109);
    expect(shares).toHaveLength(110);
    expect(memory?.fits).toBe(true);
    const [needed, disk] = memory?.rooms ?? [];
    expect(needed.neededBytes).toBeCloseTo(11.73e9, -8);
    expect(needed).toMatchObject({ folder: null, freeBytes: 16 * GIGABYTE });
    expect(disk).toEqual({ folder: 'out', neededBytes: 6 * GIGABYTE, freeBytes: 100 * GIGABYTE });
    // 19 edges, 13!/9! blocks of 24,192 bytes.
    expect(memory?.layerSeconds).toBeCloseTo((19 * 17_160 * 24_192) / 5e9);
  });

  test('takes as long on disk as the slower of files and processors', () => {
    const { disk } = of2x7;
    if (!disk) throw new Error('there is no plan');
    const { bytesRead, bytesWritten } = disk.work.layer;
    expect(disk.fileSeconds).toBeCloseTo(bytesRead / 1e9 + bytesWritten / 0.5e9);
    expect(disk.processorSeconds).toBeCloseTo((19 * 17_160 * 24_192) / 5e9 + (bytesRead + bytesWritten) / 4e9);
    expect(disk.layerSeconds).toBe(disk.fileSeconds);
    const slow = { ...PROCESSORS, bytesMovedPerSecond: 1e6 };
    const { disk: slower } = planExploration(inputOf('2x6', { measured: measuredOf(FILES, slow) }));
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
    expect(disk?.rooms[1].neededBytes).toBe((disk?.work.diskBytes ?? 0) + 6 * GIGABYTE);
    expect(disk?.fits).toBe(false);
  });

  test('reports insufficient memory, and plans with all the memory that it can use', () => {
    const { disk } = planExploration(inputOf('2x6', { memoryLimit: 1e6 }));
    expect(disk?.fits).toBe(false);
    expect(disk?.tooLittleMemory).toMatch(/^2x6 on disk needs at least [\d.]+ MB of memory, but may use 1\.00 MB$/);
    expect(disk?.work.memoryBytes).toBeGreaterThan(40e6);
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
  expect(memory?.rooms.slice(1)).toEqual([
    { folder: 'out', neededBytes: 6 * GIGABYTE + 2 * (checkpointBytes ?? 0), freeBytes: 100 * GIGABYTE },
  ]);
});

test('the plan of another space comes from its engine, which measures its own speed', async () => {
  const request = { table: true, first: 20, threads: count(1, 2) };
  for (const [source, reached, size] of rows(
    [
      [fixtureSpace('one-way'), null, 60_000],
      [{ kind: 'known', space: 'pancake:9' } as const, 362_880, 362_880],
    ] as const,
    [1],
  )) {
    const run = await planRun(source, request);
    const estimate = await run.estimate();
    const { tableBytes, threads } = run;
    const plan = planExploration({ ...inputOf('3x3'), run, estimate, tableBytes });
    const { memory, ...known } = plan;
    expect(known).toEqual({
      ...{ threads, tableBytes, measured: inputOf('3x3').measured },
      ...{ states: size, notReached: reached === null ? null : 0 },
      ...{ maxDepth: null, published: null, histogram: null, shares: null, fullLayers: null },
      ...{ disk: null, notOnDisk: expect.stringMatching(/^moves can lead to any state/) },
    });
    if (memory === undefined) throw new Error('there is no plan');
    const [inMemory, onDisk] = memory.rooms;
    expect(inMemory.neededBytes).toBe(run.memory.bytes + 80e6 + threads * 12e6);
    expect(onDisk.neededBytes).toBe(tableBytes);
    expect(memory.layerSeconds).toBeNull();
    if (!('statesPerSecond' in estimate.speed)) throw new Error('no states were expanded');
    expect(memory.seconds).toBeCloseTo(size / estimate.speed.statesPerSecond);
    expect(estimate.speed.statesPerSecond).toBeGreaterThan(1e4);
    await run.close();
  }
});

test.runIf(FULL)('the time of a group is planned within a factor of four', async () => {
  const source = { kind: 'known', space: 'pancake:11' } as const;
  const run = await planRun(source, { table: true, first: 20, threads: 2 });
  const { seconds: planned } = await run.estimate();
  await run.close();
  const { seconds } = await explore({ space: source, threads: 2 });
  expect((planned ?? 0) / seconds).toBeGreaterThan(0.25);
  expect((planned ?? 0) / seconds).toBeLessThan(4);
});

test('values that have not been measured or published are null', () => {
  const unmeasured = planExploration(inputOf('2x6', { measured: measuredOf('unknown') }));
  expect(unmeasured.disk).toMatchObject({ fileSeconds: null, layerSeconds: null, seconds: null });
  expect(unmeasured.memory?.seconds).toBeGreaterThan(0);
  const unpublished = planExploration(inputOf('.../.#./...'));
  expect(unpublished).toMatchObject({
    histogram: null,
    shares: null,
    memory: { seconds: null },
    disk: { seconds: null },
  });
  expect(unpublished.memory?.layerSeconds).toBeGreaterThan(0);
  expect(unpublished.notReached).toBeGreaterThan(0);
  const multi = planExploration(inputOf('3x3', {}, 'multi'));
  expect(multi).toMatchObject({ disk: null, memory: { fits: true, layerSeconds: null, seconds: null } });
});

describe('memory', () => {
  test('of the general engine is about three bits per state, and eight for tables if moves cannot be undone', () => {
    const bits = (reversible: boolean, table: boolean) =>
      (8 * requirementsOf({ size: 1e9, reversible }, { table }).bytes) / 1e9;
    for (const [reversible, table, expected] of [
      [true, true, 3.25],
      [true, false, 3.25],
      [false, false, 3.25],
      [false, true, 8.25],
    ] as const) {
      expect(bits(reversible, table)).toBeCloseTo(expected, 2);
    }
  });

  test('of moves of several tiles is four bits a state, with and without a table', async () => {
    const board = parseBoard('2x5');
    const multi = (table: boolean) => requirementsOf({ board: { board, metric: 'multi' } }, { table }).bytes;
    expect(multi(false)).toBe(multi(true));
    expect(multi(true)).toBe(2 * requirementsOf({ board: { board, metric: 'single' } }).bytes);
    expect((await explore({ space: '2x5', metric: 'multi', table: false })).bytes).toBe(multi(false));
  });

  test('of a pattern that exceeds the machine is refused with the bytes that it needs', async () => {
    const source = await sourceOfText('4x4', { pattern: [1, 2, 3, 4, 5, 6] });
    const { label, memory, threads, held } = await planRun(source, { table: true, first: 1, threads: 2 });
    // 16,412 placements of 6 vectors, twice, and the moves between placements.
    expect(() => checkMemory(label, memory, threads, 1e6, held)).toThrow(
      '4x4 pattern 1 2 3 4 5 6 needs 3.71 MB of memory for its bitsets and about 104 MB for the program and its threads, but only 1.00 MB are free',
    );
  });

  test('of a pattern is halved without a table', async () => {
    const source = await sourceOfText('4x4', { pattern: [1, 2, 3, 4, 5, 6] });
    const [withTable, without] = await Promise.all(
      [true, false].map(async (table) => (await planRun(source, { table, first: 1 })).memory.bytes),
    );
    // 16,412 placements of 6 vectors of 16 bytes.
    expect(withTable - without).toBe(16_412 * 6 * 16);
  });
});

describe('the plan of an exploration on disk', () => {
  test.runIf(FULL)('of 3x5 has 87 GB for each bit of a state, in slots of whole pages', () => {
    const plan = planDisk(parseBoard('3x5'), { table: true, memory: 400e6, threads: 2, first: 20 });
    expect(plan.states).toBe(653_837_184_000);
    // 24,192 bytes of words take a slot of 24,576 bytes.
    const bytesOfABit = ((plan.states / 60) * 8 * 24_576) / 24_192;
    // Visited bits and table, twice: files are replaced while the next layer is written.
    expect(plan.diskBytes).toBeGreaterThan(4 * bytesOfABit);
    expect(plan.diskBytes).toBeLessThan(4.02 * bytesOfABit);
    expect(plan.memoryBytes).toBeLessThanOrEqual(400e6);
    expect(plan.stages).toBeGreaterThan(1000);
    // Each source is read once, and sources of few moves twice.
    expect(plan.layer.bytesRead).toBeGreaterThan(1.25 * bytesOfABit);
    expect(plan.layer.bytesRead).toBeLessThan(1.75 * bytesOfABit);
    // Half of the visited bits, and half of the table in every other layer.
    expect(plan.layer.bytesWritten / bytesOfABit).toBeCloseTo(0.75, 1);
  });

  test('reads nothing if the board fits into memory', () => {
    const plan = planDisk(parseBoard('3x4'), { table: true, memory: 1e9, threads: 2, first: 20 });
    expect(plan).toMatchObject({ stages: 1, layer: { bytesRead: 0 } });
    expect(plan.memoryBytes).toBeLessThan(70e6);
  });

  test('refuses insufficient memory, and gives the bytes needed', () => {
    const plan = () => planDisk(parseBoard('2x7'), { table: true, memory: 1e6, threads: 2, first: 20 });
    expect(plan).toThrow(MemoryError);
    expect(plan).toThrow(/^2x7 on disk needs at least [\d.]+ MB of memory, but may use 1\.00 MB$/);
  });
});

const at = (speed: number) => ({ bytesReadPerSecond: speed, bytesWrittenPerSecond: speed });

/** A layer of 30 GB read and 20 GB written, at 1 GB/s by each worker and by all, and 100 s of one worker's processors. */
function clusterOf(workers: number, parts: Partial<ClusterInput> = {}): ClusterInput {
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
  const few = { ...clusterOf(1).plan, portions: 3 };
  test.each<[string, number, Partial<ClusterInput>, ...unknown[]]>([
    ['its processors if there is one', 1, {}, [100, 50], 'processors', 2],
    ['the folder if there are two', 2, {}, [50, 50], 'network', 2],
    ['the folder if there are eight', 8, {}, [12.5, 50], 'network', 2],
    ['one worker for each portion', 10, { plan: few, network: at(50e9) }, [100 / 3, 1], 'processors', 3],
    [
      'its processors if only the network is known',
      4,
      { folder: undefined, network: at(5e9) },
      [25, 10],
      'processors',
      10,
    ],
  ])('takes as long as %s', (_, workers, parts, seconds, limit, usefulWorkers) => {
    const { layer, ...plan } = planCluster(clusterOf(workers, parts));
    const { processorSeconds, networkSeconds, betweenSeconds } = layer;
    expect([processorSeconds, networkSeconds]).toEqual(seconds);
    expect(plan).toMatchObject({ limit, usefulWorkers });
    const longest = Math.max(processorSeconds, layer.fileSeconds ?? 0, networkSeconds ?? 0);
    expect(layer.seconds).toBeCloseTo(longest + (betweenSeconds ?? 0));
  });

  test('waits between layers for the barrier and all headers', () => {
    for (const workers of [1, 8]) {
      expect(planCluster(clusterOf(workers)).layer.betweenSeconds).toBeCloseTo(betweenOf(workers));
    }
  });

  test('has each header read twice by the coordinator and once by every worker', () => {
    const { bytesRead, bytesWritten } = planCluster(clusterOf(8)).layer;
    expect(bytesRead).toBe(30e9 + 10 * 1000 * 4096);
    expect(bytesWritten).toBe(20e9);
  });

  test('is limited by the files of few workers if the network has a higher speed for all', () => {
    const processors = { bytesMovedPerSecond: 10e9, bytesCheckedPerSecond: 10e9 };
    const [one, five] = [1, 5].map((workers) => planCluster(clusterOf(workers, { processors, network: at(5e9) })));
    expect(one.layer).toMatchObject({ processorSeconds: 10, fileSeconds: 50, networkSeconds: 10 });
    expect([one.limit, one.usefulWorkers]).toEqual(['files', 5]);
    expect([five.limit, five.layer.fileSeconds]).toEqual(['network', 10]);
  });
});

describe('all layers of workers that share a folder', () => {
  test('take three full layers, five times the time between layers, and the table', () => {
    const { seconds, tableSeconds, bytesRead, bytesWritten } = planCluster(clusterOf(8));
    // One thread assembles 0.25 GB/s, and the network has twice that speed.
    expect(tableSeconds).toBeCloseTo(100);
    expect(seconds).toBeCloseTo(3 * 50 + 5 * betweenOf(8) + 100);
    expect(bytesRead).toBe(3 * 30e9 + 5 * 10 * 1000 * 4096 + 25e9);
    expect(bytesWritten).toBe(3 * 20e9 + 25e9);
  });

  test('take no time for a table that is not made', () => {
    expect(planCluster(clusterOf(8, { tableBytes: 0 }))).toMatchObject({ tableSeconds: 0, bytesWritten: 3 * 20e9 });
  });

  test('are unknown if the distribution is unknown', () => {
    const unknown = { bytesRead: null, bytesWritten: null, seconds: null };
    const plan = planCluster(clusterOf(8, { shares: null }));
    expect(plan).toMatchObject(unknown);
    expect(plan.layer.seconds).toBeCloseTo(50 + betweenOf(8));
  });
});

test('if the speed of a folder is unknown, only the time of the processors is known', () => {
  const plan = planCluster(clusterOf(8, { folder: undefined }));
  expect(plan).toMatchObject({ network: null, limit: null, usefulWorkers: null, tableSeconds: null, seconds: null });
  expect(plan.layer).toMatchObject({ networkSeconds: null, betweenSeconds: null, seconds: null });
  expect(plan.layer.processorSeconds).toBeCloseTo(12.5);
});

test('each worker needs its own memory, and the disk needs space for work files and the table together', () => {
  const { workerBytes, coordinatorBytes, rooms, fits } = planCluster(clusterOf(8));
  expect([workerBytes, coordinatorBytes]).toEqual([3e9 + 80e6 + 2 * 12e6, 3e9 + 80e6 + 2 * 12e6]);
  expect(rooms).toEqual([{ folder: '/shared', neededBytes: 125e9, freeBytes: 1000 * GIGABYTE }]);
  expect(fits).toBe(true);
  expect(planCluster(clusterOf(8, { tooLittleMemory: 'too little' })).fits).toBe(false);
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

test('the shares of a small distribution match a count by hand', () => {
  // With 8 blocks of either colour: 4 * min(before, left) / 8, but at most 1.
  expect(layerShares([1, 2, 4, 8, 3, 1], 8)).toEqual([0, 0.5, 1, 1, 1, 0.5, 0]);
  expect(fullLayers([0, 0.5, 1, 1, 1, 0.5, 0])).toBe(4);
  expect(layerShares([1], 1)).toEqual([0, 0]);
});

test.runIf(FULL)('no layer moves more blocks than its share allows', async () => {
  const board = parseBoard('3x4');
  const goal = orderedPosition(board);
  const plan = planBoard(board, { table: false, fresh: false }, 2);
  const { blocks } = plan;
  const shares = layerShares(publishedHistogram(board, board.cells - 1) ?? [], (board.cells / 2) * blocks.count);
  const search = new BoardSearch(plan, keepers({ most: 0 }));
  const { moves, sources } = diskBoard(plan);
  const full = bytesMovedInLayer(board, blocks) / (blocks.paddedWords * BYTES_PER_WORD);
  let most = 0;
  try {
    await search.begin(goal);
    const { gained, held } = search.memory.marks;
    for await (const { depth } of search.layers({ singly: true })) {
      // The next layer, as the workers will search it.
      let moved = 0;
      for (const cell of cellsAtDepth(board, 'single', board.cells - 1, depth + 1)) {
        for (let block = 0; block < blocks.count; block++) {
          if (held[cell * blocks.count + block] === blocks.states) continue;
          for (const move of moves[cell]) {
            const gives = (source: number) => gained[move.source * blocks.count + source] === 1;
            if (sources.some(move, block, gives)) moved++;
          }
        }
      }
      expect(moved).toBeLessThanOrEqual(shares[depth + 1] * full);
      most = Math.max(most, moved);
    }
  } finally {
    search.end();
  }
  expect(most).toBe(full);
});

test('published distributions match the reference, and exist only for goals with the blank in a corner', () => {
  const boards = published.filter(({ metric, source }) => metric === 'single' && source.startsWith('lightln2'));
  expect(boards.map(({ space }) => space)).toContain('4x4');
  for (const { space, histogram } of boards) {
    const board = parseBoard(space);
    expect(publishedHistogram(board, board.cells - 1)).toEqual(histogram);
    expect(publishedHistogram(board, 0)).toEqual(histogram);
    expect(publishedHistogram(makeBoard(board.columns, board.rows), board.cells - 1)).toEqual(histogram);
  }
  expect(publishedHistogram(parseBoard('3x3'), 1)).toBeUndefined();
  expect(publishedHistogram(parseBoard('4x4'), 5)).toBeUndefined();
  expect(publishedHistogram(parseBoard('2x9'), 0)).toBeUndefined();
  expect(publishedHistogram(parseBoard('..#/.../#..'), 0)).toBeUndefined();
});

test.runIf(FULL)('a folder is measured in about two seconds, and no file stays in it', async () => {
  const folder = temporaryFolder();
  const begin = performance.now();
  const measuring = measureFolder(folder, 64e6);
  // No file is visible during the measurement, because it has no name.
  const names = new Set<string>();
  const watch = setInterval(() => {
    for (const name of readdirSync(folder)) names.add(name);
  }, 10);
  const speed = await measuring;
  clearInterval(watch);
  expect((performance.now() - begin) / 1000).toBeLessThan(20);
  expect(readdirSync(folder)).toEqual([]);
  if (process.platform === 'linux') expect([...names].length).toBeLessThan(2);
  expect(speed?.bytesReadPerSecond).toBeGreaterThan(1e6);
  expect(speed?.bytesWrittenPerSecond).toBeGreaterThan(1e6);
});

test('a folder without enough space is not measured, and an error names a folder that cannot be written', async () => {
  const folder = temporaryFolder();
  expect(await measureFolder(folder, 1e6)).toBeUndefined();
  await expect(measureFolder(`${folder}/nowhere`)).rejects.toThrow(StorageError);
  await expect(measureFolder(`${folder}/nowhere`)).rejects.toThrow(`${folder}/nowhere cannot be`);
  if (process.getuid?.() === 0) return;
  chmodSync(folder, 0o500);
  await expect(measureFolder(folder)).rejects.toThrow(`${folder} cannot be written`);
});

test.runIf(FULL)('processors are measured as fast as they explore 3x4', async () => {
  const threads = 2;
  const { bytesMovedPerSecond, bytesCheckedPerSecond } = await measureProcessors(parseBoard('3x5'), threads);
  const { seconds } = await explore({ space: '3x4', threads, table: false });
  // A full layer moves 1,870 blocks of 24,192 bytes, and all of 3x4 is the work of some 32 of them.
  const expected = seconds / ((32 * 1870 * 24_192) / bytesMovedPerSecond);
  expect(expected).toBeGreaterThan(0.3);
  expect(expected).toBeLessThan(10);
  expect(bytesCheckedPerSecond).toBeGreaterThan(50e6);
});
