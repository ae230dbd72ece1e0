import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { MemoryError } from '#src/base/memory.js';
import { WorkerError } from '#src/base/worker-pool.js';
import { distinctStarts } from '#src/engines/batched-run.js';
import { FROM_CODES, FROM_LIST, FROM_REST, Plan } from '#src/engines/general/frontier.js';
import { LayerSearch } from '#src/engines/general/layers.js';
import { newSearch, seedSearch } from '#src/engines/general/shared-search.js';
import { explore } from '#src/runs/explore.js';
import { SpaceError } from '#src/space/definition.js';
import type { SpaceSource } from '#src/space/space.js';
import { openNumberedSpace } from '#src/spaces/open-space.js';
import { Table } from '#src/table/table.js';
import { plainSpaceSearch } from '../plain-space-search.js';
import { fixtureSpace, ModuleFolder } from '../spaces.js';
import { count, FULL, rows } from '../suite.js';

const modules = new ModuleFolder();
afterAll(() => modules.remove());

describe('an exploration of a space', () => {
  test.each(rows(['one-way', 'one-way-back'], [1]))('of %s keeps two bits per state without a table', async (name) => {
    const [found, without] = await Promise.all(
      [true, false].map((table) => explore({ space: fixtureSpace(name), threads: 1, table })),
    );
    expect(found).toMatchObject({ metric: 'step', starts: ['s3', 's50000'] });
    expect(found.table?.encoding).toBe('depth8');
    expect(without.histogram).toEqual(found.histogram);
    expect(without.table).toBeNull();
    expect(without.antipodes).toEqual(found.antipodes);
  });

  test.runIf(FULL)('widens whole depths if they become too great', async () => {
    const source = fixtureSpace('one-way-path');
    const { table, histogram, notReached, antipodes } = await explore({ space: source, threads: 2 });
    expect(histogram).toEqual(new Array(65_990).fill(1));
    expect({ notReached, antipodes }).toEqual({ notReached: 10, antipodes: ['p65989'] });
    expect(table?.encoding).toBe('depth32');
    if (table === null) throw new Error('no table');
    using asked = await Table.of(table);
    for (const state of [0, 1, 253, 254, 255, 256, 65_534, 65_535, 65_536, 65_989]) {
      expect(asked.distance(state)).toBe(state);
    }
    expect(asked.distance(65_990)).toBeNull();
  });

  test('uses two bytes if the layer after the last would not fit into one, and still gives the antipodes', async () => {
    for (const [length, encoding] of [
      [254, 'depth8'],
      [255, 'depth16'],
    ] as const) {
      const source = modules.ring(`size: ${length}, reversible: false,
        neighbours(state, next) { next[0] = -1; next[1] = state < ${length - 1} ? state + 1 : -1; }`);
      const { table, maxDepth, antipodes } = await explore({ space: source, threads: 1 });
      const expected = { encoding, maxDepth: length - 1, antipodes: [`r${length - 1}`] };
      expect({ encoding: table?.encoding, maxDepth, antipodes }).toEqual(expected);
    }
  });

  test('begins from another start on request, even in a class', async () => {
    const space = { ...fixtureSpace('one-way'), start: 's11' };
    const found = await explore({ space, threads: 1 });
    expect(found).toMatchObject({ name: 'one-way-from-s11', starts: ['s11'], source: space });
    expect(found.histogram).toEqual(plainSpaceSearch(await openNumberedSpace(space)).histogram);
  });

  test('of a single state, and from every state, ends immediately', async () => {
    const still = 'neighbours(state, next) { next.fill(-1); }';
    const all = Array.from({ length: 1000 }, (_, state) => `r${state}`);
    for (const [body, expected] of [
      [`size: 1, ${still}`, { histogram: [1], antipodes: ['r0'], maxDepth: 0 }],
      ['starts: Array.from({ length: 1000 }, (_, s) => 999 - s)', { histogram: [1000], antipodes: all.slice(0, 20) }],
      [`starts: [5, 5], ${still}`, { histogram: [1], notReached: 999 }],
    ] as const) {
      expect(await explore({ space: modules.ring(body), threads: 1 })).toMatchObject(expected);
    }
  });

  // 1.9 GB of addresses, of which only some kilobytes are touched.
  test.skipIf(!FULL || process.availableMemory() < 4e9)('numbers more than 2^32 states', async () => {
    const size = 2 ** 32 + 1000;
    // A ring of 997 states far from each other.
    const source = modules.ring(`size: ${size}, starts: [0], moves: ['on', 'back'],
      neighbours(state, next) {
        const step = ${Math.floor(size / 997)};
        const place = state / step;
        const onRing = Number.isInteger(place) && place < 997;
        next[0] = onRing ? ((place + 1) % 997) * step : -1;
        next[1] = onRing ? ((place + 996) % 997) * step : -1;
      }`);
    const { histogram, table, notReached } = await explore({ space: source, threads: 2 });
    expect(histogram).toEqual([1, ...new Array(498).fill(2)]);
    expect(notReached).toBe(size - 997);
    if (table === null) throw new Error('no table');
    using asked = await Table.of(table);
    const last = Math.floor(size / 997) * 996;
    expect(last).toBeGreaterThan(2 ** 32 - 2 ** 23);
    expect([last, 300 * Math.floor(size / 997), last + 1].map((state) => asked.distance(state))).toEqual([
      1,
      300,
      null,
    ]);
  });

  test('of any undirected graph matches a plain search', async () => {
    const graphs = fc
      .integer({ min: 1, max: 60 })
      .chain((size) =>
        fc.tuple(
          fc.constant(size),
          fc.array(fc.tuple(fc.nat(size - 1), fc.nat(size - 1)), { maxLength: 120 }),
          fc.uniqueArray(fc.nat(size - 1), { minLength: 1, maxLength: 3 }),
        ),
      );
    await fc.assert(
      fc.asyncProperty(graphs, async ([size, edges, starts]) => {
        const lists = Array.from({ length: size }, () => new Set<number>());
        for (const [a, b] of edges) {
          lists[a].add(b);
          lists[b].add(a);
        }
        const degree = Math.max(1, ...lists.map((list) => list.size));
        const rows = lists.map((list) => [...list, ...new Array(degree - list.size).fill(-1)]);
        const source = modules.ring(`size: ${size}, starts: ${JSON.stringify(starts)},
          moves: Array.from({ length: ${degree} }, (_, move) => 'm' + move),
          neighbours(state, next) { next.set(${JSON.stringify(rows)}[state]); }`);
        const { histogram, depths } = plainSpaceSearch(await openNumberedSpace(source));
        const found = await explore({ space: source, threads: count(1, 2) });
        expect(found.histogram).toEqual(histogram);
        if (found.table === null) throw new Error('no table');
        using table = await Table.of(found.table);
        for (const [state, depth] of depths.entries()) expect(table.distance(state) ?? -1).toBe(depth);
      }),
      { numRuns: count(2, 15) },
    );
  });
});

/** A state far from all that are checked beforehand, in a layer in which both workers are busy. */
const WIDE = `size: 3e5, reversible: false, moves: ['zero', 'double', 'on'],`;
const wide = (at: string) =>
  modules.ring(`${WIDE} neighbours(state, next) {
    next[0] = 0;
    next[1] = (2 * state) % 3e5;
    ${at}
    next[2] = (2 * state + 1) % 3e5;
  }`);

describe('a space that fails in the middle of a layer ends the exploration', () => {
  const exploring = (space: SpaceSource) => explore({ space, threads: count(1, 2) });
  const found = 'the space ring contradicts its interface, neighbours of state r77777 (number 77777)';
  const leaves = (to: string) => `${found}: move double leads to ${to}, expected a state from 0 to 299999, or -1`;

  test.each(
    rows(
      [
        ['leaves its range', 'next[1] = 3e5;', leaves('300000')],
        ['gives a negative number', 'next[1] = -2;', leaves('-2')],
        ['gives a fraction', 'next[1] = 1.5;', leaves('1.5')],
        ['gives infinity', 'next[1] = 1 / 0;', leaves('Infinity')],
        ['throws', 'throw new TypeError("not\\nhere");', `${found} fails at move on: not·here`],
        ['omits a move', 'return;', `${found}: move on gives no number, expected a state`],
      ],
      [0, 4],
    ),
  )('if it %s', async (_, wrong, message) => {
    const failure = exploring(wide(`if (state === 77_777) ${wrong}`));
    await expect(failure).rejects.toThrow(message);
    await expect(failure).rejects.toThrow(SpaceError);
  });

  test('if it ends its thread', async () => {
    const failure = exploring(wide('if (state === 77_777) process.exit(0);'));
    await expect(failure).rejects.toThrow(WorkerError);
    await expect(failure).rejects.toThrow('a worker thread failed in the middle of a layer, so there is no result');
  });

  test('and if it never returns, the signal ends it', async () => {
    const forever = explore({
      space: wide('while (state === 77_777);'),
      threads: 2,
      signal: AbortSignal.timeout(500),
    });
    await expect(forever).rejects.toThrow('aborted due to timeout');
    const loading = explore({ space: modules.write('for (;;);'), threads: 1, signal: AbortSignal.timeout(300) });
    await expect(loading).rejects.toThrow('aborted due to timeout');
  });
});

/** Finds all layers by the given methods in turn. */
async function layersBy(name: string, ways: readonly number[], table = true) {
  const space = await openNumberedSpace(fixtureSpace(name));
  const starts = distinctStarts(space.starts);
  const search = newSearch(space, table, 0, 1);
  seedSearch(search, starts, space);
  const plan = new Plan(search.plan);
  const layers = new LayerSearch(space, search, { most: 3 });
  const histogram = [starts.length];
  for (let turn = 0; ; turn++) {
    const way = ways[turn % ways.length];
    // A list that has overflowed is useless.
    plan.numbers[0] = way === FROM_LIST && !plan.isListed(space.size) ? FROM_CODES : way;
    const depth = histogram.length;
    const count = { states: 0, active: 0 };
    layers.observer.begin(depth);
    layers.find(0, layers.begin(depth, true), depth, count);
    layers.end();
    if (count.states === 0) return { space, histogram, search, first: layers.observer.observed() };
    histogram.push(count.states);
    layers.complete(count.states);
  }
}

describe('a layer is the same when found', () => {
  const ways = [
    ['from lists', [FROM_LIST]],
    ['from the codes', [FROM_CODES]],
    ['from the unreached states', [FROM_REST]],
    ['by each method in turn', [FROM_CODES, FROM_REST, FROM_LIST]],
    ['by each method in another order', [FROM_LIST, FROM_REST, FROM_REST, FROM_CODES, FROM_CODES]],
  ] as const;
  test.each(rows(ways, [4]))('%s', async (_, ways) => {
    const { space, histogram, search, first } = await layersBy('pairings', ways);
    const referee = plainSpaceSearch(space);
    expect(histogram).toEqual(referee.histogram);
    const deepest = [...referee.depths.keys()].filter((state) => referee.depths[state] === histogram.length - 1);
    expect(first).toEqual([{ depth: histogram.length - 1, observed: deepest.slice(0, 3) }]);
    for (const [state, depth] of referee.depths.entries()) {
      const code = (search.words[state >> 4] >>> (2 * (state & 15))) & 3;
      if (code !== (depth < 0 ? 0 : 1 + (depth % 3))) throw new Error(`state ${state}: code ${code}, depth ${depth}`);
    }
  });

  test.each([
    ['with whole depths', true],
    ['with two bits', false],
  ])('from lists and from codes if moves cannot be undone, %s', async (_, table) => {
    for (const ways of rows([[FROM_LIST], [FROM_CODES], [FROM_CODES, FROM_CODES, FROM_LIST]], [2])) {
      const { space, histogram } = await layersBy('one-way', ways, table);
      expect(histogram).toEqual(plainSpaceSearch(space).histogram);
    }
  });
});

test.each([
  ['a list if there is one', [1, 8, 60], true, true, FROM_LIST],
  ['the codes if there is no list', [1, 8, 60, 30_000], false, true, FROM_CODES],
  ['the unreached states if they are fewer than the frontier', [1, 300_000, 500_000], false, true, FROM_REST],
  ['the codes if moves cannot be undone', [1, 300_000, 500_000], false, false, FROM_CODES],
  // Finding the few states that are left means scanning all codes.
  ['a short list even if few states are left', [999_000, 100], true, true, FROM_LIST],
])('the next layer is found from %s', (_, layers, listed, reversible, way) => {
  const plan = new Plan();
  const space = { size: 1_000_000, reversible, moves: [...'abcdefgh'] };
  for (const fresh of layers) plan.next(fresh, listed ? fresh : Number.MAX_SAFE_INTEGER, space);
  expect(plan.way).toBe(way);
});

// Their words could not be addressed. Nothing is allocated.
test('a search is refused if there are more states than code numbers', () => {
  const search = (size: number, reversible: boolean) => () => newSearch({ size, reversible }, true, 0, 1);
  expect(search(2 ** 36 + 1, true)).toThrow(
    new MemoryError(
      'the general method takes at most 68,719,476,736 states of 2 bits, but this space has 68,719,476,737',
    ),
  );
  expect(search(2 ** 34 + 1, false)).toThrow('at most 17,179,869,184 states of 8 bits');
});
