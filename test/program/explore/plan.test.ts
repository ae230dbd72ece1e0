import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { FULL, rows } from '../../suite.js';
import { antipode, temporaryFolder } from '../run.js';

test.runIf(FULL)('a plan as JSON has all figures, with measurements of the machine, and writes nothing', async () => {
  const cwd = temporaryFolder();
  const words = ['explore', '2x5', '--plan', '--json', '--work', 'a/b', '--output', 'c', '--threads', '2'];
  const { status, out, err } = await antipode(words, { cwd });
  expect([status, err]).toEqual([0, '2x5: measuring the machine for some seconds\n']);
  expect(readdirSync(cwd)).toEqual([]);
  const plan = JSON.parse(out);
  expect(out).toBe(`${JSON.stringify(plan)}\n`);
  expect(plan).toMatchObject({
    board: '2x5',
    goal: '1 2 3 4 5 6 7 8 9 x',
    metric: 'single',
    threads: 2,
    states: 1_814_400,
    notReached: 0,
    maxDepth: 55,
    published: 'github.com/lightln2/SlidingTilesSolver',
    measured: { folder: cwd, files: { direct: expect.any(Boolean) } },
    memory: { fits: true },
    disk: { fits: true, tooLittleMemory: null, work: { stages: 1 } },
  });
  expect(plan.shares).toHaveLength(57);
  expect(plan.measured.files.bytesReadPerSecond).toBeGreaterThan(1e6);
  expect(plan.measured.processors.bytesMovedPerSecond).toBeGreaterThan(1e6);
  expect(plan.memory.seconds).toBeGreaterThan(0);
  expect(plan.disk.seconds).toBeGreaterThan(0);
  // Both folders are on one disk, which is listed with the first one.
  expect(plan.disk.rooms.map(({ folder }: { folder: string | null }) => folder)).toEqual([null, 'a/b']);
});

test.runIf(FULL)('a plan as text gives the missing memory, and succeeds', async () => {
  const cwd = temporaryFolder();
  const { status, out } = await antipode(['explore', '4x4', '--plan', '--store', 'memory'], { cwd });
  expect(status).toBe(0);
  const lines = out.split('\n');
  expect(lines[0]).toBe('4x4: a plan, nothing is enumerated');
  expect(lines).toContain('states              10,461,394,944,000');
  expect(lines).toContain('maximum depth       80 (github.com/lightln2/SlidingTilesSolver)');
  expect(lines).toContain('In memory: not possible here');
  expect(out).toMatch(/^memory {14}2\.79 TB, and [\d.]+ \w+ are free: [\d.]+ [GT]B missing$/m);
  expect(out).toMatch(/^time {16}at most [\d.]+ (hours|days), at these speeds$/m);
  expect(out).not.toContain('On disk');
  for (const line of lines) expect(line.length).toBeLessThanOrEqual(80);
});

const cwdOf = (name: string, text: string) => {
  const cwd = temporaryFolder();
  writeFileSync(join(cwd, name), text);
  return cwd;
};

test.each(
  rows(
    [
      [
        'a puzzle',
        ['pancake:7', '--start', '7 6 5 4 3 2 1'],
        { space: 'pancake:7-from-7 6 5 4 3 2 1', states: 5040, method: 'groups', notReached: 0 },
      ],
      ['a board by the general method', ['3x3', '--method', 'general'], { space: '3x3', states: 181_440 }],
      [
        'a module',
        [fileURLToPath(new URL('../../fixtures/spaces/one-way-ring.mjs', import.meta.url))],
        { states: 604 },
      ],
    ],
    [],
  ),
)('of %s as JSON has its figures, and writes nothing', async (_, words, figures) => {
  const cwd = temporaryFolder();
  const { status, out, err } = await antipode(['explore', ...words, '--plan', '--json', '--checkpoint', 'saved'], {
    cwd,
  });
  expect(status, err).toBe(0);
  expect(readdirSync(cwd)).toEqual([]);
  const plan = JSON.parse(out);
  expect(plan).toMatchObject({
    ...{ method: 'general', threads: 1, notReached: null, maxDepth: null, shares: null, disk: null },
    ...figures,
    notOnDisk: expect.stringMatching(/^moves can lead to any state/),
    measured: { files: null, processors: { statesPerSecond: expect.any(Number) } },
    memory: { fits: true, layerSeconds: null, seconds: expect.any(Number) },
  });
  const [memory, disk] = plan.memory.rooms;
  expect(memory.neededBytes).toBeGreaterThan(90e6);
  expect(disk.neededBytes).toBe(plan.tableBytes + 2 * plan.checkpointBytes);
});

test.runIf(FULL)('of a pattern states that only whole boards are explored on disk', async () => {
  const { status, out } = await antipode(['explore', '3x3', '--pattern', '1 2 4', '--plan', '--json'], {
    cwd: temporaryFolder(),
  });
  expect(status).toBe(0);
  expect(JSON.parse(out)).toMatchObject({
    disk: null,
    notOnDisk: '--store disk is for whole boards, and a pattern is explored in memory',
  });
});

test.runIf(FULL)('of generators is available as text too', async () => {
  const cwd = cwdOf(
    'swaps.json',
    '{ "name": "swaps", "generators": [{ "name": "a", "permutation": [2, 1, 3] }, { "name": "b", "permutation": [1, 3, 2] }] }',
  );
  const { status, out, err } = await antipode(['explore', '--generators', 'swaps.json', '--plan'], { cwd });
  expect([status, err]).toEqual([0, 'swaps: measuring the machine for some seconds\n']);
  expect(readdirSync(cwd)).toEqual(['swaps.json']);
  const lines = out.split('\n');
  expect(lines).toContain('states              6');
  expect(lines).toContain('time                less than 1 s if all states are reached, at this speed');
  expect(lines).toContain('On disk: not possible');
});

test('a module that fails is refused in one line', async () => {
  const cwd = cwdOf(
    'bad.mjs',
    "export default { name: 'bad', size: 9, moves: ['a'], starts: [0], reversible: false, neighbours() { throw new Error('no'); }, format: String, parse: Number };",
  );
  const { status, out, err } = await antipode(['explore', './bad.mjs', '--plan'], { cwd });
  expect([status, out]).toEqual([2, '']);
  expect(err).toMatch(/^bad: measuring [^\n]*\nantipode: the space bad contradicts its interface, [^\n]*: no\n$/);
});

test.runIf(FULL)('by workers gives the times of the folder, the processors and the pauses between layers', async () => {
  const cwd = temporaryFolder();
  const words = ['explore', '2x6', '--plan', '--workers', '4', '--network', '2GB', '--memory', '64MB', '--json'];
  const { status, out, err } = await antipode(words, { cwd });
  expect([status, err]).toEqual([0, '2x6: measuring the machine for some seconds\n']);
  expect(readdirSync(cwd)).toEqual([]);
  const { measured, memory, disk, cluster } = JSON.parse(out);
  expect([memory, disk]).toEqual([undefined, undefined]);
  const { bytesReadPerSecond, bytesWrittenPerSecond } = measured.files;
  expect(cluster).toMatchObject({
    workers: 4,
    tooLittleMemory: null,
    fits: true,
    folder: { bytesReadPerSecond, bytesWrittenPerSecond },
    network: { bytesReadPerSecond: 2e9, bytesWrittenPerSecond: 2e9 },
    work: { states: 239_500_800 },
  });
  expect(cluster.coordinatorBytes).toBe(cluster.workerBytes);
  expect(cluster.work.memoryBytes).toBeLessThanOrEqual(64e6);
  const { bytesRead, bytesWritten, networkSeconds, fileSeconds, processorSeconds, betweenSeconds, seconds } =
    cluster.layer;
  const { portions, headBytes, layer } = cluster.work;
  expect(bytesRead).toBe(layer.bytesRead + 6 * portions * headBytes);
  expect(networkSeconds).toBeCloseTo((layer.bytesRead + bytesWritten) / 2e9);
  expect(seconds).toBeCloseTo(Math.max(networkSeconds, fileSeconds, processorSeconds) + betweenSeconds);
  expect(cluster.seconds).toBeGreaterThan(cluster.tableSeconds);
});

test.runIf(FULL)(
  'by workers uses the measured speed of the folder if no --network is given, and estimates the time of a layer of a map',
  async () => {
    const cwd = cwdOf('ring.txt', '...\n.#.\n...\n');
    const words = ['explore', '--map', 'ring.txt', '--plan', '--workers', '2', '--json'];
    const { status, out } = await antipode(words, { cwd });
    expect(status).toBe(0);
    const { measured, cluster } = JSON.parse(out);
    const { bytesReadPerSecond, bytesWrittenPerSecond } = measured.files;
    expect(cluster.network).toEqual({ bytesReadPerSecond, bytesWrittenPerSecond });
    expect(cluster).toMatchObject({ layer: { seconds: expect.any(Number) }, bytesRead: null, seconds: null });
  },
);
