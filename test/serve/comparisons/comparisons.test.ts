import { fileURLToPath } from 'node:url';
import { afterEach, expect, test, vi } from 'vitest';
import { search } from '#src/search/search.js';
import type { ComparisonLine } from '#src/serve/answers.js';
import { Comparisons } from '#src/serve/comparisons/comparisons.js';
import { runSearch } from '#src/serve/comparisons/run-search.js';
import type { SearchTask } from '#src/serve/comparisons/search-task.js';

afterEach(() => vi.unstubAllEnvs());

const EIGHT_PUZZLE = { kind: 'board', board: '3x3', metric: 'single', goal: '1 2 3 4 5 6 7 8 x' } as const;
const POSITION = { source: EIGHT_PUZZLE, question: { from: '8 6 7 2 5 4 3 x 1' } };
const SEARCHES: readonly SearchTask[] = [
  { algorithm: 'bfs', heuristic: null, ...POSITION },
  { algorithm: 'bidirectional', heuristic: null, ...POSITION },
  { algorithm: 'astar', heuristic: 'linear-conflict', ...POSITION },
  { algorithm: 'idastar', heuristic: 'linear-conflict', ...POSITION },
];

/** A search in a space of a module, which STUCK keeps from ending. */
const STUCK: SearchTask = {
  algorithm: 'bfs',
  heuristic: null,
  source: { kind: 'module', path: fileURLToPath(new URL('../../fixtures/spaces/stuck.mjs', import.meta.url)) },
  question: { from: 11, to: 0 },
};

async function linesOf(comparison: ReadableStream<Uint8Array>): Promise<ComparisonLine[]> {
  const text = await new Response(comparison).text();
  expect(text).toMatch(/\n$/);
  return text
    .slice(0, -1)
    .split('\n')
    .map((line) => JSON.parse(line));
}

test('a comparison reports the distance and the work of each search, in their order', async () => {
  const lines = await linesOf(new Comparisons().begin(SEARCHES));
  expect(lines.map(({ algorithm, heuristic }) => [algorithm, heuristic])).toEqual([
    ['bfs', null],
    ['bidirectional', null],
    ['astar', 'linear-conflict'],
    ['idastar', 'linear-conflict'],
  ]);
  for (const [index, line] of lines.entries()) {
    const { seconds, ...counts } = await search(EIGHT_PUZZLE, POSITION.question, {
      algorithm: SEARCHES[index].algorithm,
      threads: 1,
    });
    const { distance, expanded, generated, stored } = counts;
    expect(line).toMatchObject({ distance, expanded, generated, stored, seconds: expect.any(Number) });
    expect(distance).toBe(31);
    expect(seconds).toBeGreaterThan(0);
  }
});

test('a search that comes to a limit says to which, and not to raise it', async () => {
  expect(await runSearch(SEARCHES[0], { bytes: 1e5 })).toEqual({
    failed: expect.stringMatching(/^the search needs .*B of memory and its limit is 100 KB$/),
  });
  expect(await runSearch(SEARCHES[0], { seconds: 1e-9 })).toEqual({
    failed: 'no solution within the time limit of 1e-9 s',
  });
});

test.each([
  ['exit', 'worker exited with code: 3'],
  ['memory', 'Worker terminated due to reaching memory limit: JS heap out of memory'],
])('a thread that dies of %s fails its search, and the next is run', async (how, why) => {
  const comparisons = new Comparisons();
  vi.stubEnv('STUCK', how);
  const [failed] = await linesOf(comparisons.begin([STUCK]));
  expect(failed).toEqual({
    algorithm: 'bfs',
    heuristic: null,
    failed: `a worker thread failed in a race, so there is no result: ${why}`,
  });
  vi.stubEnv('STUCK', undefined);
  expect(await linesOf(comparisons.begin([STUCK, SEARCHES[3]]))).toMatchObject([{ distance: 11 }, { distance: 31 }]);
});

test('a space that never comes back is ended, and the searches after it are run', async () => {
  vi.stubEnv('STUCK', 'forever');
  expect(
    await linesOf(new Comparisons(1500).begin([STUCK, { ...STUCK, question: { from: 0, to: 0 } }, SEARCHES[3]])),
  ).toMatchObject([
    { algorithm: 'bfs', failed: 'no answer within 1.5 s: the search was ended' },
    { distance: 0 },
    { distance: 31 },
  ]);
});

test('two comparisons run at once, and one whose reader goes makes room in a moment', async () => {
  vi.stubEnv('STUCK', 'forever');
  const comparisons = new Comparisons();
  const first = comparisons.begin([STUCK]);
  comparisons.begin([STUCK]);
  expect(() => comparisons.begin([SEARCHES[3]])).toThrow('2 races are being run, which are as many as there may be');
  const gone = performance.now();
  await first.cancel();
  const lines = await vi.waitFor(() => linesOf(comparisons.begin([SEARCHES[3]])), 5000);
  expect(lines).toMatchObject([{ distance: 31 }]);
  expect(performance.now() - gone).toBeLessThan(5000);
});
