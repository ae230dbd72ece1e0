import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { InputError } from '#src/base/text.js';
import { saveTable } from '#src/files/save-table.js';
import { explore } from '#src/runs/explore.js';
import { search } from '#src/search/search.js';
import { type SamplingOptions, sampleTable } from '#src/serve/layer-samples.js';
import { numberOfSolutions, ServedTable } from '#src/serve/served-table.js';
import type { SpaceSource } from '#src/space/space.js';
import { SeededRandom } from '#src/spaces/board/random.js';
import { Table } from '#src/table/table.js';
import { plainPatternTable, savePatternTable } from '../pattern-table.js';
import { publishedHistogram } from '../spaces/puzzles/space-checks.js';
import { fixtureSpace, ModuleFolder } from '../spaces.js';
import { count, FULL, rows } from '../suite.js';
import { chiSquare, chiSquareBound } from './chi-square.js';
import { gapsUntil } from './event-loop.js';
import { TableFolder, wholeEstimates } from './tables.js';

const folder = new TableFolder();
const modules = new ModuleFolder();
const patterns = mkdtempSync(join(tmpdir(), 'antipode-serve-pattern-'));
afterAll(() => {
  folder.remove();
  modules.remove();
  rmSync(patterns, { recursive: true, force: true });
});

let path: string;
beforeAll(async () => {
  path = await folder.board('3x3');
});

const nobodyLeaves = () => undefined;
const pancake = (n: number): SpaceSource => ({ kind: 'known', space: `pancake:${n}` });
/** Limits under which no space is enumerated again. */
const NOTHING = { states: 0, bytes: 0 };

async function served(from: string, options: SamplingOptions = {}): Promise<ServedTable> {
  return new ServedTable('id', await Table.open(from), { path: from, random: new SeededRandom(1), ...options });
}

async function patternPath(board: string, tiles: readonly number[]): Promise<string> {
  return (await savePatternTable(patterns, await plainPatternTable(board, tiles))).path;
}

interface SpaceRow {
  readonly path: () => Promise<string>;
  readonly searches: readonly string[];
  readonly directed?: boolean;
  /** Depths to which walks lead, and how many states are asked for. */
  readonly walked?: readonly [depths: readonly number[], count: number];
}

const BLIND = ['bfs', 'bidirectional'];
const INFORMED = [...BLIND, 'astar', 'idastar'];
const SPACES: readonly (readonly [string, SpaceRow])[] = [
  ['3x3', { path: async () => path, searches: INFORMED, walked: [[0, 1, 2, 14, 24, 28], 20] }],
  ['2x3 in the metric multi', { path: () => folder.board('2x3', { metric: 'multi' }), searches: BLIND }],
  ['a map', { path: () => folder.board('#.#/.../...', { name: 'map' }), searches: INFORMED }],
  ['a line', { path: () => folder.board('1x4'), searches: INFORMED }],
  ['pancakes', { path: () => folder.space(pancake(7), 'pancake'), searches: INFORMED, walked: [[0, 1, 4, 7], 20] }],
  ['a knight', { path: () => folder.space(fixtureSpace('knight'), 'knight'), searches: BLIND }],
  // Without predecessors, walks lead forwards from the starts.
  [
    'moves that cannot be undone',
    {
      ...{ path: () => folder.space(fixtureSpace('one-way'), 'one-way'), searches: ['bfs'], directed: true },
      walked: [[0, 1, 5], 5],
    },
  ],
  [
    'moves that cannot be undone, but have predecessors',
    {
      ...{ path: () => folder.space(fixtureSpace('one-way-back'), 'one-way-back'), searches: BLIND, directed: true },
      walked: [[1, 3, 6], 5],
    },
  ],
  ['a pattern', { path: () => patternPath('3x3', [1, 2, 5, 6]), searches: BLIND, walked: [[0, 2], 5] }],
  ['a pattern on a map', { path: () => patternPath('.../.#./...', [1, 2, 3]), searches: BLIND }],
];

describe.each(rows(SPACES, [1, 7, 8]))('%s: a space is served', (_, { path, searches, directed, walked }) => {
  let space: ServedTable;
  let table: Table;
  beforeAll(async () => {
    const from = await path();
    [space, table] = [await served(from), await Table.open(from)];
  });
  afterAll(() => {
    space.close();
    table.close();
  });

  test('with distances and solutions, state by state, and searches that find them', async () => {
    const { size, starts } = table.space;
    expect(space.facts).toMatchObject({ directed: directed ?? false, goals: starts.length });
    expect(space.facts.searches.map(({ algorithm }) => algorithm)).toEqual(searches);
    const origins = starts.map((start) => table.space.format(start));
    const states = [1, 2, 3, 4, 5, 6, 7].map((part) => table.space.format(Math.floor((size * part) / 7.5)));
    for (const [index, state] of [...origins.slice(0, 1), ...states].entries()) {
      const { distance } = space.distance(state);
      const { from, steps, distance: length } = await space.solution(state, nobodyLeaves);
      expect([length, steps?.length ?? null]).toEqual([distance, distance]);
      let at = from;
      for (const step of steps ?? []) {
        expect(space.distance(at).moves).toContainEqual({ ...step, distance: space.distance(step.state).distance });
        at = step.state;
      }
      if (distance === null) expect([steps, from]).toEqual([null, directed ? origins[0] : state]);
      else
        expect([directed ? [state] : origins, directed ? origins : [state]]).toEqual([
          expect.arrayContaining([at]),
          expect.arrayContaining([from]),
        ]);
      if (index > count(2, 7)) continue;
      for (const { algorithm, heuristic, source, question } of space.searchesFrom(state)) {
        if (heuristic === 'pattern') continue;
        const found = await search(source, question, { algorithm, heuristic: heuristic ?? undefined, threads: 1 });
        expect([algorithm, found.distance]).toEqual([algorithm, distance]);
      }
    }
    expect(() => space.distance('nothing')).toThrow(InputError);
    expect(() => space.searchesFrom('nothing')).toThrow(InputError);
  });

  test('with different states of each depth, all of them if there are few, and antipodes, as it is enumerated again', async () => {
    const { histogram, maxDepth } = space.distribution;
    for (const depth of new Set([0, 1, 2, Math.floor(maxDepth / 2), maxDepth])) {
      const { states, uniform } = await space.random({ depth }, 50);
      expect(uniform).toBe(true);
      expect(new Set(states).size).toBe(Math.min(50, histogram[depth]));
      for (const state of states) expect(space.distance(state).distance).toBe(depth);
    }
    const antipodes = (await space.antipodes(1000)).states;
    expect(new Set(antipodes).size).toBe(Math.min(1000, histogram[maxDepth]));
    for (const state of antipodes) expect(space.distance(state).distance).toBe(maxDepth);
    const numbers = antipodes.map((state) => table.space.parse(state));
    expect(numbers).toEqual(numbers.toSorted((one, other) => one - other));
    await expect(space.random({ depth: maxDepth + 1 }, 1)).rejects.toThrow(InputError);
    await expect(space.random({ depth: -1 }, 1)).rejects.toThrow(InputError);
  });

  test.runIf(walked !== undefined)(
    'with states that are drawn or found by walks, if it is too large for that',
    async () => {
      const large = await served(await path(), { limits: NOTHING });
      for (const depth of walked?.[0] ?? []) {
        const { states } = await large.random({ depth }, walked?.[1] ?? 1);
        expect(new Set(states).size).toBe(Math.min(walked?.[1] ?? 1, large.distribution.histogram[depth]));
        for (const state of states) expect(large.distance(state).distance).toBe(depth);
      }
      expect((await large.antipodes(10)).states).toEqual([]);
      large.close();
    },
  );
});

describe('facts and answers', () => {
  test('of a position in every notation, and of an unsolvable one', async () => {
    const board = await served(path);
    for (const text of ['2 3 4 1 5 x 7 6 8', '23415_768']) {
      const { moves, ...answer } = board.distance(text);
      expect(answer).toEqual({ state: '2 3 4 1 5 x 7 6 8', distance: 19 });
      expect(moves[0]).toEqual({ move: 'u', state: '2 3 x 1 5 4 7 6 8', distance: 18 });
    }
    const unsolvable = '2 1 3 4 5 6 7 8 x';
    expect(board.distance(unsolvable).moves.map(({ move, distance }) => [move, distance])).toEqual([
      ['u', null],
      ['l', null],
    ]);
    expect(await board.solution(unsolvable, nobodyLeaves)).toEqual({ from: unsolvable, distance: null, steps: null });
    expect(await board.estimates(unsolvable)).toEqual({ state: unsolvable, estimates: [], solutions: '0' });
    const some = await board.random({ depth: 24 }, 100);
    expect((await board.random({ depth: 24 }, 100)).states).not.toEqual(some.states);
  });

  test('of boards whose moves slide several tiles, or only along a line', async () => {
    const { moves } = (await served(await folder.board('2x4', { metric: 'multi' }))).facts;
    expect(moves).toEqual(['u1', 'd1', 'l1', 'l2', 'l3', 'r1', 'r2', 'r3']);
    expect((await served(await folder.board('1x4'))).facts.moves).toEqual(['l', 'r']);
  });

  test('of another space', async () => {
    const { facts, distribution } = await served(await folder.space(pancake(7), 'pancake-7'));
    expect(facts).toMatchObject({ name: 'pancake:7', metric: null, board: null, goal: '1 2 3 4 5 6 7', states: 5040 });
    expect(facts.moves).toEqual(['2', '3', '4', '5', '6', '7']);
    expect(facts.searches.slice(-1)).toEqual([{ algorithm: 'idastar', heuristics: ['gap'] }]);
    expect(distribution.histogram).toEqual(publishedHistogram('pancake:7'));
  });

  test('are the same with a table of the general method, except for positions without a rank', async () => {
    const { table } = await explore({ space: '2x3', engine: 'general', antipodes: 0, threads: 1 });
    if (table === null) throw new Error('no table');
    const file = join(folder.path, 'general.table');
    await saveTable(table, file);
    const [board, general] = [await served(await folder.board('2x3')), await served(file)];
    expect(general.facts).toEqual(board.facts);
    expect(general.distribution).toEqual(board.distribution);
    for (const state of ['5 4 3 2 1 x', 'x 4 5 1 2 3', '1 2 3 4 5 x']) {
      expect(general.distance(state)).toEqual(board.distance(state));
      expect(await general.solution(state, nobodyLeaves)).toEqual(await board.solution(state, nobodyLeaves));
    }
    expect(() => general.distance('2 1 3 4 5 x')).toThrow(InputError);
    expect(general.searchesFrom('5 4 3 2 1 x')).toEqual(board.searchesFrom('5 4 3 2 1 x'));
    expect(await general.antipodes(9)).toEqual(await board.antipodes(9));
  });

  test('are no paths if these would take a visit to all states of a large space', async () => {
    const source = modules.write(`export default {
      name: 'tree', size: 1_000_001, starts: [0], moves: ['left', 'right'], reversible: false,
      neighbours(state, next) { for (const side of [1, 2]) next[side - 1] = 2 * state + side < 1_000_001 ? 2 * state + side : -1; },
      format: (state) => 't' + state,
      parse: (text) => Number(text.slice(1)),
    };`);
    const space = await served(await folder.space(source, 'tree'));
    expect(space.distance('t6').distance).toBe(2);
    await expect(space.solution('t6', nobodyLeaves)).rejects.toThrow(
      'it gives no predecessors, and it has more than 1,000,000 states; use antipode solve',
    );
  });
});

describe('states of a depth', () => {
  test('are equally likely among those that are kept of a board', async () => {
    const DRAWS = count(120, 1100);
    const board = await served(await folder.board('2x3'));
    const times = new Map<string, number>();
    for (let draw = 0; draw < DRAWS; draw++) {
      for (const state of (await board.random({ depth: 14 }, 4)).states) times.set(state, (times.get(state) ?? 0) + 1);
    }
    expect(times.size).toBe(board.distribution.histogram[14]);
    const counts = [...times.values()];
    const expected = counts.map(() => (4 * DRAWS) / times.size);
    expect(chiSquare(counts, expected)).toBeLessThan(chiSquareBound(counts.length - 1));
  });

  test('are equally likely if they are drawn from a space that is too large', async () => {
    const DRAWS = count(500, 3000);
    const space = await served(await folder.space(pancake(5), 'pancake-drawn'), { limits: NOTHING });
    const times = new Map<string, number>();
    for (let draw = 0; draw < DRAWS; draw++) {
      const { states, uniform } = await space.random({ depth: 4 }, 1);
      expect(uniform).toBe(true);
      times.set(states[0], (times.get(states[0]) ?? 0) + 1);
    }
    const counts = Array.from(
      { length: space.distribution.histogram[4] },
      (_, index) => [...times.values()][index] ?? 0,
    );
    const expected = counts.map(() => DRAWS / counts.length);
    expect(chiSquare(counts, expected)).toBeLessThan(chiSquareBound(counts.length - 1));
  });

  test('are kept with equal probability of another space', async () => {
    const SEEDS = count(12, 100);
    const path = await folder.space(pancake(count(5, 6)), 'pancake-uniform');
    const histogram = publishedHistogram(`pancake:${count(5, 6)}`);
    const depth = count(4, 5);
    const times = new Map<number, number>();
    for (let seed = 0; seed < SEEDS; seed++) {
      const { layers, antipodes } = await sampleTable(
        { path, seed },
        { histogram, threads: 1, perLayer: 30, antipodes: 1 },
      );
      expect(layers.map((states) => states.length)).toEqual(histogram.map((n) => Math.min(30, n)));
      expect(antipodes.length).toBe(1);
      for (const state of layers[depth]) times.set(state, (times.get(state) ?? 0) + 1);
    }
    const counts = Array.from({ length: histogram[depth] }, (_, index) => [...times.values()][index] ?? 0);
    const expected = counts.map(() => (30 * SEEDS) / counts.length);
    expect(chiSquare(counts, expected)).toBeLessThan(chiSquareBound(counts.length - 1));
  });

  test('never come from another table that has replaced the file', async () => {
    const path = await folder.space(pancake(6), 'replaced');
    const space = await served(path);
    await folder.space(pancake(5), 'replaced');
    await expect(space.random({ depth: 1 }, 1)).rejects.toThrow('has changed since it was opened');
    expect(space.distance('2 1 3 4 5 6').distance).toBe(1);
    // The failed enumeration is repeated.
    await folder.space(pancake(6), 'replaced');
    expect((await space.random({ depth: 1 }, 1)).states.length).toBe(1);
  });

  test('are found by walks on a map where moves reach only a few of the ranks', async () => {
    const map = await served(await folder.board('..#/..#/...', { name: 'reached' }), { limits: NOTHING });
    const { histogram, maxDepth } = map.distribution;
    const MOST = count(4, 20);
    let [found, wanted] = [0, 0];
    for (let depth = 0; depth <= maxDepth; depth++) {
      found += (await map.random({ depth }, MOST)).states.length;
      wanted += Math.min(MOST, histogram[depth]);
    }
    expect(found).toBeGreaterThan(0.98 * wanted);
  });

  test('are found by walks from the antipodes of the result beside the table, after checking each', async () => {
    const table = await folder.board('3x3', { name: 'with-result' });
    const antipodes = ['8 6 7 2 5 4 3 x 1', '6 4 7 8 5 x 3 2 1'];
    const wrong = ['1 2 3 4 5 6 7 8 x', 'no position', 7, '2 1 3 4 5 6 7 8 x', antipodes[0]];
    const claimed = [antipodes[0], ...wrong, antipodes[1]];
    writeFileSync(table.replace(/table$/, 'json'), JSON.stringify({ space: '3x3', antipodes: claimed }));
    const board = await served(table, { limits: NOTHING });
    expect((await board.antipodes(10)).states).toEqual(antipodes);
    expect((await board.antipodes(1)).states).toEqual(antipodes.slice(0, 1));
    expect((await board.random({ depth: 31 }, 10)).states.toSorted()).toEqual(antipodes.toSorted());
    expect((await board.random({ depth: 30 }, 10)).states.length).toBeGreaterThan(1);
  });

  test('are found by walks from the antipodes of an exploration, if there is no file', async () => {
    const { table, antipodes } = await explore({ space: pancake(6) });
    const options = { antipodes: [...antipodes, 'no state', '1 2 3 4 5 6'], limits: NOTHING };
    const space = new ServedTable('id', await Table.of(table), options);
    expect((await space.antipodes(10)).states).toEqual(antipodes);
    expect(await space.random({ depth: 7 }, 1)).toMatchObject({ uniform: false });
  });

  test('do without a file beside the table that is no result', async () => {
    const table = await folder.board('2x3', { name: 'no-result' });
    for (const text of ['{"antipodes": [', '[]', 'null', '{"antipodes": "none"}']) {
      writeFileSync(table.replace(/table$/, 'json'), text);
      expect((await (await served(table, { limits: NOTHING })).antipodes(10)).states, text).toEqual([]);
    }
  });

  test.runIf(FULL)('leave time for other requests while they are sampled, and while many walk', async () => {
    const board = await served(await folder.board('2x5'));
    let answers = 0;
    let looking = true;
    const sample = board.random({ depth: 20 }, 5).finally(() => (looking = false));
    for (; looking; answers++) {
      board.distance('1 2 3 4 5 6 7 8 9 x');
      await setImmediate();
    }
    expect((await sample).states.length).toBe(5);
    expect(answers).toBeGreaterThan(100);
    const walking = await served(path, { limits: NOTHING });
    const samples = Promise.all(Array.from({ length: 60 }, () => walking.random({ depth: 20 }, 20)));
    const gaps = await gapsUntil(samples);
    for (const { states } of await samples) expect(states.length).toBe(20);
    expect(gaps[Math.floor(0.9 * gaps.length)]).toBeLessThan(50);
  });
});

/* Estimates, and the number of shortest solutions. */

/**
 * Counts the shortest paths from a state to `to`, by a breadth-first search that begins there and does not use distances to the goal.
 * @returns the number of paths
 */
function plainCount({ space }: Table, from: number, to: number): number {
  const distances = new Map([[from, 0]]);
  const paths = new Map([[from, 1]]);
  for (const [state, distance] of distances) {
    if (state === to) return paths.get(state) as number;
    const beside = new Float64Array(space.moves.length).fill(Number.NaN);
    space.neighbours(state, beside);
    for (const next of beside.filter((neighbour) => neighbour >= 0)) {
      if (!distances.has(next)) distances.set(next, distance + 1);
      if (distances.get(next) === distance + 1) paths.set(next, (paths.get(next) ?? 0) + (paths.get(state) as number));
    }
  }
  return 0;
}

const OF_BOARDS = ['misplaced', 'manhattan', 'linear-conflict', 'pattern'];
const multi = (name: string) => folder.board(name, { metric: 'multi', name: `${name}-multi` });
const known = (space: string) => folder.space({ kind: 'known', space }, 'known');

test.each(
  rows(
    [
      ['2x3', () => folder.board('2x3'), OF_BOARDS],
      ['2x3 in the metric multi', () => multi('2x3'), []],
      ['pancake:7', () => known('pancake:7'), ['gap']],
      ['3x3', async () => path, OF_BOARDS],
      ['3x3 in the metric multi', () => multi('3x3'), []],
      ['hanoi:3,4', () => known('hanoi:3,4'), []],
      ['knight:8', () => known('knight:8'), []],
    ] as const,
    [0, 1, 2],
  ),
)('states of %s are estimated, and their solutions counted as a plain search does', async (_, pathOf, heuristics) => {
  const from = await pathOf();
  const [space, table] = [await served(from), await Table.open(from)];
  const { size, format, board } = table.space;
  const [goal] = table.starts;
  for (const state of [goal, 0, 1, 17, Math.floor(size / 2), size - 1].filter((n) => n < size)) {
    const text = format(state);
    const { estimates, ...answer } = await wholeEstimates(() => space.estimates(text));
    expect(answer).toEqual({ state: text, solutions: String(plainCount(table, state, goal)) });
    expect(estimates.map(({ heuristic }) => heuristic)).toEqual(heuristics);
    for (const { heuristic, value, note } of estimates) {
      expect(value).toBeLessThanOrEqual(space.distance(text).distance as number);
      if (board === null) expect([value, note]).toEqual([table.space.heuristics?.[heuristic](state), null]);
    }
  }
});

test('solutions are not counted if they have too many states', async () => {
  const [space, table] = [await served(path), await Table.open(path)];
  const state = table.space.parse('8 6 7 2 5 4 3 x 1');
  expect(await numberOfSolutions(table, state)).toBe(40n);
  expect(await numberOfSolutions(table, state, 100)).toBeNull();
  expect((await space.estimates('8 6 7 2 5 4 3 x 1')).solutions).toBe('40');
});
