import { stripVTControlCharacters } from 'node:util';
import { expect, test } from 'vitest';
import { allGoalsText, partitionText } from '#src/program/explore/run-series.js';
import type { AllGoalsExploration } from '#src/runs/all-goals.js';
import { parseBoard } from '#src/spaces/board/board.js';
import { formatPosition, orderedPosition } from '#src/spaces/board/position.js';
import { boardSource } from '#src/spaces/board-facts.js';

/** Returns an artificial exploration, with numbers as long as those of real boards. */
function explorationOf(name: string, orbits: readonly (readonly number[])[], states: number): AllGoalsExploration {
  const board = parseBoard(name);
  const histogram = Array.from({ length: 81 }, () => Math.round(states / 81));
  return {
    board,
    metric: 'single',
    goals: orbits.map((blankCells, index) => ({
      name,
      source: boardSource(board, orderedPosition(board, blankCells.at(-1)), 'single'),
      engine: 'boards',
      metric: 'single',
      starts: [formatPosition(orderedPosition(board, blankCells.at(-1)))],
      size: states,
      states,
      maxDepth: 80 - index,
      histogram: histogram.slice(index),
      notReached: 0,
      mean: 52.5912,
      median: 53,
      mode: 53,
      variance: 0,
      standardDeviation: 5.5,
      antipodeCount: 17,
      antipodes: [],
      threads: 64,
      seconds: 7384.2,
      statesPerSecond: 1e9,
      bytes: 2.8e12,
      blankCells,
      goalCount: blankCells.length * Math.round(states / board.cells),
    })),
    diameter: 80,
    diameterPairCount: 17 * states,
    mean: 52.5,
    threads: 64,
    seconds: 20000,
  };
}

const linesOf = (exploration: AllGoalsExploration) =>
  stripVTControlCharacters(allGoalsText(exploration, [['all goals', 'out/all-goals.json']])).split('\n');

const SQUARE = [
  [0, 3, 12, 15],
  [1, 2, 4, 7, 8, 11, 13, 14],
  [5, 6, 9, 10],
];

test('all goals fit into 80 columns, with a column of states for each class', () => {
  const lines = linesOf(explorationOf('4x4', SQUARE, 10461394944000));
  for (const line of lines) expect([...line].length).toBeLessThanOrEqual(80);
  expect(lines[2]).toBe('1 2 4 7 8 11 13 14  5,230,697,472,000     79  52.5912         17  123 min 04 s');
  expect(lines[5]).toBe('depth      blank on 15      blank on 14      blank on 10');
  // Only the first class has the last depth.
  expect(lines[86]).toBe('   80  129,153,024,000');
});

test('distributions that are wider than 80 columns are omitted', () => {
  const orbits = Array.from({ length: 10 }, (_, cell) => [cell, 19 - cell]);
  const lines = linesOf(explorationOf('1x20', orbits, 20));
  expect(lines[0]).toMatch(/^blank on cells/);
  expect(lines.indexOf('')).toBe(11);
  expect(lines[12]).toBe('1x20, all goals');
});

/** Returns an artificial exploration, with numbers as long as those of the largest patterns. */
function patternOf(tiles: readonly number[], states: number) {
  const histogram = Array.from({ length: 48 }, () => Math.round(states / 48));
  const effort = { threads: 64, seconds: 7384.2, bytes: 2.8e12 };
  return { tiles, states, notReached: 0, maxDepth: 47, mean: 27.1234, histogram, ...effort };
}

const partitionLines = (patterns: Parameters<typeof partitionText>[1]) =>
  stripVTControlCharacters(partitionText('a partition', patterns, [['tables', 'out/x.table']], 80)).split('\n');

test('patterns fit into 80 columns, with a column of states for each', () => {
  const lines = partitionLines([
    patternOf([8, 9, 10, 11, 12, 13, 14, 15], 1.4e9),
    patternOf([1, 2, 3, 4, 5, 6, 7], 1.4e8),
  ]);
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

test('distributions of patterns that are wider than 80 columns are omitted', () => {
  const lines = partitionLines(Array.from({ length: 8 }, () => patternOf([1, 2, 3, 4], 1e9)));
  expect(lines[9]).toBe('');
  expect(lines[10]).toBe('a partition');
});

test('unreached states are counted', () => {
  expect(
    partitionLines([
      { ...patternOf([1, 2], 80), notReached: 8 },
      { ...patternOf([3], 9), notReached: 1 },
    ]),
  ).toContain('not reached         9');
});
