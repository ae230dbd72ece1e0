import { describe, expect, test } from 'vitest';
import { explore } from '#src/runs/explore.js';
import { published } from '../../spaces/puzzles/published.js';
import { count } from '../../suite.js';

const spaces = published.filter(({ space }) => !/^\d+x\d+$/.test(space));

describe('the general method finds the distributions of the reference', () => {
  test('for all kinds of puzzles', () => {
    const kinds = new Set(spaces.map(({ space }) => space.split(':')[0]));
    expect([...kinds]).toEqual([
      'pancake',
      'burnt-pancake',
      'topspin',
      'hanoi',
      'cube-2x2x2',
      'pyraminx',
      'dino',
      'jing-pyraminx',
      'moonspinner',
      'skewb',
      'm24',
      'corners-3x3x3',
    ]);
  });

  const named = spaces.map((entry) => ({ ...entry, name: [entry.space, entry.metric].filter(Boolean).join(', ') }));
  test.each(named.filter(({ states }) => states < count(1e5, 1e7)))(
    '$name ($source)',
    async ({ space, metric, states, maxDepth, histogram }) => {
      const source = { kind: 'known', space, ...(metric !== undefined && { metric }) } as const;
      const found = await explore({ space: source, engine: 'general', threads: 2 });
      expect(found.histogram).toEqual(histogram);
      expect(found).toMatchObject({ states, maxDepth, notReached: found.size - states });
    },
  );
});
