import { setMaxListeners } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { InputError } from '#src/base/text.js';
import { LimitError } from '#src/search/question/progress.js';
import { search } from '#src/search/search.js';
import { BusyError, newComparisons } from '#src/serve/comparisons.js';
import { type BoardPatterns, positionSearches } from '#src/serve/position-searches.js';
import { NotKnownError } from '#src/serve/responses.js';
import { runSearch, SEARCH_THREADS } from '#src/serve/run-search.js';
import { SearchedBoard } from '#src/serve/searched-board.js';
import { ServedTable } from '#src/serve/served-table.js';
import { Once } from '#src/serve/work.js';
import { parseBoard } from '#src/spaces/board/board.js';
import { formatPosition, orderedPosition, parsePosition } from '#src/spaces/board/position.js';
import { randomPosition, SeededRandom } from '#src/spaces/board/random.js';
import { boardSource } from '#src/spaces/board-facts.js';
import { Table } from '#src/table/table.js';
import { count, FULL, rows } from '../suite.js';
import { gapsUntil } from './event-loop.js';
import { TableFolder, wholeEstimates } from './tables.js';

const folder = mkdtempSync(join(tmpdir(), 'antipode-searched-'));
const tables = new TableFolder();
const opened: { close(): void }[] = [];
afterAll(() => {
  for (const each of opened) each.close();
  rmSync(folder, { recursive: true });
  tables.remove();
});

const nobodyLeaves = () => undefined;

function searched(name: string, options: { goalCell?: number | undefined; seconds?: number } = {}): SearchedBoard {
  const board = parseBoard(name);
  const source = boardSource(board, orderedPosition(board, options.goalCell), 'single');
  const space = new SearchedBoard(name, source, { folder, random: new SeededRandom(5), ...options });
  opened.push(space);
  return space;
}

/** Random positions, which no search solves within a minute. */
const HARD = Array.from({ length: 40 }, (_, n) => {
  const board = parseBoard('5x5');
  return formatPosition(randomPosition(board, orderedPosition(board), new SeededRandom(n)));
});
const EASY = '1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 x 24';
const A_THIRD = '1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 x 23 24';

test.each(
  rows(
    [
      ['2x3', undefined],
      ['3x3', undefined],
      ['3x4', undefined],
      ['3x3', 0],
      ['3x3', 2],
      ['3x3', 4],
    ] as const,
    [4],
  ),
)(
  "a board that is searched, %s with the goal's blank on cell %s, answers as its table does",
  async (name, goalCell) => {
    const board = parseBoard(name);
    const goal = orderedPosition(board, goalCell);
    const table = new ServedTable('table', await Table.open(await tables.board(name, { goal })));
    opened.push(table);
    const space = searched(name, { goalCell });
    expect(space.facts.goal).toBe(table.facts.goal);
    const random = new SeededRandom(3);
    const positions = Array.from({ length: count(8, 150) }, () => randomPosition(board, goal, random));
    for (const [first, second, ...rest] of [goal, ...positions.slice(0, 3)]) positions.push([second, first, ...rest]);
    for (const position of [goal, ...positions]) {
      const text = formatPosition(position);
      expect(await space.distance(text, nobodyLeaves)).toEqual(table.distance(text));
      const { distance, steps } = await space.solution(text, nobodyLeaves);
      expect(distance).toBe(table.distance(text).distance);
      expect(steps?.at(-1)?.state ?? text).toBe(steps === null ? text : formatPosition(goal));
      expect(steps?.length ?? null).toBe(distance);
    }
  },
);

test('the goal is answered before there are databases', async () => {
  const space = searched('3x4');
  const { goal } = space.facts;
  expect(await space.distance(goal, nobodyLeaves)).toMatchObject({
    distance: 0,
    moves: [{ distance: 1 }, { distance: 1 }],
  });
  expect(await space.solution(goal, nobodyLeaves)).toMatchObject({ distance: 0, steps: [] });
  expect((await space.estimates(goal)).estimates.at(-1)).toMatchObject({ heuristic: 'pattern', value: null });
});

describe('the 15-puzzle', () => {
  const space = searched('4x4');

  test('has the published facts', async () => {
    expect(space.facts).toMatchObject({ states: 10_461_394_944_000, maxDepth: 80, hasTable: false });
    expect(space.distribution).toMatchObject({ mode: 53, maxDepth: 80, states: 10_461_394_944_000 });
    expect(space.distribution?.source).toContain('SlidingTilesSolver');
    await expect(space.antipodes()).rejects.toThrow(
      new NotKnownError('the antipodes of 4x4 are unknown: finding them needs a table'),
    );
    await expect(space.distances([])).rejects.toThrow(InputError);
  });

  test.runIf(FULL)('gets the published distances, and those of all neighbours', async () => {
    const lines = readFileSync(new URL('../reference/korf-15-puzzle.txt', import.meta.url), 'utf8').split('\n');
    const instances = lines.filter((line) => /^\d/.test(line)).map((line) => line.split(' ').map(Number));
    const korf = searched('4x4', { goalCell: 0 });
    const to = orderedPosition(parseBoard('4x4'), 0);
    for (const [number, length, , ...start] of instances.slice(0, 30)) {
      const { distance, moves } = await korf.distance(formatPosition(start), nobodyLeaves);
      expect([number, distance]).toEqual([number, length]);
      if (number > 10) continue;
      for (const move of moves) {
        const found = await search('4x4', { from: move.state, to }, { threads: 1 });
        expect([number, move.distance]).toEqual([number, found.distance]);
      }
    }
  });

  test('has no path from a position of the wrong parity', async () => {
    const text = '2 1 3 4 5 6 7 8 9 10 11 12 13 14 15 x';
    const { distance, moves } = await space.distance(text, nobodyLeaves);
    expect([distance, moves.map((move) => move.distance)]).toEqual([null, [null, null]]);
    expect(await space.solution(text, nobodyLeaves)).toMatchObject({ distance: null, steps: null });
    expect(await space.estimates(text)).toEqual({ state: text, estimates: [], solutions: '0' });
  });

  test.runIf(FULL)('is estimated by all heuristics, each stronger than the previous one', async () => {
    const { estimates, solutions } = await wholeEstimates(() =>
      space.estimates('5 4 3 2 1 6 7 8 9 10 11 12 13 14 x 15'),
    );
    expect(estimates.map(({ heuristic, value }) => [heuristic, value])).toEqual([
      ['misplaced', 5],
      ['manhattan', 7],
      ['linear-conflict', 13],
      ['pattern', 25],
    ]);
    expect(estimates.at(-1)?.note).toBe('7-7-1');
    expect(solutions).toBeNull();
  });

  test.runIf(FULL)('leaves the event loop free while databases are built and positions are searched', async () => {
    const fresh = searched('4x4');
    const asked = Promise.all(
      ['5 4 3 2 1 6 7 8 9 10 11 12 13 14 x 15', '15 14 13 12 11 10 9 8 7 6 5 4 3 1 2 x'].map((text) =>
        fresh.distance(text, nobodyLeaves),
      ),
    );
    const gaps = await gapsUntil(asked);
    expect(gaps.at(-1)).toBeLessThan(60);
  });
});

/** A board with databases that are quickly made; in the full run, they are those of the 15-puzzle. */
const MIXED = FULL ? '4x4' : '3x3';

describe('a board without a table', () => {
  const space = searched(MIXED);

  test('gives ends of random walks', async () => {
    const { states, ...answer } = await space.random({ steps: 30 }, count(5, 20));
    expect(answer).toEqual({ depth: null, steps: 30, uniform: false });
    expect(new Set(states).size).toBe(count(5, 20));
    for (const state of states) {
      const { distance } = await space.distance(state, nobodyLeaves);
      expect(distance).toBeLessThanOrEqual(30);
      expect((distance ?? 1) % 2).toBe(0);
    }
    // No walk of one or two steps returns to the goal.
    expect((await space.random({ steps: 2 }, 10)).states).toHaveLength(4);
    expect((await space.random({ steps: 0 }, 10)).states).toEqual([space.facts.goal]);
    await expect(space.random({ steps: 10_001 }, 1)).rejects.toThrow(
      new InputError(`the steps in ${MIXED} must be a whole number from 0 to 10000, found 10001`),
    );
    await expect(space.random({ depth: 3 }, 1)).rejects.toThrow(
      new InputError(`${MIXED} has no table, so the states of a depth are unknown: give steps instead of depth`),
    );
  });

  test('shares its databases with comparisons, two of which run at the same time', async () => {
    const asked = [{ algorithm: 'idastar', heuristic: 'pattern' }];
    const starts = (await space.random({ steps: 40 }, 2)).states;
    const [alone] = searched(MIXED).searchesFrom(starts[0], asked);
    expect(await runSearch(alone, () => {}, { bytes: 3e4 })).toEqual({ failed: expect.stringContaining('memory') });
    await wholeEstimates(() => space.estimates(starts[0]));
    const [task] = space.searchesFrom(starts[0], asked);
    expect(await runSearch(task, () => {}, { bytes: 3e4 })).toMatchObject({ distance: expect.any(Number) });
    const compare = newComparisons();
    for (let round = 0; round < count(1, 3); round++) {
      const texts = await Promise.all(
        starts.map((start) => new Response(compare(space.searchesFrom(start, asked))).text()),
      );
      for (const [index, text] of texts.entries()) {
        const { distance } = await space.distance(starts[index], nobodyLeaves);
        expect(JSON.parse(text.trim().split('\n').at(-1) as string)).toMatchObject({ heuristic: 'pattern', distance });
      }
    }
  });
});

test('searches are shared by their requests, and end with the last of them or at their time limit', async () => {
  const board = parseBoard('4x4');
  const goal = orderedPosition(board);
  let built: (error: Error) => void = () => {};
  const databases = new Once(() => new Promise<never>((_, reject) => (built = reject)));
  const patterns = { board, goal, databases } as unknown as BoardPatterns;
  const start = parsePosition('5 4 3 2 1 6 7 8 9 10 11 12 13 14 x 15', board);
  const searches = positionSearches(patterns);
  const leaving = new AbortController();
  const [one, other] = [searches.from(start, leaving.signal), searches.from(start, undefined)];
  leaving.abort(new Error('gone'));
  await expect(one).rejects.toThrow('gone');
  built(new Error('no memory'));
  await expect(other).rejects.toThrow('no memory');
  await expect(positionSearches(patterns, 0.02).from(start, undefined)).rejects.toThrow(
    new LimitError('no solution within 0.02 s: the position is too hard, so the search was stopped'),
  );
  searches.close();
});

describe.runIf(FULL)('searches of the 24-puzzle', () => {
  test('end when no request waits for them, and free their threads', async () => {
    const space = searched('5x5');
    const leaving = new AbortController();
    const asked = HARD.slice(0, SEARCH_THREADS).map((text) => space.distance(text, () => leaving.signal));
    const ends = Promise.allSettled(asked);
    // One more waits for its turn.
    const waiting = space.distance(EASY, nobodyLeaves);
    await wholeEstimates(() => space.estimates(EASY));
    const reason = new Error('gone');
    leaving.abort(reason);
    for (const end of await ends) expect(end).toMatchObject({ status: 'rejected', reason });
    expect((await waiting).distance).toBe(1);
  });

  test('are refused if too many wait', async () => {
    // Searches of another board do not take its threads: abandoned ones end some milliseconds after their requests.
    const space = searched('5x5');
    await wholeEstimates(() => space.estimates(EASY));
    const leaving = new AbortController();
    setMaxListeners(0, leaving.signal);
    const asked = HARD.slice(0, SEARCH_THREADS + 16).map((text) => space.distance(text, () => leaving.signal));
    const ends = Promise.allSettled(asked);
    await new Promise((resolve) => setImmediate(resolve));
    await expect(space.distance(HARD[39], nobodyLeaves)).rejects.toThrow(BusyError);
    leaving.abort(new Error('gone'));
    await ends;
    expect((await space.distance(A_THIRD, nobodyLeaves)).distance).toBe(2);
  });
});
