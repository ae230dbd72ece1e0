import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { MemoryError } from '#src/base/memory.js';
import { WorkerError } from '#src/base/worker-pool.js';
import type { ExploreEvent } from '#src/runs/exploration/exploration.js';
import { explore } from '#src/runs/explore.js';
import { requirementsOf } from '#src/runs/requirements.js';
import { SpaceError } from '#src/space/definition.js';
import type { SpaceSource } from '#src/space/space.js';
import { openNumberedSpace } from '#src/spaces/open-space.js';
import { Table } from '#src/table/table.js';
import { plainSpaceSearch } from '../../plain-space-search.js';
import { fixtureSpace, ModuleFolder } from '../../spaces.js';
import { count, FULL, rows } from '../../suite.js';

const modules = new ModuleFolder();
afterAll(() => modules.remove());

describe('an exploration of a space', () => {
  test('gives the number of states of each distance, the antipodes and the starts, and reports each layer', async () => {
    const events: ExploreEvent[] = [];
    const onEvent = (event: ExploreEvent) => events.push(event);
    const found = await explore({ space: fixtureSpace('knight'), threads: 2, onEvent });
    // Found by the plain search.
    const { histogram } = plainSpaceSearch(await openNumberedSpace(fixtureSpace('knight')));
    expect(found).toMatchObject({
      name: 'knight',
      metric: null,
      size: 64,
      states: 64,
      notReached: 0,
      starts: ['a1'],
      histogram,
      maxDepth: 6,
      antipodes: ['h8'],
      antipodeCount: 1,
      // There is no work for a second thread.
      threads: 1,
    });
    expect(found.bytes).toBe(requirementsOf(await openNumberedSpace(fixtureSpace('knight'))).bytes);
    expect(events[0]).toEqual({ type: 'start', states: 64, bytes: found.bytes, threads: 1 });
    expect(events.slice(1).map((event) => event.type === 'layer' && event.fresh)).toEqual(histogram);
    expect(events.at(-1)).toMatchObject({ depth: 6, found: 64, states: 64 });
  });

  test.each(rows(['one-way', 'one-way-back'], [1]))('of %s keeps two bits per state without a table', async (name) => {
    const [found, without] = await Promise.all(
      [true, false].map((table) => explore({ space: fixtureSpace(name), threads: 2, table })),
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
      const { table, maxDepth, antipodes } = await explore({ space: source, threads: 2 });
      const expected = { encoding, maxDepth: length - 1, antipodes: [`r${length - 1}`] };
      expect({ encoding: table?.encoding, maxDepth, antipodes }).toEqual(expected);
    }
  });

  test('begins from another start on request, even in a class', async () => {
    const space = { ...fixtureSpace('one-way'), start: 's11' };
    const found = await explore({ space, threads: 1 });
    expect(found).toMatchObject({ name: 'one-way-from-s11', starts: ['s11'], source: space });
    const { histogram } = plainSpaceSearch({ ...(await openNumberedSpace(space)), size: 60_000 });
    expect(found.histogram).toEqual(histogram);
  });

  test('of a single state, and from every state, ends immediately', async () => {
    const still = 'neighbours(state, next) { next.fill(-1); }';
    expect(await explore({ space: modules.ring(`size: 1, ${still}`), threads: 2 })).toMatchObject({
      histogram: [1],
      antipodes: ['r0'],
      maxDepth: 0,
    });
    expect(
      await explore({
        space: modules.ring('starts: Array.from({ length: 1000 }, (_, s) => 999 - s)'),
        threads: 2,
      }),
    ).toMatchObject({
      histogram: [1000],
      antipodeCount: 1000,
      antipodes: Array.from({ length: 20 }, (_, s) => `r${s}`),
    });
    expect(await explore({ space: modules.ring(`starts: [5, 5], ${still}`), threads: 2 })).toMatchObject({
      histogram: [1],
      notReached: 999,
    });
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
        const found = await explore({ space: source, threads: 2 });
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
  const exploring = (space: SpaceSource) => explore({ space, threads: 2 });

  test('if it leaves its range', async () => {
    await expect(exploring(wide('if (state === 77_777) next[1] = 3e5;'))).rejects.toThrow(
      new SpaceError(
        'the space ring contradicts its interface, neighbours of state r77777 (number 77777): move double leads to 300000, expected a state from 0 to 299999, or -1 if it cannot be made',
      ),
    );
    for (const wrong of FULL ? [-2, 1.5, Number.POSITIVE_INFINITY] : []) {
      await expect(exploring(wide(`if (state === 77_777) next[1] = ${wrong};`))).rejects.toThrow(
        `r77777 (number 77777): move double leads to ${wrong}, expected`,
      );
    }
  });

  test('if it throws, and the error names the move', async () => {
    await expect(exploring(wide('if (state === 77_777) throw new TypeError("not\\nhere");'))).rejects.toThrow(
      new SpaceError(
        'the space ring contradicts its interface, neighbours of state r77777 (number 77777) fails at move on: not·here',
      ),
    );
  });

  test('if it omits a move', async () => {
    await expect(exploring(wide('if (state === 77_777) return;'))).rejects.toThrow(
      'neighbours of state r77777 (number 77777): move on gives no number, expected a state',
    );
  });

  test('if it ends its thread', async () => {
    const failure = exploring(wide('if (state === 77_777) process.exit(0);'));
    await expect(failure).rejects.toThrow(WorkerError);
    await expect(failure).rejects.toThrow('a worker thread failed in the middle of a layer, so there is no result');
  });

  test('and if it never returns, the signal ends it', async () => {
    const signal = AbortSignal.timeout(500);
    const forever = explore({ space: wide('while (state === 77_777);'), threads: 2, signal });
    await expect(forever).rejects.toThrow('aborted due to timeout');
    const loading = explore({
      space: modules.write('for (;;);'),
      threads: 1,
      signal: AbortSignal.timeout(300),
    });
    await expect(loading).rejects.toThrow('aborted due to timeout');
  });
});

describe('an exploration of a space is refused', () => {
  test('if options are wrong', async () => {
    const space = fixtureSpace('knight');
    await expect(explore({ space, threads: 0 })).rejects.toThrow('threads must be a whole number from 1 to 256');
    await expect(explore({ space, antipodes: 1.5 })).rejects.toThrow(
      "antipodes must be 'all' or a whole number from 0 to 1000000, found 1.5",
    );
    await expect(explore({ space: { ...space, start: 'zz' } })).rejects.toThrow(
      "'zz' is not a state of knight on 64 squares",
    );
  });

  test('if it does not fit into memory, before anything is allocated', async () => {
    const huge = explore({ space: modules.ring('size: 2 ** 45, neighbours: (state, next) => next.fill(-1)') });
    await expect(huge).rejects.toThrow(MemoryError);
    await expect(huge).rejects.toThrow(/needs 1\d\.\d TB of memory for its codes and lists/);
  });
});

describe('memory', () => {
  test('is about three bits per state, and eight for tables if moves cannot be undone', () => {
    const size = 1e9;
    const bits = (reversible: boolean, table: boolean) =>
      (8 * requirementsOf({ size, reversible }, { table }).bytes) / size;
    expect(bits(true, true)).toBeCloseTo(3.25, 2);
    expect(bits(true, false)).toBeCloseTo(3.25, 2);
    expect(bits(false, false)).toBeCloseTo(3.25, 2);
    expect(bits(false, true)).toBeCloseTo(8.25, 2);
  });
});
