/** Solutions of boards without a table that get better: every line is checked by moves on plain arrays. */

import { afterAll, describe, expect, test } from 'vitest';
import type { RandomAnswer, SolutionLine, SpaceAnswer } from '#src/serve/answers.js';
import { makeApp } from '#src/serve/app.js';
import { BusyError, newComparisons } from '#src/serve/comparisons.js';
import { MOST_IMPROVED } from '#src/serve/run-search.js';
import { SearchedBoard, UnlistedBoards } from '#src/serve/searched-board.js';
import { parseBoard } from '#src/spaces/board/board.js';
import { orderedPosition } from '#src/spaces/board/position.js';
import { SeededRandom } from '#src/spaces/board/random.js';
import { boardSource } from '#src/spaces/board-facts.js';
import { FULL, rows } from '../suite.js';

const FAR = '14 5 9 2 18 8 23 19 12 17 15 x 10 20 4 6 11 21 1 7 24 3 16 22 13';

function searched(name: string, metric: 'single' | 'multi' = 'single', seconds = 60): SearchedBoard {
  const board = parseBoard(name);
  const source = boardSource(board, orderedPosition(board), metric);
  const space = new SearchedBoard(name, source, { folder: 'nowhere', seconds, random: new SeededRandom(7) });
  opened.push(space);
  return space;
}

const opened: SearchedBoard[] = [];
afterAll(() => {
  for (const space of opened) space.close();
});

/** Reads lines until one is the last or satisfies the condition; the stream is then cancelled. */
async function linesUntil(stream: ReadableStream<Uint8Array>, isEnough: (line: SolutionLine) => boolean) {
  const lines: SolutionLine[] = [];
  let rest = '';
  const decoder = new TextDecoder();
  for await (const chunk of stream) {
    const parts = `${rest}${decoder.decode(chunk, { stream: true })}`.split('\n');
    rest = parts.pop() ?? '';
    lines.push(...parts.map((part) => JSON.parse(part) as SolutionLine));
    if (lines.some(isEnough)) break;
  }
  return lines;
}

const whole = (stream: ReadableStream<Uint8Array>) => linesUntil(stream, () => false);

/** Makes moves of the blank on a plain grid. @throws Error if one of them leaves the board */
function after(facts: SpaceAnswer, state: string, moves: readonly string[]): string {
  const { columns, squares } = facts.board as NonNullable<SpaceAnswer['board']>;
  const grid = new Map(state.split(' ').map((tile, cell) => [squares[cell], tile]));
  const steps: Readonly<Record<string, number>> = { u: -columns, d: columns, l: -1, r: 1 };
  for (const move of moves) {
    for (let count = Number(move.slice(1) || 1); count > 0; count--) {
      const [blank] = [...grid].find(([, tile]) => tile === 'x') as [number, string];
      const to = blank + steps[move[0]];
      const sameRow = Math.floor(blank / columns) === Math.floor(to / columns);
      const tile = grid.get(to);
      if (tile === undefined || ('lr'.includes(move[0]) && !sameRow)) throw new Error(`${move} leaves the board`);
      grid.set(blank, tile).set(to, 'x');
    }
  }
  return squares.map((square) => grid.get(square)).join(' ');
}

/** Checks that lines are about a state, each of them better than the one before. */
function check(facts: SpaceAnswer, state: string, lines: readonly SolutionLine[]): void {
  expect(lines.length).toBeGreaterThan(0);
  for (const [index, line] of lines.entries()) {
    const { length, bound, moves, proved, seconds } = line;
    expect(line.state).toBe(state);
    expect(moves).toHaveLength(length as number);
    expect(after(facts, state, moves ?? [])).toBe(facts.goal);
    expect(bound).toBeLessThanOrEqual(length as number);
    expect(proved).toBe(bound === length);
    expect(proved && index < lines.length - 1).toBe(false);
    const before = lines[index - 1];
    if (before === undefined) continue;
    const gain = (before.length as number) - (length as number) + bound - before.bound;
    expect(gain).toBeGreaterThan(0);
    expect(before.length).toBeGreaterThanOrEqual(length as number);
    expect(before.bound).toBeLessThanOrEqual(bound);
    expect(before.seconds).toBeLessThanOrEqual(seconds);
  }
}

/** Returns the distances from a state by breadth-first search over texts. */
function distancesOf({ facts }: SearchedBoard): Map<string, number> {
  const distances = new Map([[facts.goal, 0]]);
  for (const [state, distance] of distances) {
    for (const move of facts.moves) {
      let next: string;
      try {
        next = after(facts, state, [move]);
      } catch {
        continue;
      }
      if (!distances.has(next)) distances.set(next, distance + 1);
    }
  }
  return distances;
}

describe('solutions of a board without a table', () => {
  test.each([
    ['2x3', 'single'],
    ['2x3', 'multi'],
    ['..#/.../#..', 'single'],
  ] as const)('are proved: %s in %s', async (name, metric) => {
    const space = searched(name, metric);
    const distances = distancesOf(space);
    const { states, uniform } = await space.random({}, FULL ? 20 : 4);
    expect(uniform).toBe(true);
    for (const state of states) {
      const lines = await whole(space.solutions(state));
      check(space.facts, state, lines);
      expect(lines.at(-1)).toMatchObject({ proved: true, length: distances.get(state) });
    }
  });

  test('of 3x3 reach the published maximum depth', async () => {
    const space = searched('3x3');
    const state = '8 6 7 2 5 4 3 x 1';
    const lines = await whole(space.solutions(state));
    check(space.facts, state, lines);
    expect(lines.at(-1)).toMatchObject({ length: 31, bound: 31, proved: true });
  });

  test('of the 24-puzzle come at once, and get shorter while the bound rises', async () => {
    const space = searched('5x5');
    const [first] = await linesUntil(space.solutions(FAR), () => true);
    check(space.facts, FAR, [first]);
    const isBetter = ({ length, bound }: SolutionLine) => (length ?? 0) < (first.length ?? 0) && bound > first.bound;
    const lines = await linesUntil(space.solutions(FAR.replaceAll(' ', ',')), isBetter);
    check(space.facts, FAR, lines);
    expect(lines.at(-1)?.proved).toBe(false);
  });

  test.each(rows(['6x6', '10x10', '..#....../........./...#...../.......#./........./#........', '15x17'], [1, 2]))(
    'come at once for a random position of %s, which has none of the exact answers',
    async (name) => {
      const space = searched(name);
      const [state] = (await space.random({}, 1)).states;
      check(space.facts, state, await linesUntil(space.solutions(state), () => true));
      if (parseBoard(name).cells > 32) {
        await expect(space.distance(state, () => undefined)).rejects.toThrow('POST to solutions');
      }
    },
  );

  test('are none if no moves lead to the goal, and empty at the goal', async () => {
    const space = searched('6x6');
    const { goal } = space.facts;
    expect(await whole(space.solutions(goal))).toMatchObject([{ length: 0, bound: 0, proved: true, moves: [] }]);
    const swapped = goal.replace('1 2', '2 1');
    expect(await whole(space.solutions(swapped))).toMatchObject([{ length: null, proved: true, moves: null }]);
  });

  test('end at the time limit', async () => {
    const space = searched('6x6', 'single', 0.5);
    const [state] = (await space.random({}, 1)).states;
    const lines = await whole(space.solutions(state));
    check(space.facts, state, lines);
    expect(lines.at(-1)?.proved).toBe(false);
  });

  test('are searched for a few clients at once: one that goes away makes room for the next, and too many are refused', async () => {
    const space = searched('6x6');
    const { states } = await space.random({}, MOST_IMPROVED + 17);
    const running = states.slice(0, MOST_IMPROVED).map((state) => space.solutions(state).getReader());
    // Those of other tests may not have ended when they begin.
    await Promise.all(running.map((reader) => reader.read()));
    const waiting = states.slice(MOST_IMPROVED, -1).map((state) => space.solutions(state));
    await new Promise((resolve) => setTimeout(resolve));
    expect(() => space.solutions(states.at(-1) as string)).toThrow(BusyError);
    await running[0].cancel();
    const [line] = await linesUntil(waiting[0], () => true);
    check(space.facts, states[MOST_IMPROVED], [line]);
    await Promise.all([...running.slice(1), ...waiting.slice(1)].map((stream) => stream.cancel()));
  });
});

describe('a server', () => {
  const onFault = (error: Error) => {
    throw error;
  };
  const boards = new UnlistedBoards('nowhere');
  const app = makeApp({ spaces: [], files: new Map(), compare: newComparisons(), boards, onFault });
  const post = (path: string, body: object) =>
    app.request(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });

  test('opens any board by its id, and answers about it', async () => {
    for (const id of ['6x6', '3x7-blank-0', '5x5-multi', 'map-ooxoo-ooooo-xooox-ooooo-ooxoo', '7x7', '8x8']) {
      const facts = (await (await app.request(`/api/spaces/${id}`)).json()) as SpaceAnswer;
      expect(facts).toMatchObject({ id, hasTable: false, goals: 1, directed: false });
      const { states } = (await (await app.request(`/api/spaces/${id}/random?count=1`)).json()) as RandomAnswer;
      const answer = await post(`/api/spaces/${id}/solutions`, { state: states[0] });
      check(facts, states[0], await linesUntil(answer.body as ReadableStream<Uint8Array>, () => true));
    }
    expect((await app.request('/api/spaces/16x16')).status).toBe(404);
    expect((await app.request('/api/spaces/4x4-pattern-1-2')).status).toBe(404);
  });

  test('refuses what is no state', async () => {
    const answer = await post('/api/spaces/10x10/solutions', { state: '1 2 3' });
    expect([answer.status, await answer.json()]).toEqual([
      400,
      { error: "a position of 10x10 has 100 tiles with the blank, found 3: '1 2 3'" },
    ]);
  });
});
