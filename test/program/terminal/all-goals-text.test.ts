import { expect, test } from 'vitest';
import { allGoalsText } from '#src/program/explore/run-series.js';
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

// biome-ignore lint/suspicious/noControlCharactersInRegex: terminal colour codes begin with one
const COLOURS = /\u001b\[\d+m/g;
const linesOf = (exploration: AllGoalsExploration) =>
  allGoalsText(exploration, [['all goals', 'out/all-goals.json']])
    .replace(COLOURS, '')
    .split('\n');

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
