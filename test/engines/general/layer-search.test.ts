import { describe, expect, test } from 'vitest';
import { MemoryError, sharedArray } from '#src/base/memory.js';
import { distinctStarts } from '#src/engines/batched-run.js';
import { FROM_CODES, FROM_LIST, FROM_REST, Plan, plannedSpace } from '#src/engines/general/frontier.js';
import { LayerSearch } from '#src/engines/general/layers.js';
import { newSearch, plant } from '#src/engines/general/shared-search.js';
import { openNumberedSpace } from '#src/spaces/open-space.js';
import { plainSpaceSearch } from '../../plain-space-search.js';
import { fixtureSpace } from '../../spaces.js';
import { rows } from '../../suite.js';

/** Finds all layers by the given methods in turn. */
async function layersBy(name: string, ways: readonly number[], table = true) {
  const space = await openNumberedSpace(fixtureSpace(name));
  const starts = distinctStarts(space.starts);
  const planned = plannedSpace(space);
  const search = newSearch(space, table, 0, 1);
  plant(search, starts, planned);
  const plan = new Plan(search.plan);
  const layers = new LayerSearch(space, search, { most: 3 });
  const histogram = [starts.length];
  for (let turn = 0; ; turn++) {
    const way = ways[turn % ways.length];
    // A list that has overflowed is useless.
    plan.numbers[0] = way === FROM_LIST && !plan.isListed(planned.capacity) ? FROM_CODES : way;
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
  test.each(rows(ways, [3, 4]))('%s', async (_, ways) => {
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

describe('the next layer is planned', () => {
  const space = { size: 1_000_000, reversible: true, moves: 8, capacity: 16_384 };
  const wayAfter = (layers: readonly number[], listed: boolean, reversible = true) => {
    const plan = new Plan();
    for (const fresh of layers) plan.next(fresh, listed ? fresh : Number.MAX_SAFE_INTEGER, { ...space, reversible });
    return plan.way;
  };

  test('from a list if there is one, else from the codes', () => {
    expect(wayAfter([1, 8, 60], true)).toBe(FROM_LIST);
    expect(wayAfter([1, 8, 60, 30_000], false)).toBe(FROM_CODES);
  });

  test('from the unreached states if they are fewer than the frontier, and moves can be undone', () => {
    expect(wayAfter([1, 300_000, 500_000], false)).toBe(FROM_REST);
    expect(wayAfter([1, 300_000, 500_000], false, false)).toBe(FROM_CODES);
  });

  test('from a short list even if few states are left, because finding those means scanning all codes', () => {
    expect(wayAfter([999_000, 100], true)).toBe(FROM_LIST);
  });
});

describe('memory of a search is refused', () => {
  test('if the machine cannot allocate such arrays, with their size', () => {
    expect(() => sharedArray(Uint8Array, 2 ** 52)).toThrow(MemoryError);
    expect(() => sharedArray(Uint8Array, 2 ** 52)).toThrow(/^the operating system refused an array of 4\.50 PB: /);
  });

  // Their words could not be addressed. Nothing is allocated.
  test('if there are more states than code numbers', () => {
    const search = (size: number, reversible: boolean) => () => newSearch({ size, reversible }, true, 0, 1);
    expect(search(2 ** 36 + 1, true)).toThrow(
      new MemoryError(
        'the general method takes at most 68,719,476,736 states of 2 bits, but this space has 68,719,476,737',
      ),
    );
    expect(search(2 ** 34 + 1, false)).toThrow('at most 17,179,869,184 states of 8 bits');
  });
});
