import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test, vi } from 'vitest';
import type { SearchProgress } from '#src/search/question/progress.js';
import { search } from '#src/search/search.js';
import type { ComparisonLine } from '#src/serve/answers.js';
import { newComparisons } from '#src/serve/comparisons.js';
import { runSearch, type SearchTask } from '#src/serve/run-search.js';
import { fixtureSpace, ModuleFolder } from '../spaces.js';
import { FULL, rows } from '../suite.js';

const EIGHT_PUZZLE = { kind: 'board', board: '3x3', metric: 'single', goal: '1 2 3 4 5 6 7 8 x' } as const;
const POSITION = { source: EIGHT_PUZZLE, question: { from: '2 3 4 1 5 x 7 6 8' } };
const HARDEST = { from: '8 6 7 2 5 4 3 x 1' };
const SEARCHES: readonly SearchTask[] = [
  { algorithm: 'bfs', heuristic: null, ...POSITION },
  { algorithm: 'bidirectional', heuristic: null, ...POSITION },
  { algorithm: 'astar', heuristic: 'linear-conflict', ...POSITION },
  { algorithm: 'idastar', heuristic: 'linear-conflict', ...POSITION },
];

const modules = new ModuleFolder();
afterAll(() => modules.remove());

/** Returns a search in a space of its own, which does what STUCK says in test/fixtures/spaces/stuck.mjs. */
function stuck(how: string): SearchTask {
  const code = readFileSync(fixtureSpace('stuck.mjs').path, 'utf8').replaceAll('process.env.STUCK', `'${how}'`);
  return { algorithm: 'bfs', heuristic: null, source: modules.write(code), question: { from: 11, to: 0 } };
}

/** Returns the lines with the results of searches. */
async function linesOf(comparison: ReadableStream<Uint8Array>): Promise<ComparisonLine[]> {
  return (await allLinesOf(comparison)).filter((line) => !('progress' in line));
}

async function allLinesOf(comparison: ReadableStream<Uint8Array>): Promise<ComparisonLine[]> {
  const text = await new Response(comparison).text();
  expect(text).toMatch(/\n$/);
  return text
    .slice(0, -1)
    .split('\n')
    .map((line) => JSON.parse(line));
}

test('a comparison reports the progress and the work of each search in their order, as the library does', async () => {
  const lines = await allLinesOf(newComparisons()(SEARCHES));
  const ends: ComparisonLine[] = [];
  for (const { algorithm, heuristic } of SEARCHES) {
    const reports: SearchProgress[] = [];
    const options = { algorithm, heuristic: heuristic ?? undefined, threads: 1 };
    const found = await search(EIGHT_PUZZLE, POSITION.question, {
      ...options,
      onProgress: (report) => reports.push(report),
    });
    const ofSearch = lines.filter((line) => line.algorithm === algorithm);
    expect(ofSearch.slice(0, -1)).toEqual(reports.map((progress) => ({ algorithm, heuristic, progress })));
    const { distance, expanded, generated, stored } = found;
    expect(ofSearch.at(-1)).toEqual({
      ...{ algorithm, heuristic, distance, expanded, generated, stored },
      seconds: expect.any(Number),
    });
    expect([distance, expanded]).toEqual([19, reports.at(-1)?.expanded]);
    ends.push(ofSearch.at(-1) as ComparisonLine);
  }
  expect(lines.filter((line) => !('progress' in line))).toEqual(ends);
  expect(lines.length).toBeLessThan(1000);
});

test.runIf(FULL)('a client that reads nothing misses lines, but never the last line of a search', async () => {
  const tasks = Array.from({ length: 24 }, () => ({ ...SEARCHES[0], question: HARDEST }));
  const compare = newComparisons(60_000);
  const unread = compare(tasks);
  const other = compare([stuck('forever')]);
  // A thread is free once all searches have ended.
  const next = await vi.waitFor(() => compare([SEARCHES[3]]), 60_000);
  await Promise.all([other.cancel(), next.cancel()]);
  const lines = await allLinesOf(unread);
  const bytes = lines.reduce((sum, line) => sum + JSON.stringify(line).length + 1, 0);
  expect(bytes).toBeGreaterThan(1e6);
  expect(bytes).toBeLessThan(1.1e6);
  const ends = lines.flatMap((line, index) => ('progress' in line ? [] : [{ line, before: lines[index - 1] }]));
  expect(ends).toHaveLength(tasks.length);
  for (const { line, before } of ends) {
    expect(line).toMatchObject({ distance: 31 });
    expect(before).toMatchObject({ progress: { expanded: 'expanded' in line && line.expanded } });
  }
});

test('progress of very many layers is not sent', async () => {
  const reports: SearchProgress[] = [];
  const path = fileURLToPath(new URL('../fixtures/spaces/long-path.mjs', import.meta.url));
  const task = {
    algorithm: 'bfs',
    heuristic: null,
    source: { kind: 'module', path },
    question: { from: 20_000 },
  } as const;
  expect(await runSearch(task, (report) => reports.push(report))).toMatchObject({ distance: 20_000 });
  expect(reports.at(-1)?.layers.expanded.length).toBeGreaterThan(9000);
  expect(reports.at(-1)?.layers.expanded.length).toBeLessThan(10_001);
});

test('a search that reaches a limit names it after its progress, without advice to raise it', async () => {
  const reports: SearchProgress[] = [];
  const progress = (report: SearchProgress) => reports.push(report);
  expect(await runSearch({ ...SEARCHES[1], question: HARDEST }, progress, { bytes: 2e5 })).toEqual({
    failed: expect.stringMatching(/its limit is 200 KB \(no solution has fewer than \d+ moves\)$/),
  });
  expect(reports.length).toBeGreaterThan(64);
  expect(await runSearch({ ...SEARCHES[0], question: HARDEST }, () => {}, { bytes: 1e5 })).toEqual({
    failed: expect.stringMatching(
      /^the search needs .*B of memory and its limit is 100 KB \(no solution has fewer than \d+ moves\)$/,
    ),
  });
  expect(await runSearch(SEARCHES[0], () => {}, { seconds: 1e-9 })).toEqual({
    failed: 'no solution within the time limit of 1e-9 s',
  });
});

test.each(
  rows(
    [
      ['exit', 'worker exited with code: 3'],
      ['memory', 'Worker terminated due to reaching memory limit: JS heap out of memory'],
    ],
    [0],
  ),
)('a thread that dies of %s fails its search, and the next is run', async (how, why) => {
  const compare = newComparisons();
  const [failed] = await linesOf(compare([stuck(how)]));
  expect(failed).toEqual({
    algorithm: 'bfs',
    heuristic: null,
    failed: `a worker thread failed in a comparison, so there is no result: ${why}`,
  });
  expect(await linesOf(compare([stuck('never'), SEARCHES[3]]))).toMatchObject([{ distance: 11 }, { distance: 19 }]);
});

test('a search whose space never returns is stopped, and the searches after it are run', async () => {
  const task = stuck('forever');
  expect(
    await linesOf(newComparisons(3000)([task, { ...task, question: { from: 0, to: 0 } }, SEARCHES[3]])),
  ).toMatchObject([
    { algorithm: 'bfs', failed: 'no answer within 3 s: the search was stopped' },
    { distance: 0 },
    { distance: 19 },
  ]);
});

test('two comparisons run at the same time, and a cancelled one makes room quickly', async () => {
  const compare = newComparisons();
  const first = compare([stuck('forever')]);
  compare([stuck('forever')]);
  expect(() => compare([SEARCHES[3]])).toThrow(
    '2 comparisons are already running, the maximum: try again when one has ended',
  );
  const gone = performance.now();
  await first.cancel();
  const lines = await vi.waitFor(() => linesOf(compare([SEARCHES[3]])), 5000);
  expect(lines).toMatchObject([{ distance: 19 }]);
  expect(performance.now() - gone).toBeLessThan(5000);
});
