import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { type SearchOptions, search } from '#src/search/search.js';
import { parseBoard } from '#src/spaces/board/board.js';
import { orderedPosition, type Position } from '#src/spaces/board/position.js';
import { count, FULL, rows } from '../suite.js';
import { walked } from '../walked.js';

interface Instance {
  readonly number: number;
  readonly length: number;
  /** Published number of nodes with Manhattan distance. */
  readonly nodes: number;
  readonly start: Position;
}

function instancesOf(file: string): Instance[] {
  return readFileSync(new URL(`../reference/${file}`, import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => /^\d/.test(line))
    .map((line) => {
      const [number, length, nodes, ...start] = line.split(' ').map(Number);
      return { number, length, nodes, start };
    });
}

const instances = instancesOf('korf-15-puzzle.txt');

/** Solves an instance, and checks that the solution ends at the goal. */
async function solved(name: string, { start }: Instance, options: SearchOptions) {
  const to = orderedPosition(parseBoard(name), 0);
  const result = await search(name, { from: start, to }, options);
  expect(result.heuristic).toBe(options.heuristic);
  expect(walked(name, start, result.moves?.join('') ?? '')).toEqual(to);
  return result;
}

test('the easy ones of R. E. Korf’s instances are solved in the published length with the published number of nodes', async () => {
  expect(instances).toHaveLength(100);
  const easy = instances.filter(({ nodes }) => nodes < count(10_000_000, 40_000_000));
  expect(easy.length).toBeGreaterThan(count(1, 5));
  for (const instance of easy) {
    const { distance, generated } = await solved('4x4', instance, { heuristic: 'manhattan', threads: 1 });
    expect([distance, generated]).toEqual([instance.length, instance.nodes]);
  }
});

test.runIf(FULL)('linear conflict finds the published length with less than half of the published nodes', async () => {
  for (const instance of instances.filter(({ nodes }) => nodes < 100_000_000)) {
    const { distance, generated } = await solved('4x4', instance, { heuristic: 'linear-conflict' });
    expect(distance).toBe(instance.length);
    expect(generated).toBeLessThan(instance.nodes / 2);
  }
});

test.each(
  rows(
    [
      '6-6-3',
      '7-8',
      '5-5-5',
      // Patterns of scattered goal cells.
      '1 3 6 8 9 11 / 2 4 5 7 10 12 / 13 14 15',
    ],
    [2],
  ),
)('the 100 instances are solved in the published lengths with %s', async (partition) => {
  // Those of short solutions take milliseconds.
  const short = instances.filter(({ length }) => FULL || length < 46);
  expect(short.length).toBeGreaterThan(count(2, 99));
  let sum = 0;
  for (const instance of short) {
    const { distance } = await solved('4x4', instance, { heuristic: 'pattern', partition });
    sum += distance as number;
    if (!Number.isNaN(instance.length)) expect(distance).toBe(instance.length);
  }
  if (FULL) expect(sum).toBe(5305);
});

test.runIf(FULL)('instances 38 and 40 of the 24-puzzle are solved in the published lengths', async () => {
  const large = instancesOf('korf-24-puzzle.txt').filter(({ number }) => number === 38 || number === 40);
  const lengths: (number | null)[] = [];
  for (const instance of large) {
    lengths.push((await solved('5x5', instance, { heuristic: 'pattern', partition: '6-6-6-6' })).distance);
  }
  expect(lengths).toEqual([96, 82]);
});
