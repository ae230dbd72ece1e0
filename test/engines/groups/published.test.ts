import { describe, expect, test } from 'vitest';
import { explore } from '#src/runs/explore.js';
import { published } from '../../spaces/puzzles/space-checks.js';
import { count } from '../../suite.js';

/** Puzzles whose states do not follow from permutations of their pieces. */
const NO_GROUPS = /^(\d+x\d+|hanoi:.*)$/;

describe('the engine of permutation puzzles finds the distributions of the reference', () => {
  const puzzles = published
    .filter(({ space, states }) => !NO_GROUPS.test(space) && states < count(4e7, 1e9))
    .map((entry) => ({ ...entry, name: [entry.space, entry.metric].filter(Boolean).join(', ') }));

  // Moonspinner and pancake:13 take gigabytes: `npm run bench -- --large` compares them.
  test.each(puzzles)('$name ($source)', async ({ space, metric, states, maxDepth, histogram }) => {
    const source = { kind: 'known', space, ...(metric !== undefined && { metric }) } as const;
    const found = await explore({ space: source, threads: 2, table: false, antipodes: 0 });
    expect(found.histogram).toEqual(histogram);
    expect(found).toMatchObject({ engine: 'groups', states, maxDepth, size: states, notReached: 0 });
  });
});
