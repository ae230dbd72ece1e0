import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { depthGroups, groupText, MOST_SINGLE_DEPTHS } from '#src/base/statistics.js';

describe('depths in groups', () => {
  test('are single up to 256 depths', () => {
    expect(depthGroups(1, 50)).toEqual([{ first: 0, last: 0 }]);
    expect(depthGroups(MOST_SINGLE_DEPTHS, 50).map(groupText)).toEqual(
      Array.from({ length: 256 }, (_, d) => String(d)),
    );
  });

  test('have a round size above that', () => {
    expect(depthGroups(257, 50)[0]).toEqual({ first: 0, last: 9 });
    const groups = depthGroups(16_384, 50);
    expect(groups).toHaveLength(33);
    expect(groups.map(groupText).slice(0, 2)).toEqual(['0-499', '500-999']);
    expect(groupText(groups[32])).toBe('16000-16383');
  });

  test('contain each depth once, in order, within the maximum number of groups', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 20_000 }), fc.integer({ min: 1, max: 300 }), (depths, most) => {
        const groups = depthGroups(depths, most);
        const within = groups.flatMap(({ first, last }) =>
          Array.from({ length: last - first + 1 }, (_, i) => first + i),
        );
        expect(within).toEqual(Array.from({ length: depths }, (_, depth) => depth));
        if (depths > MOST_SINGLE_DEPTHS) expect(groups.length).toBeLessThanOrEqual(most);
      }),
      { numRuns: 50 },
    );
  });
});
