/** All antipodes, even if there are more than a run keeps of each layer. */

import { afterAll, describe, expect, test } from 'vitest';
import { exploreAllGoals } from '#src/runs/all-goals.js';
import { withAllAntipodes } from '#src/runs/exploration/exploration.js';
import { explore } from '#src/runs/explore.js';
import { fixtureSpace, ModuleFolder } from '../spaces.js';
import { count, FULL, rows } from '../suite.js';

const modules = new ModuleFolder();
afterAll(() => modules.remove());

/** Returns a binary tree, whose leaves are the antipodes. @param depth of the leaves */
function tree(depth: number) {
  return modules.write(`const size = 2 ** ${depth + 1} - 1;
export default {
  name: 'tree', size, starts: [0], moves: ['up', 'left', 'right'], reversible: true,
  neighbours(state, next) {
    next[0] = state === 0 ? -1 : (state - 1) >> 1;
    next[1] = 2 * state + 1 < size ? 2 * state + 1 : -1;
    next[2] = 2 * state + 2 < size ? 2 * state + 2 : -1;
  },
  format: String,
  parse: Number,
};
`);
}

describe("the antipodes, if 'all' are requested,", () => {
  test('are complete and ordered by number, even if there are more than a run keeps of a layer', async () => {
    const depth = count(14, 17);
    for (const threads of rows([1, 2], [1])) {
      const { antipodes, antipodeCount } = await explore({ space: tree(depth), antipodes: 'all', threads });
      expect(antipodeCount).toBe(2 ** depth);
      expect(antipodes).toEqual(Array.from({ length: 2 ** depth }, (_, leaf) => String(2 ** depth - 1 + leaf)));
    }
  });

  test.each(
    rows(
      [
        ['3x3', { goal: '1 2 3 4 x 5 6 7 8' }, 148],
        ['2x4', { metric: 'multi' }, undefined],
        ['..#/.../#..', {}, undefined],
        ['pancake:6', {}, undefined],
      ] as const,
      [3],
    ),
  )('of %s %j are the beginning of a longer list', async (space, options, expected) => {
    const all = await explore({ space, ...options, antipodes: 'all' });
    expect(all.antipodes).toHaveLength(expected ?? all.antipodeCount);
    const listed = await explore({ space, ...options, antipodes: 10_000 });
    expect(all.antipodes).toEqual(listed.antipodes);
  });

  // A run keeps 10,000 states of a layer, and hardly any board has that many antipodes. So the test treats them as not kept.
  test.each(
    rows(
      [
        ['a board', { space: '3x3', goal: '1 2 3 4 x 5 6 7 8' }],
        ['a board in the metric multi', { space: '2x4', metric: 'multi' }],
        ['a board by the general engine', { space: '2x4', engine: 'general' }],
        ['a puzzle', { space: 'burnt-pancake:5' }],
        ['a module with directed moves', { space: fixtureSpace('one-way') }],
      ] as const,
      [1, 3],
    ),
  )('of %s are found by enumerating it again', async (_, options) => {
    const exploration = await explore({ ...options, antipodes: 10_000 });
    const completed = await withAllAntipodes({ ...exploration, antipodes: [] }, { antipodes: 10_000 });
    expect(completed).toEqual(exploration);
    const some = await withAllAntipodes({ ...exploration, antipodes: [] }, { antipodes: 1 });
    expect(some.antipodes).toHaveLength(1);
  });

  test('are the kept ones if the second enumeration is stopped', async () => {
    const exploration = await explore({ space: tree(14), antipodes: 10_000, threads: 1 });
    const completed = await withAllAntipodes(exploration, { antipodes: 1_000_000 }, AbortSignal.abort());
    expect([completed.antipodeCount, completed.antipodes.length]).toEqual([2 ** 14, 10_000]);
  });

  test('are listed for each of all goals', async () => {
    const { goals } = await exploreAllGoals({ board: FULL ? '3x3' : '2x4', antipodes: 'all' });
    for (const { antipodes, antipodeCount } of goals) expect(antipodes).toHaveLength(antipodeCount);
  });
});
