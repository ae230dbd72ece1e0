import { afterAll, describe, expect, test } from 'vitest';
import { InputError } from '#src/base/text.js';
import { search } from '#src/search/search.js';
import type { SamplingOptions } from '#src/serve/layer-samples.js';
import { sampleTable } from '#src/serve/layer-survey.js';
import { runSearch } from '#src/serve/run-search.js';
import { ServedTable } from '#src/serve/served-table.js';
import type { SpaceSource } from '#src/space/space.js';
import { SeededRandom } from '#src/spaces/board/random.js';
import { Table } from '#src/table/table.js';
import { publishedHistogram } from '../spaces/puzzles/published.js';
import { fixtureSpace, ModuleFolder } from '../spaces.js';
import { count, rows } from '../suite.js';
import { chiSquare, chiSquareBound } from './chi-square.js';
import { TableFolder } from './tables.js';

const folder = new TableFolder();
const modules = new ModuleFolder();
afterAll(() => {
  folder.remove();
  modules.remove();
});

const pancake = (n: number): SpaceSource => ({ kind: 'known', space: `pancake:${n}` });
const NOTHING = { states: 0, bytes: 0 };

async function served(path: string, options: SamplingOptions = {}): Promise<ServedTable> {
  return new ServedTable('id', await Table.open(path), { path, random: new SeededRandom(1), ...options });
}

describe('a space is served', () => {
  test('with its facts', async () => {
    const { facts, distribution } = await served(await folder.space(pancake(7), 'pancake-7'));
    expect(facts).toEqual({
      id: 'id',
      name: 'pancake:7',
      metric: null,
      board: null,
      directed: false,
      goal: '1 2 3 4 5 6 7',
      goals: 1,
      states: 5040,
      maxDepth: 8,
      hasTable: true,
      moves: ['2', '3', '4', '5', '6', '7'],
      face: { kind: 'pancakes', burnt: false, moves: expect.any(Array) },
      searches: [
        { algorithm: 'bfs', heuristics: [] },
        { algorithm: 'bidirectional', heuristics: [] },
        { algorithm: 'astar', heuristics: ['gap'] },
        { algorithm: 'idastar', heuristics: ['gap'] },
      ],
    });
    expect(distribution.histogram).toEqual(publishedHistogram('pancake:7'));
  });

  test('with its own heuristic', async () => {
    const space = await served(await folder.space(pancake(7), 'pancake-7'));
    const tasks = space.searchesFrom('5 1 3 2 4 7 6');
    expect(tasks.map(({ heuristic }) => heuristic)).toEqual([null, null, 'gap', 'gap']);
    for (const task of tasks)
      expect(await runSearch(task, () => {})).toMatchObject({ distance: space.distance('5 1 3 2 4 7 6').distance });
  });

  test.each(
    rows(
      [
        ['knight', ['bfs', 'bidirectional'], false],
        ['one-way', ['bfs'], true],
        // It gives predecessors.
        ['one-way-back', ['bfs', 'bidirectional'], true],
      ] as const,
      [0, 2],
    ),
  )('with the paths and searches that its moves allow: %s', async (name, searches, directed) => {
    const path = await folder.space(fixtureSpace(name), name);
    const space = await served(path);
    const { space: states } = await Table.open(path);
    const offered = searches.map((algorithm) => ({ algorithm, heuristics: [] }));
    expect(space.facts).toMatchObject({ searches: offered, directed, goals: states.starts.length });
    for (let number = 1; number < states.size; number += Math.ceil(states.size / 20)) {
      const state = states.format(number);
      const { distance } = space.distance(state);
      const { from, steps, distance: length } = space.solution(state);
      expect(length).toBe(distance);
      let at = from;
      for (const step of steps ?? []) {
        expect(space.distance(at).moves).toContainEqual({ ...step, distance: space.distance(step.state).distance });
        at = step.state;
      }
      const starts = states.starts.map((start) => states.format(start));
      if (distance === null) {
        expect([steps, from]).toEqual([null, directed ? starts[0] : state]);
      } else {
        expect(directed ? [state] : starts).toContain(at);
        expect(directed ? starts : [state]).toContain(from);
      }
      for (const { algorithm, source, question } of space.searchesFrom(state)) {
        const found = await search(source, question, { algorithm });
        expect(found.distance).toBe(distance);
      }
    }
    expect(() => space.distance('nothing')).toThrow(InputError);
    expect(() => space.searchesFrom('nothing')).toThrow(InputError);
  });
});

test('paths are refused if they would take a visit to all states of a large space', async () => {
  const source = modules.write(`export default {
    name: 'tree', size: 1_000_001, starts: [0], moves: ['left', 'right'], reversible: false,
    neighbours(state, next) { for (const side of [1, 2]) next[side - 1] = 2 * state + side < 1_000_001 ? 2 * state + side : -1; },
    format: (state) => 't' + state,
    parse: (text) => Number(text.slice(1)),
  };`);
  const space = await served(await folder.space(source, 'tree'));
  expect(space.distance('t6').distance).toBe(2);
  expect(() => space.solution('t6')).toThrow(InputError);
  expect(() => space.solution('t6')).toThrow(
    'it gives no predecessors, and it has more than 1,000,000 states; use antipode solve',
  );
});

describe('states of a depth, of a space that is enumerated again', () => {
  test.each(
    rows(
      [
        ['pancake:8', pancake(8)],
        ['knight', fixtureSpace('knight')],
        ['one-way', fixtureSpace('one-way')],
      ] as const,
      [1, 2],
    ),
  )('%s', async (name, source) => {
    const space = await served(await folder.space(source, `sampled-${name.replace(':', '-')}`));
    const { histogram, maxDepth } = space.distribution;
    for (const depth of new Set([0, 1, 3, Math.floor(maxDepth / 2), maxDepth])) {
      const { states, uniform } = await space.random({ depth }, 50);
      expect(uniform).toBe(true);
      expect(new Set(states).size).toBe(Math.min(50, histogram[depth]));
      for (const state of states) expect(space.distance(state).distance).toBe(depth);
    }
    const antipodes = (await space.antipodes(1000)).states;
    expect(antipodes.length).toBe(Math.min(1000, histogram[maxDepth]));
    for (const state of antipodes.slice(0, 50)) expect(space.distance(state).distance).toBe(maxDepth);
    await expect(space.random({ depth: maxDepth + 1 }, 1)).rejects.toThrow(InputError);
  });

  test('are kept with equal probability', async () => {
    const path = await folder.space(pancake(6), 'pancake-6');
    const histogram = publishedHistogram('pancake:6');
    const depth = 5;
    const SEEDS = count(30, 100);
    const times = new Map<number, number>();
    for (let seed = 0; seed < SEEDS; seed++) {
      const { states, ends, antipodes } = await sampleTable({
        kind: 'table',
        path,
        histogram,
        threads: 1,
        seed,
        perLayer: 30,
        antipodes: 1,
      });
      expect([...ends]).toEqual(
        histogram.map((_, at) => histogram.slice(0, at + 1).reduce((sum, n) => sum + Math.min(30, n), 0)),
      );
      expect(antipodes.length).toBe(1);
      for (const state of states.subarray(ends[depth - 1], ends[depth])) times.set(state, (times.get(state) ?? 0) + 1);
    }
    const counts = Array.from({ length: histogram[depth] }, (_, index) => [...times.values()][index] ?? 0);
    expect(counts.length).toBeGreaterThan(100);
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
});

describe('states of a depth, of a space that is too large to enumerate again, are found by walks', () => {
  test.each([
    ['where moves can be undone', pancake(7), [0, 1, 4, 7], 20],
    ['if the space has predecessors', fixtureSpace('one-way-back'), [1, 3, 6], 5],
  ] as const)('%s', async (name, source, depths, count) => {
    const space = await served(await folder.space(source, `walked-${name.length}`), { limits: NOTHING });
    for (const depth of depths) {
      const { states, uniform } = await space.random({ depth }, count);
      expect(uniform).toBe(false);
      expect(new Set(states).size).toBe(Math.min(count, space.distribution.histogram[depth]));
      for (const state of states) expect(space.distance(state).distance).toBe(depth);
    }
  });

  test('forwards from the starts, if it gives no predecessors', async () => {
    const space = await served(await folder.space(fixtureSpace('one-way'), 'forwards'), { limits: NOTHING });
    const { histogram } = space.distribution;
    for (const depth of [0, 1, 5]) {
      const { states } = await space.random({ depth }, 5);
      expect(states.length).toBe(Math.min(5, histogram[depth]));
      for (const state of states) expect(space.distance(state).distance).toBe(depth);
    }
  });
});
