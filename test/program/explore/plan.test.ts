import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { FULL } from '../../suite.js';
import { antipode, temporaryFolder } from '../run.js';

test.runIf(FULL)('a plan as JSON has all figures, from a machine that was measured, and makes nothing', async () => {
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
    disk: { fits: true, tooLittleMemory: null, work: { portions: 1 } },
  });
  expect(plan.shares).toHaveLength(57);
  expect(plan.measured.files.bytesReadPerSecond).toBeGreaterThan(1e6);
  expect(plan.measured.processors.bytesMovedPerSecond).toBeGreaterThan(1e6);
  expect(plan.memory.seconds).toBeGreaterThan(0);
  expect(plan.disk.seconds).toBeGreaterThan(0);
  // One disk for both folders, told as the first one.
  expect(plan.disk.rooms.map(({ folder }: { folder: string | null }) => folder)).toEqual([null, 'a/b']);
});

test.runIf(FULL)('a plan for people says what is missing, and that is no failure', async () => {
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

test.each([
  [['pancake:5'], "--plan tells what a board takes, and 'pancake:5' is none: leave out --plan"],
  [[], '--plan tells what a board takes: give one, such as 3x5, or --map <file>'],
  [
    ['3x3', '--all-goals'],
    '--plan explores nothing, and only tells what a board takes: leave out --all-goals, or --plan',
  ],
  [
    ['3x3', '--checkpoint', 'x'],
    '--plan explores nothing, and only tells what a board takes: leave out --checkpoint, or --plan',
  ],
  [
    ['3x3', '--method', 'general'],
    '--plan explores nothing, and only tells what a board takes: leave out --method general, or --plan',
  ],
  [['3x3', '--store', 'tape'], "--store must be one of memory, disk; found 'tape'"],
  [['3x3', '--memory', '0'], "--memory must be bytes, such as 1500000000, 1.5GB or 512MiB, found '0'"],
  [
    ['5x5'],
    '5x5 is too large to number: it has about 7.8e+24 states, and 2^53 is the most that can be counted exactly',
  ],
])('of %j is refused', async (words, message) => {
  const { status, out, err } = await antipode(['explore', ...words, '--plan'], { cwd: temporaryFolder() });
  expect([status, out, err]).toEqual([2, '', `antipode: ${message}\n`]);
});
