import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { InputError } from '#src/base/text.js';
import { explore } from '#src/runs/explore.js';
import { search } from '#src/search/search.js';
import type { SamplingOptions } from '#src/serve/layer-samples.js';
import { ServedTable } from '#src/serve/served-table.js';
import { SeededRandom } from '#src/spaces/board/random.js';
import { saveTable } from '#src/table/files/save.js';
import { Table } from '#src/table/table.js';
import { plainRank, plainSearch } from '../plain-search.js';
import { count, FULL, rows } from '../suite.js';
import { chiSquare, chiSquareBound } from './chi-square.js';
import { gapsUntil } from './event-loop.js';
import { TableFolder } from './tables.js';

const folder = new TableFolder();
afterAll(() => folder.remove());

let path: string;
beforeAll(async () => {
  path = await folder.board('3x3');
});

const tilesOf = (state: string) => state.split(' ').map((tile) => (tile === 'x' ? 0 : Number(tile)));

async function served(from: string, options: SamplingOptions = {}): Promise<ServedTable> {
  return new ServedTable('id', await Table.open(from), { path: from, random: new SeededRandom(1), ...options });
}

/** Limits under which no space is enumerated again. */
const NOTHING = { states: 0, bytes: 0 };

describe('a board is served', () => {
  test('with its facts', async () => {
    const { facts, distribution } = await served(path);
    expect(facts).toEqual({
      id: 'id',
      name: '3x3',
      metric: 'single',
      board: { rows: 3, columns: 3, squares: [0, 1, 2, 3, 4, 5, 6, 7, 8] },
      directed: false,
      goal: '1 2 3 4 5 6 7 8 x',
      goals: 1,
      states: 181_440,
      maxDepth: 31,
      hasTable: true,
      moves: ['u', 'd', 'l', 'r'],
      face: null,
      searches: [
        { algorithm: 'bfs', heuristics: [] },
        { algorithm: 'bidirectional', heuristics: [] },
        { algorithm: 'astar', heuristics: ['linear-conflict', 'misplaced', 'manhattan'] },
        { algorithm: 'idastar', heuristics: ['linear-conflict', 'misplaced', 'manhattan', 'pattern'] },
      ],
    });
    expect(distribution).toMatchObject({ states: 181_440, maxDepth: 31, median: 22, mode: 24 });
    expect(distribution.histogram.slice(-3)).toEqual([760, 221, 2]);
    const multi = (await served(await folder.board('2x4', { metric: 'multi' }))).facts;
    expect(multi.moves).toEqual(['u1', 'd1', 'l1', 'l2', 'l3', 'r1', 'r2', 'r3']);
    expect(multi.searches).toEqual([
      { algorithm: 'bfs', heuristics: [] },
      { algorithm: 'bidirectional', heuristics: [] },
    ]);
    expect((await served(await folder.board('1x4'))).facts.moves).toEqual(['l', 'r']);
  });

  test('with the distances of a position and its neighbours, in every notation', async () => {
    const answer = {
      state: '2 3 4 1 5 x 7 6 8',
      distance: 19,
      moves: [
        { move: 'u', state: '2 3 x 1 5 4 7 6 8', distance: 18 },
        { move: 'd', state: '2 3 4 1 5 8 7 6 x', distance: 18 },
        { move: 'l', state: '2 3 4 1 x 5 7 6 8', distance: 18 },
      ],
    };
    const board = await served(path);
    expect(board.distance('2 3 4 1 5 x 7 6 8')).toEqual(answer);
    expect(board.distance('23415_768')).toEqual(answer);
    const unsolvable = board.distance('2 1 3 4 5 6 7 8 x');
    expect(unsolvable.distance).toBeNull();
    expect(unsolvable.moves.map(({ move, distance }) => [move, distance])).toEqual([
      ['u', null],
      ['l', null],
    ]);
    expect(() => board.distance('1 2 3')).toThrow(InputError);
  });

  test.each(['single', 'multi'] as const)('with solutions, state by state, in the metric %s', async (metric) => {
    const board = await served(metric === 'single' ? path : await folder.board('3x3', { metric, name: 'multi' }));
    const { from, distance, steps } = board.solution('2,3,4,1,5,0,7,6,8');
    expect([from, distance]).toEqual(['2 3 4 1 5 x 7 6 8', metric === 'single' ? 19 : 14]);
    let at = board.distance(from);
    for (const step of steps ?? []) {
      const next = at.moves.find(({ move }) => move === step.move);
      expect(next).toEqual({ ...step, distance: (at.distance ?? 0) - 1 });
      at = board.distance(step.state);
    }
    expect([steps?.length, at.state, at.distance]).toEqual([distance, '1 2 3 4 5 6 7 8 x', 0]);
    expect(board.solution('1 2 3 4 5 6 7 8 x')).toEqual({ from: '1 2 3 4 5 6 7 8 x', distance: 0, steps: [] });
    expect(board.solution('2 1 3 4 5 6 7 8 x')).toEqual({ from: '2 1 3 4 5 6 7 8 x', distance: null, steps: null });
  });

  test('in the same way with a table of the general method, except for positions without a rank', async () => {
    const { table } = await explore({ space: '2x3', engine: 'claims', antipodes: 0, threads: 1 });
    if (table === null) throw new Error('no table');
    const file = join(folder.path, 'general.table');
    await saveTable(table, file);
    const [board, general] = [await served(await folder.board('2x3')), await served(file)];
    expect(general.facts).toEqual(board.facts);
    expect(general.distribution).toEqual(board.distribution);
    for (const state of ['5 4 3 2 1 x', 'x 4 5 1 2 3', '1 2 3 4 5 x']) {
      expect(general.distance(state)).toEqual(board.distance(state));
      expect(general.solution(state)).toEqual(board.solution(state));
    }
    expect(() => general.distance('2 1 3 4 5 x')).toThrow(InputError);
    expect(general.searchesFrom('5 4 3 2 1 x')).toEqual(board.searchesFrom('5 4 3 2 1 x'));
    const { uniform, states } = await general.random({ depth: 4 }, 9);
    expect(uniform).toBe(true);
    for (const state of states) expect(board.distance(state).distance).toBe(4);
    expect(await general.antipodes(9)).toEqual(await board.antipodes(9));
  });

  test('with the searches of a comparison, which find the same distance', async () => {
    const map = await served(await folder.board('..#/.../#..', { name: 'map' }));
    for (const [board, start] of [
      [await served(path), '2 3 4 1 5 x 7 6 8'],
      [map, 'x 1 2 3 4 5 6'],
    ] as const) {
      const tasks = board.searchesFrom(start);
      expect(tasks.map(({ algorithm }) => algorithm)).toEqual(board.facts.searches.map(({ algorithm }) => algorithm));
      for (const { algorithm, heuristic, source, question } of tasks) {
        const options = { algorithm, heuristic: heuristic ?? undefined, threads: 1 };
        const found = await search(source, question, options);
        expect(found.distance).toBe(board.distance(start).distance);
      }
    }
    expect(() => map.searchesFrom('1 2 3')).toThrow(InputError);
  });
});

describe('states of a depth, of a board that is enumerated again', () => {
  test('are different states of that depth, and all of them if there are few', async () => {
    const board = await served(path);
    for (const depth of [0, 1, 2, 14, 24, 31]) {
      const { states, uniform } = await board.random({ depth }, 100);
      expect(uniform).toBe(true);
      expect(new Set(states).size).toBe(Math.min(100, board.distribution.histogram[depth]));
      for (const state of states) expect(board.distance(state).distance).toBe(depth);
    }
    const some = await board.random({ depth: 24 }, 100);
    expect((await board.random({ depth: 24 }, 100)).states).not.toEqual(some.states);
    await expect(board.random({ depth: 32 }, 1)).rejects.toThrow(
      new InputError('the depth in 3x3 must be a whole number from 0 to 31, found 32'),
    );
    await expect(board.random({ depth: -1 }, 1)).rejects.toThrow(InputError);
  });

  test('are equally likely', async () => {
    const board = await served(await folder.board('2x3'));
    const DRAWS = count(300, 1100);
    const times = new Map<string, number>();
    for (let draw = 0; draw < DRAWS; draw++) {
      for (const state of (await board.random({ depth: 14 }, 4)).states) times.set(state, (times.get(state) ?? 0) + 1);
    }
    expect(times.size).toBe(board.distribution.histogram[14]);
    const expected = (4 * DRAWS) / times.size;
    const counts = [...times.values()];
    expect(
      chiSquare(
        counts,
        counts.map(() => expected),
      ),
    ).toBeLessThan(chiSquareBound(counts.length - 1));
  });

  test('exist in the multi-tile metric and on maps as well, as do the antipodes', async () => {
    const paths = [
      await folder.board('2x3', { metric: 'multi' }),
      await folder.board('#.#/.../...', { name: 'another-map' }),
      await folder.board('1x4'),
    ];
    for (const path of rows(paths, [0, 1])) {
      const board = await served(path);
      const { states } = board.facts;
      const { maxDepth } = board.distribution;
      const seen = new Set<string>();
      for (let depth = 0; depth <= maxDepth; depth++) {
        for (const state of (await board.random({ depth }, 10_000)).states) {
          expect(board.distance(state).distance).toBe(depth);
          seen.add(state);
        }
      }
      // No layer of these boards is large enough for any state to be left out.
      expect(seen.size).toBe(states);
      const antipodes = (await board.antipodes(10_000)).states;
      expect(new Set(antipodes)).toEqual(new Set((await board.random({ depth: maxDepth }, 10_000)).states));
    }
  });

  test.runIf(FULL)('leave time for other requests while they are sampled', async () => {
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
  });
});

test('antipodes are the first by rank, and those published for 3x3', async () => {
  const board = await served(path);
  const all = ['6 4 7 8 5 x 3 2 1', '8 6 7 2 5 4 3 x 1'];
  expect((await board.antipodes(100)).states).toEqual(all);
  expect((await board.antipodes(1)).states).toEqual(all.slice(0, 1));
  const { depths } = plainSearch(3, 3, [1, 2, 3, 4, 5, 6, 7, 8, 0]);
  expect(all.map((state) => depths[plainRank(tilesOf(state))])).toEqual([31, 31]);
});

describe('states of a depth, of a board that is too large to enumerate again', () => {
  test('are found by walks from random states', async () => {
    const board = await served(path, { limits: NOTHING });
    for (const depth of [0, 1, 2, 14, 24, 28]) {
      const { states, uniform } = await board.random({ depth }, 20);
      expect(uniform).toBe(false);
      expect(new Set(states).size).toBe(Math.min(20, board.distribution.histogram[depth]));
      for (const state of states) expect(board.distance(state).distance).toBe(depth);
    }
    expect((await board.antipodes(10)).states).toEqual([]);
  });

  test('are found on a map where moves reach only a few of the ranks', async () => {
    const map = await served(await folder.board('..#/..#/...', { name: 'reached' }), { limits: NOTHING });
    const { histogram, maxDepth } = map.distribution;
    let [found, wanted] = [0, 0];
    for (let depth = 0; depth <= maxDepth; depth++) {
      found += (await map.random({ depth }, 20)).states.length;
      wanted += Math.min(20, histogram[depth]);
    }
    expect(found).toBeGreaterThan(0.98 * wanted);
  });

  test.runIf(FULL)('leave time for other requests while many walk at the same time', async () => {
    const board = await served(path, { limits: NOTHING });
    const samples = Promise.all(Array.from({ length: 60 }, () => board.random({ depth: 20 }, 20)));
    const gaps = await gapsUntil(samples);
    for (const { states } of await samples) expect(states.length).toBe(20);
    expect(gaps[Math.floor(0.9 * gaps.length)]).toBeLessThan(50);
  });

  test('are found by walks from the antipodes of the result beside the table, after checking each', async () => {
    const table = await folder.board('3x3', { name: 'with-result' });
    const antipodes = ['8 6 7 2 5 4 3 x 1', '6 4 7 8 5 x 3 2 1'];
    const claimed = [
      antipodes[0],
      '1 2 3 4 5 6 7 8 x',
      'no position',
      7,
      '2 1 3 4 5 6 7 8 x',
      antipodes[0],
      antipodes[1],
    ];
    writeFileSync(table.replace(/table$/, 'json'), JSON.stringify({ space: '3x3', antipodes: claimed }));
    const board = await served(table, { limits: NOTHING });
    expect((await board.antipodes(10)).states).toEqual(antipodes);
    expect((await board.antipodes(1)).states).toEqual(antipodes.slice(0, 1));
    const { states } = await board.random({ depth: 31 }, 10);
    expect([...states].sort()).toEqual([...antipodes].sort());
    expect((await board.random({ depth: 30 }, 10)).states.length).toBeGreaterThan(1);
  });

  test.each(['{"antipodes": [', '[]', 'null', '{"antipodes": "none"}'])(
    'a file beside it that is no result, %s, is as good as none',
    async (text) => {
      const table = await folder.board('2x3', { name: 'no-result' });
      writeFileSync(table.replace(/table$/, 'json'), text);
      expect((await (await served(table, { limits: NOTHING })).antipodes(10)).states).toEqual([]);
    },
  );
});
