import { readFileSync } from 'node:fs';
import { expect, onTestFinished, test, vi } from 'vitest';
import { distributionText, summaryText, titleOf } from '#src/program/terminal/distribution-text.js';
import { exploreProgress } from '#src/program/terminal/explore-progress.js';

const published = JSON.parse(readFileSync(new URL('../../reference/distributions.json', import.meta.url), 'utf8'));
const histogramOf = (name: string): number[] =>
  published.find(({ space, metric }: { space: string; metric: string }) => space === name && metric === 'single')
    .histogram;

// biome-ignore lint/suspicious/noControlCharactersInRegex: terminal colour codes begin with one
const COLOURS = /\u001b\[\d+m/g;

test.each(['2x2', '3x3', '2x7', '4x4', '2x8'])('the distribution of %s fits into 80 columns', (space) => {
  const histogram = histogramOf(space);
  const lines = distributionText(histogram).replace(COLOURS, '').split('\n');
  expect(lines).toHaveLength(histogram.length + 1);
  for (const line of lines) expect([...line].length).toBeLessThanOrEqual(80);
});

test('the longest bar is that of the mode, and columns are aligned', () => {
  const lines = distributionText(histogramOf('2x7')).replace(COLOURS, '').split('\n');
  expect(lines[67]).toMatch(/^ {3}66 {2}1,862,320,864 {3}4\.27 % {2}\u2588{49}$/);
  expect(lines[109]).toBe('  108              1  <0.01 %');
});

test('many depths are grouped by a round number, which a line below gives', () => {
  // Depth d has d + 1 states.
  const lines = distributionText(Array.from({ length: 1234 }, (_, depth) => depth + 1))
    .replace(COLOURS, '')
    .split('\n');
  expect(lines).toHaveLength(1 + 25 + 1);
  expect(lines[1]).toMatch(/^ {5}0-49 {3}1,275 {3}0\.17 % /);
  expect(lines[25]).toMatch(/^1200-1233 {2}41,395 /);
  expect(lines[26]).toBe('1,234 depths, 50 per line; --json lists each depth');
  for (const line of lines) expect([...line].length).toBeLessThanOrEqual(80);
});

test('a million depths take at most fifty lines', () => {
  const text = distributionText(new Array<number>(1_000_000).fill(3));
  expect(text.split('\n').length).toBeLessThanOrEqual(52);
});

test('a summary gives the number of unreached states, and the contents of the memory', () => {
  const summary = {
    ...{ states: 9, maxDepth: 2, mean: 1, median: 1, mode: 1, variance: 1, standardDeviation: 1, antipodeCount: 4 },
    ...{
      notReached: 1234,
      antipodes: ['a', 'b'],
      threads: 2,
      seconds: 1,
      statesPerSecond: 9,
      bytes: 1000,
      held: 'lists',
    },
  };
  const text = summaryText(titleOf({ name: 'made up', starts: ['x', 'y'], board: null }), summary, [
    ['table', 'out/a.table'],
  ]).replace(COLOURS, '');
  expect(text.split('\n').slice(0, 4)).toEqual([
    'made up, 2 starts, the first x',
    'states              9',
    'not reached         1,234',
    'maximum depth       2',
  ]);
  expect(text).toContain('\n                    and 2 more: --antipodes 4 lists all\n');
  expect(text).toContain('\nmemory              1.00 KB of lists\ntable               out/a.table');
});

test('the progress of the largest board in memory fits into 80 columns', () => {
  const progress = exploreProgress();
  expect(progress.text()).toBe('starting the threads');
  progress.on({ type: 'start', states: 43_589_145_600, bytes: 1, threads: 2 });
  progress.on({
    type: 'layer',
    depth: 107,
    fresh: 8,
    found: 43_589_145_599,
    states: 43_589_145_600,
    seconds: 1,
    bytesRead: 0,
    bytesWritten: 0,
  });
  expect(progress.text()).toMatch(
    /^depth 107 {2}43,589,145,599 \(>99\.99 %\) {2}.*\/s {2}0\.\d{3} s {2}time left unknown$/,
  );
  expect(progress.text().length).toBeLessThan(80);
});

test('the progress of a resumed run includes the saved states, but its speed only those found since', () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const progress = exploreProgress();
  progress.on({ type: 'start', states: 10_000, bytes: 1, threads: 2 });
  vi.advanceTimersByTime(2000);
  const layer = { type: 'layer', states: 10_000, seconds: 60, bytesRead: 0, bytesWritten: 0 } as const;
  progress.on({ ...layer, depth: 41, fresh: 150, found: 9_150 });
  progress.on({ ...layer, depth: 42, fresh: 50, found: 9_200 });
  expect(progress.text()).toBe('depth 42  9,200 of 10,000 (92.00 %)  100/s  2.000 s  time left unknown');
});

test('a checkpoint is reported after the progress if there is space, otherwise briefly instead of it', () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const progress = exploreProgress();
  expect(progress.text(39)).toBe('starting the threads');
  progress.on({ type: 'checkpoint', depth: 44, bytes: 8.7e9, seconds: 5.2 });
  expect(progress.text(39)).toBe('starting the threads  saved at depth 44');
  expect(progress.text(38)).toBe('saved at depth 44: 8.70 GB in 5.200 s');
  vi.advanceTimersByTime(3000);
  expect(progress.text(38)).toBe('starting the threads');
});
