/** Optimal lengths of puzzles too large to enumerate, as another program found them: test/reference/large-puzzles.txt. */

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { makeCoordinateDatabases } from '#src/search/puzzle-search.js';
import { Limits } from '#src/search/question/limits.js';
import { search } from '#src/search/search.js';
import type { LargePuzzle } from '#src/space/space.js';
import { openSpace } from '#src/spaces/open-space.js';
import { describePuzzle } from '#src/spaces/permutation/group-space.js';
import { sourceOfText } from '#src/spaces/source-of-text.js';
import { count, FULL } from '../suite.js';
import { movedBy } from './spaces.js';

const inReference = (file: string) => fileURLToPath(new URL(`../reference/${file}`, import.meta.url));

const POSITIONS = readFileSync(inReference('large-puzzles.txt'), 'utf8')
  .split('\n')
  .filter((line) => /^\w/.test(line))
  .map((line) => {
    const [puzzle, length, ...scramble] = line.split(' ');
    return { puzzle, length: Number(length), scramble };
  });

const PUZZLES = [...new Set(POSITIONS.map(({ puzzle }) => puzzle))];

/** Numbers of states: those of the 4x4x4, in each of 24 orientations, and of the megaminx as published. */
const FILES: Readonly<Record<string, { readonly metric?: string; readonly states: bigint }>> = {
  'cube-4x4x4': { states: 24n * 7_401_196_841_564_901_869_874_093_974_498_574_336_000_000_000n },
  megaminx: {
    metric: 'generators',
    states: 100_669_616_553_523_347_122_516_032_313_645_505_168_688_116_411_019_768_627_200_000_000_000n,
  },
  'curvy-copter': { states: 3_033_257_372_496_691_200_000n },
};

async function opened(puzzle: string): Promise<LargePuzzle> {
  const { metric } = FILES[puzzle] ?? {};
  const source = await sourceOfText(puzzle in FILES ? inReference(`${puzzle}.tws`) : puzzle, { metric });
  return (await openSpace(source)) as LargePuzzle;
}

test('the reference has ten positions of each puzzle', () => {
  expect(PUZZLES).toHaveLength(6);
  for (const name of PUZZLES) expect(POSITIONS.filter(({ puzzle }) => puzzle === name)).toHaveLength(10);
  for (const { length, scramble } of POSITIONS) expect(scramble.length).toBeGreaterThanOrEqual(length);
});

test.each(Object.entries(FILES))('%s has the right number of states', async (puzzle, { states }) => {
  const { group } = await opened(puzzle);
  expect(describePuzzle(group.definition).states).toEqual({ states, exact: true });
});

test.each(PUZZLES)('a search from both ends finds the lengths of near positions of %s', async (name) => {
  const space = await opened(name);
  const [solved] = space.starts;
  const near = POSITIONS.filter(({ puzzle, length }) => puzzle === name && length <= count(6, 7));
  expect(near.length).toBeGreaterThan(0);
  for (const { length, scramble } of near) {
    const from = movedBy(space, solved, scramble);
    const { distance, moves } = await search(space, { from }, { algorithm: 'bidirectional' });
    expect(distance, scramble.join(' ')).toBe(length);
    expect(movedBy(space, from, moves ?? [])).toEqual(solved);
  }
});

test.runIf(FULL).each(PUZZLES)('tables of coordinates find the lengths of all positions of %s', async (name) => {
  const space = await opened(name);
  const [solved] = space.starts;
  const limits = new Limits();
  const databases = await makeCoordinateDatabases(space, { bytes: 32e6, threads: 2 }, limits);
  for (const { length, scramble } of POSITIONS.filter(({ puzzle }) => puzzle === name)) {
    const from = movedBy(space, solved, scramble);
    const openCoordinates = async () => databases;
    const options = { algorithm: 'idastar', heuristic: 'pattern', openCoordinates } as const;
    const { distance, moves } = await search(space, { from }, options);
    expect(distance, scramble.join(' ')).toBe(length);
    expect(movedBy(space, from, moves ?? [])).toEqual(solved);
  }
});
