import { stripVTControlCharacters } from 'node:util';
import { expect, test } from 'vitest';
import { partitionText } from '#src/program/explore/run-series.js';

/** Returns an artificial exploration, with numbers as long as those of the largest patterns. */
function patternOf(tiles: readonly number[], states: number) {
  const histogram = Array.from({ length: 48 }, () => Math.round(states / 48));
  const effort = { threads: 64, seconds: 7384.2, bytes: 2.8e12 };
  return { tiles, states, notReached: 0, maxDepth: 47, mean: 27.1234, histogram, ...effort };
}

const linesOf = (patterns: Parameters<typeof partitionText>[1]) =>
  stripVTControlCharacters(partitionText('a partition', patterns, [['tables', 'out/x.table']], 80)).split('\n');

test('patterns fit into 80 columns, with a column of states for each', () => {
  const lines = linesOf([patternOf([8, 9, 10, 11, 12, 13, 14, 15], 1.4e9), patternOf([1, 2, 3, 4, 5, 6, 7], 1.4e8)]);
  for (const line of lines) expect(line.length).toBeLessThanOrEqual(80);
  expect(lines[1]).toBe('      1  8 9 10 11 12 13 14 15  1,400,000,000     47  27.1234  123 min 04 s');
  expect(lines[4]).toBe('depth   pattern 1  pattern 2');
  expect(lines.slice(-6)).toEqual([
    'a partition',
    'states              1,540,000,000',
    'time                246 min 08 s',
    'threads             64',
    'memory              2.80 TB at a time',
    'tables              out/x.table',
  ]);
});

test('distributions that are wider than 80 columns are omitted', () => {
  const lines = linesOf(Array.from({ length: 8 }, () => patternOf([1, 2, 3, 4], 1e9)));
  expect(lines[9]).toBe('');
  expect(lines[10]).toBe('a partition');
});

test('unreached states are counted', () => {
  expect(
    linesOf([
      { ...patternOf([1, 2], 80), notReached: 8 },
      { ...patternOf([3], 9), notReached: 1 },
    ]),
  ).toContain('not reached         9');
});
