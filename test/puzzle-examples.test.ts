import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { explore } from '#src/runs/explore.js';
import { generatedPuzzle } from '#src/spaces/permutation/generators.js';
import { describePuzzle } from '#src/spaces/permutation/group-space.js';
import { readPuzzle } from '#src/spaces/permutation/puzzle-file.js';
import { examplePath, puzzleExamples } from './puzzle-examples.js';
import { count } from './suite.js';

const EXAMPLES = puzzleExamples();

/** Maximum number of states; full tests enumerate larger puzzles, in up to some seconds each. */
const MOST_STATES = count(100_000, 1e9);

test('every puzzle of examples/ is in the table of its README', () => {
  const files = readdirSync(examplePath('.')).filter((file) => !['README.md', 'browser', 'cluster'].includes(file));
  expect([...new Set(EXAMPLES.map(({ file }) => file))].sort()).toEqual(files.sort());
});

test.each(EXAMPLES)('$file has $states states', ({ file, states, metric }) => {
  const description = describePuzzle(generatedPuzzle(readPuzzle(examplePath(file), metric)));
  expect(description.states).toEqual({ states, exact: true });
});

test.each(EXAMPLES.filter(({ states }) => states <= MOST_STATES))(
  '$file is up to $depth moves deep in the metric $metric',
  async ({ file, states, metric, depth }) => {
    const exploration = await explore({ space: readPuzzle(examplePath(file), metric), table: false });
    expect([BigInt(exploration.states), exploration.maxDepth]).toEqual([states, depth]);
  },
);
