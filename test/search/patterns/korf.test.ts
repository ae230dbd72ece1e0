import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { search } from '#src/search/search.js';
import { parseBoard } from '#src/spaces/board/board.js';
import { orderedPosition, type Position } from '#src/spaces/board/position.js';
import { count, FULL, rows } from '../../suite.js';

interface Instance {
  readonly number: number;
  readonly length: number;
  readonly start: Position;
}

function instancesOf(file: string): Instance[] {
  return readFileSync(new URL(`../../reference/${file}`, import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => /^\d/.test(line))
    .map((line) => {
      const [number, length, _, ...start] = line.split(' ').map(Number);
      return { number, length, start };
    });
}

/** Returns the length of each solution, after checking that it ends at the goal. */
async function lengthsOf(name: string, instances: readonly Instance[], partition: string): Promise<number[]> {
  const to = orderedPosition(parseBoard(name), 0);
  const lengths: number[] = [];
  for (const { start } of instances) {
    const { distance, states, heuristic } = await search(
      name,
      { from: start, to },
      { heuristic: 'pattern', partition },
    );
    expect([heuristic, states?.at(-1)]).toEqual(['pattern', to]);
    lengths.push(distance as number);
  }
  return lengths;
}

test.each(
  rows(
    [
      '6-6-3',
      '7-4-4',
      '7-8',
      '5-5-5',
      // Patterns of scattered goal cells.
      '1 3 6 8 9 11 / 2 4 5 7 10 12 / 13 14 15',
    ],
    [3],
  ),
)('the 100 instances of R. E. Korf are solved in the published lengths with %s', async (partition) => {
  // Those of short solutions take milliseconds.
  const instances = instancesOf('korf-15-puzzle.txt').filter(({ length }) => FULL || length < 46);
  expect(instances.length).toBeGreaterThan(count(2, 99));
  const lengths = await lengthsOf('4x4', instances, partition);
  if (FULL) expect(lengths.reduce((sum, length) => sum + length, 0)).toBe(5305);
  for (const [index, { length }] of instances.entries()) if (!Number.isNaN(length)) expect(lengths[index]).toBe(length);
});

test.runIf(FULL)('instances 38 and 40 of the 24-puzzle are solved in the published lengths', async () => {
  const instances = instancesOf('korf-24-puzzle.txt').filter(({ number }) => number === 38 || number === 40);
  expect(await lengthsOf('5x5', instances, '6-6-6-6')).toEqual([96, 82]);
});
