import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { exploreProgress, roundTime, type TimedLayer, TimeLeft } from '#src/program/terminal/explore-progress.js';
import { publishedHistogram } from '../../spaces/puzzles/space-checks.js';

/** Returns the lines of an exploration whose layers take this many seconds each. */
function linesOf(board: string, secondsOfLayer: number, width?: number, reachable?: boolean): string[] {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const histogram = publishedHistogram(board, 'single');
  const states = histogram.reduce((sum, count) => sum + count, 0);
  const progress = exploreProgress(reachable);
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

/**
 * Returns the layers of a published distribution. Each takes a second, and less if less than a tenth of the states is left, as was
 * measured with 2x6 and 2x7.
 */
function layersOf(board: string, from = 0): { layers: TimedLayer[]; total: number } {
  const histogram = publishedHistogram(board, 'single');
  const states = histogram.reduce((sum, count) => sum + count, 0);
  let found = 0;
  let seconds = 0;
  const layers = histogram.map((fresh, depth) => {
    if (depth > from) seconds += Math.min(1, ((1 - found / states) / 0.1) ** 0.3);
    found += fresh;
    return { depth, fresh, found, states, seconds };
  });
  return { layers: layers.slice(from), total: seconds };
}

const BOARDS = ['2x5', '2x6', '2x7', '3x4', '3x5', '4x4', '2x8'];

describe.each(BOARDS)('of %s', (board) => {
  const { layers, total } = layersOf(board);
  const largest = layers.reduce((most, layer) => (layer.fresh > most.fresh ? layer : most));

  test('there is no estimate while layers grow', () => {
    const left = new TimeLeft();
    for (const layer of layers) {
      left.on(layer);
      if (layer.depth > largest.depth) break;
      expect(left.growing).toBe(true);
      expect(left.at(layer.seconds)).toBeUndefined();
    }
  });

  test('estimates after that are correct within a factor of 1.6, or 3 layers, and change gradually', () => {
    const left = new TimeLeft();
    let before: number | undefined;
    let told = 0;
    for (const layer of layers) {
      left.on(layer);
      const said = left.at(layer.seconds);
      if (said === undefined) continue;
      const real = total - layer.seconds;
      expect(said).toBeLessThan(Math.max(1.6 * real, real + 3));
      expect(said).toBeGreaterThan(Math.min(real / 1.6, real - 3));
      // Compares the estimated times of the end.
      const end = layer.seconds + said;
      expect(Math.abs(end - (before ?? end))).toBeLessThan(2);
      before = end;
      told++;
    }
    expect(told).toBeGreaterThan(layers.length / 4);
  });
});

test('the time left decreases between two layers, and not below 0', () => {
  const left = new TimeLeft();
  for (const layer of layersOf('2x7').layers.slice(0, 75)) left.on(layer);
  const now = 74;
  const said = left.at(now) ?? Number.NaN;
  expect(left.at(now + 3)).toBeCloseTo(said - 3);
  expect(left.at(now + 1000)).toBe(0);
});

test('a run that is resumed after the largest layer has an estimate after four layers', () => {
  const { layers, total } = layersOf('2x7', 72);
  const left = new TimeLeft();
  for (const layer of layers.slice(0, 4)) {
    left.on(layer);
    expect(left.at(layer.seconds)).toBeUndefined();
  }
  expect(left.growing).toBe(false);
  left.on(layers[4]);
  const real = total - layers[4].seconds;
  expect(left.at(layers[4].seconds)).toBeGreaterThan(real / 3);
  expect(left.at(layers[4].seconds)).toBeLessThan(real * 3);
});

test('a slow layer increases the estimate, but less than in proportion', () => {
  const { layers } = layersOf('2x7');
  const [steady, slow] = [new TimeLeft(), new TimeLeft()];
  for (const layer of layers.slice(0, 80)) {
    steady.on(layer);
    slow.on(layer.depth < 79 ? layer : { ...layer, seconds: layer.seconds + 8 });
  }
  const before = steady.at(79) ?? Number.NaN;
  const after = slow.at(87) ?? Number.NaN;
  expect(after).toBeGreaterThan(before);
  expect(after).toBeLessThan(3 * before);
});

test('estimates are round numbers', () => {
  const told = [0, 0.4, 1.2, 13, 17, 44, 53, 55, 100, 700, 3000, 3300, 5000, 86400, 130_000, 150_000, 1e6, 5e6, 9e6];
  expect(told.map(roundTime)).toEqual([
    '1 s',
    '1 s',
    '1 s',
    '15 s',
    '15 s',
    '45 s',
    '45 s',
    '1 min',
    '1.5 min',
    '10 min',
    '45 min',
    '1 hour',
    '1.5 hours',
    '20 hours',
    '30 hours',
    '2 days',
    '10 days',
    '60 days',
    '100 days',
  ]);
});
