import { expect, onTestFinished, test, vi } from 'vitest';
import { ExploreProgress } from '#src/program/terminal/explore-progress.js';
import { publishedHistogram } from '../../../spaces/puzzles/space-checks.js';

/** Returns the lines of an exploration whose layers take this many seconds each. */
function linesOf(board: string, secondsOfLayer: number, width?: number, reachable?: boolean): string[] {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const histogram = publishedHistogram(board, 'single');
  const states = histogram.reduce((sum, count) => sum + count, 0);
  const progress = new ExploreProgress(reachable);
  progress.on({ type: 'start', states, bytes: 1, threads: 2 });
  let found = 0;
  return histogram.map((fresh, depth) => {
    found += fresh;
    if (depth > 0) vi.advanceTimersByTime(secondsOfLayer * 1000);
    const seconds = depth * secondsOfLayer;
    progress.on({ type: 'layer', depth, fresh, found, states, seconds, bytesRead: 0, bytesWritten: 0 });
    return progress.text(width);
  });
}

test.each([
  ['2x7', 1],
  ['3x5', 300],
  ['2x8', 9000],
])('every line of %s fits into 80 columns, and gives the time left, or that it is unknown', (board, secondsOfLayer) => {
  const lines = linesOf(board, secondsOfLayer);
  for (const line of lines) {
    expect(line.length).toBeLessThan(80);
    expect(line).toMatch(/ {2}(time left unknown( while layers grow)?|about [\d.]+ \w+ left( at .*)?)$/);
  }
  expect(lines.filter((line) => line.endsWith('left')).length).toBeGreaterThan(30);
});

test('lines give the depth, the states, their share, the speed, the time and the time left', () => {
  const small = linesOf('2x7', 1);
  expect(small[20]).toBe('depth 20  109,235 of 43,589,145,600 (<0.01 %)  20.0 s  time left unknown');
  expect(small[66]).toBe('depth 66  23,383,791,926 of 43,589,145,600 (53.65 %)  66.0 s  time left unknown');
  expect(small[75]).toBe('depth 75  37,516,593,218 of 43,589,145,600 (86.07 %)  75.0 s  about 15 s left');
  const large = linesOf('3x5', 300);
  expect(large[60]).toMatch(
    /^depth 60 {2}[\d,]{15} \(\d\d\.\d\d %\) {2}\S+ M\/s {2}300 min 00 s {2}about [\d.]+ \w+ left$/,
  );
});

test('wide lines explain the estimate, and narrow ones omit the least useful parts', () => {
  const wide = linesOf('2x7', 1, 200);
  expect(wide[20]).toMatch(/ {2}time left unknown while layers grow$/);
  expect(wide[75]).toMatch(
    / of 43,589,145,600 \(86\.07 %\) {2}500 M\/s {2}75\.0 s {2}about 15 s left at the pace of the last layers$/,
  );
  for (const line of linesOf('2x7', 1, 59)) expect(line.length).toBeLessThanOrEqual(59);
});

test('lines have no time left if the number of reachable states is unknown', () => {
  for (const line of linesOf('2x5', 1, 200, false)) expect(line).not.toContain('left');
});
