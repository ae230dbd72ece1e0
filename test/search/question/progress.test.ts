import { expect, test } from 'vitest';
import { InputError } from '#src/base/text.js';
import { ALGORITHMS, isInformed, LimitError, type SearchProgress } from '#src/search/question/progress.js';
import { search } from '#src/search/search.js';
import { count } from '../../suite.js';
import { moved, openRubik } from '../states/rubik.js';
import { plainSchedule, sizesOf, sum, watched } from '../watched.js';

const ANTIPODE = '8 6 7 2 5 4 3 x 1';
const FAR = '15 14 8 12 10 11 9 13 2 6 5 1 3 4 7 x';
const SEARCHES = ALGORITHMS.filter((name) => name !== 'table');

test('reports come after 1, 2, 3 ... 64 nodes, then after every 5 % more, and at the end', async () => {
  const { result, reports } = await watched('3x3', { from: ANTIPODE }, { algorithm: 'bfs' });
  const nodes = reports.map(({ expanded }) => expanded);
  expect(nodes.slice(0, 67)).toEqual([...Array.from({ length: 64 }, (_, index) => index + 1), 68, 72, 76]);
  expect(nodes).toEqual([...plainSchedule(result.expanded), result.expanded]);
  expect(nodes.length).toBeLessThan(250);
});

test.each([
  ['3x3', ANTIPODE],
  ['burnt-pancake:5', '-3 5 -1 4 2'],
  ['knight:8', '7 6'],
])(
  'a search of %s counts the same nodes with or without reports, and its last report has these counts',
  async (space, from) => {
    for (const algorithm of SEARCHES) {
      if (isInformed(algorithm) && space === 'knight:8') continue;
      const { result, reports } = await watched(space, { from }, { algorithm });
      const { seconds, ...unwatched } = await search(space, { from }, { algorithm, threads: 1 });
      expect(result).toEqual({ ...unwatched, seconds: expect.any(Number) });
      expect(seconds).toBeGreaterThan(0);
      const { expanded, generated, stored } = result;
      expect(reports[reports.length - 1]).toMatchObject({ expanded, generated, stored });
      for (const { current } of reports) expect(current.h === null).toBe(!isInformed(algorithm));
    }
  },
);

test.each([
  ['astar', { bytes: 3_000_000 }],
  ['bidirectional', { bytes: 3_000_000 }],
  ['bidirectional', { seconds: 0.2 }],
  ['astar', { seconds: 0.2 }],
  ['idastar', { seconds: 0.2 }],
] as const)('%s reports how far it came when it gives up at %j', async (algorithm, limits) => {
  const reports: SearchProgress[] = [];
  const options = {
    algorithm,
    heuristic: algorithm === 'bidirectional' ? undefined : 'misplaced',
    threads: 1,
    ...limits,
  };
  const ended = search('4x4', { from: FAR }, { ...options, onProgress: (report) => reports.push(report) });
  const error = await ended.catch((thrown) => thrown);
  expect(error).toBeInstanceOf(LimitError);
  // The position is 80 moves from the goal, and has 13 misplaced tiles.
  expect(error.lowerBound).toBeGreaterThan(13);
  expect(error.lowerBound).toBeLessThanOrEqual(80);
  expect(error.message).toContain(` (no solution has fewer than ${error.lowerBound} moves): raise it, or use `);
  const nodes = reports.map(({ expanded }) => expanded);
  const last = nodes.pop() ?? 0;
  expect(nodes).toEqual(plainSchedule(last));
  expect(last).toBeGreaterThan(1000);
});

/** Spaces, states, and their distances from the goal. */
const FARTHEST = [
  ['3x3', ANTIPODE, 31],
  ['burnt-pancake:5', '-3 5 -1 4 2', 8],
  ['knight:300', '299 299', 200],
] as const;

test.each(FARTHEST)(
  'searches of %s that have less and less memory prove less and less, and nothing wrong',
  async (space, from, distance) => {
    for (const algorithm of ['bfs', 'bidirectional', 'astar'] as const) {
      if (isInformed(algorithm) && space === 'knight:300') continue;
      let last: number = distance;
      let failures = 0;
      for (let bytes = 2e7; bytes > 1000; bytes /= count(8, 2)) {
        const error = await search(space, { from }, { algorithm, bytes }).catch((thrown) => thrown);
        if (!(error instanceof LimitError)) continue;
        expect(error.lowerBound).toBeLessThanOrEqual(last);
        last = error.lowerBound;
        failures++;
      }
      expect(failures).toBeGreaterThan(count(0, 3));
    }
  },
);

test('a large puzzle also ends with its last report, and counts all states in memory', async () => {
  const puzzle = await openRubik();
  const reports: SearchProgress[] = [];
  const from = [...'RUFLDBRFULDB'].reduce<Uint8Array>((state, move) => moved(puzzle, state, move), puzzle.starts[0]);
  const options = {
    algorithm: 'bfs',
    bytes: 10_000_000,
    onProgress: (report: SearchProgress) => reports.push(report),
  } as const;
  await expect(search(puzzle, { from }, options)).rejects.toThrow(LimitError);
  const { expanded, stored, layers } = reports[reports.length - 1];
  expect(layers.expanded.slice(0, 3)).toEqual([1, 18, 243]);
  // Memory also holds the start, and the states that the last node led to.
  expect(stored).toBeGreaterThan(sum(sizesOf(layers)));
  expect(stored).toBeLessThan(18 * expanded);
});

test.each([
  ['the start is the goal', '1 2 3 4 5 6 7 8 x'],
  ['no moves lead to the goal', '2 1 3 4 5 6 7 8 x'],
])('nothing is reported if no node is expanded because %s', async (_, from) => {
  for (const algorithm of SEARCHES) expect((await watched('3x3', { from }, { algorithm })).reports).toEqual([]);
});

test('a search fails if onProgress throws', async () => {
  const onProgress = () => {
    throw new Error('enough');
  };
  for (const algorithm of SEARCHES) {
    await expect(search('3x3', { from: ANTIPODE }, { algorithm, onProgress })).rejects.toThrow('enough');
  }
});

test('an onProgress that is not a function is refused', async () => {
  const wrong = search('3x3', {}, { onProgress: 5 as never });
  await expect(wrong).rejects.toThrow(InputError);
  await expect(wrong).rejects.toThrow(
    'onProgress must be a function, found 5: pass a function that receives the progress',
  );
});

test('a search without memory for its next node reports the one before', async () => {
  const limits = { algorithm: 'idastar', heuristic: 'gap', bytes: 500, onProgress: () => {} } as const;
  const found = search('pancake:7', { from: '5 2 7 4 6 1 3' }, limits);
  await expect(found).rejects.toMatchObject({ name: 'LimitError', lowerBound: 7 });
});
