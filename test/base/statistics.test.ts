import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  branchingOf,
  depthGroups,
  estimateQuality,
  groupText,
  MOST_SINGLE_DEPTHS,
  quantile,
  statisticsOf,
} from '#src/base/statistics.js';
import { QUANTILES } from '#src/study/analysis.js';

/** Counts of each depth; the last one is not 0. */
const histograms = fc
  .tuple(fc.array(fc.nat(20), { maxLength: 12 }), fc.integer({ min: 1, max: 20 }))
  .map(([counts, last]) => [...counts, last]);

/** Returns the depth of every single state, in ascending order. */
function depthsOf(histogram: readonly number[]): number[] {
  return histogram.flatMap((count, depth) => new Array<number>(count).fill(depth));
}

describe('the statistics of a distribution', () => {
  test('match those computed by hand for 1, 3, 4 and 2 states', () => {
    // Depths 0 1 1 1 2 2 2 2 3 3: sum 17, squares of the deviations from 1.7 add up to 8.1.
    const statistics = statisticsOf([1, 3, 4, 2]);
    expect(statistics).toMatchObject({ states: 10, maxDepth: 3, median: 2, mode: 2, antipodeCount: 2 });
    expect(statistics.mean).toBeCloseTo(1.7, 12);
    expect(statistics.variance).toBeCloseTo(0.81, 12);
    expect(statistics.standardDeviation).toBeCloseTo(0.9, 12);
  });

  test('are all 0 for the goal alone', () => {
    expect(statisticsOf([1])).toEqual({
      states: 1,
      maxDepth: 0,
      mean: 0,
      median: 0,
      mode: 0,
      variance: 0,
      standardDeviation: 0,
      antipodeCount: 1,
    });
  });

  test('have a median between two depths if the halves meet there, and the first of two modes', () => {
    expect(statisticsOf([1, 2, 3])).toMatchObject({ median: 1.5, mode: 2 });
    expect(statisticsOf([1, 2, 2, 1])).toMatchObject({ median: 1.5, mode: 1 });
    expect(statisticsOf([1, 2, 2])).toMatchObject({ median: 1, mode: 1 });
  });

  test('match those of a list of all depths', () => {
    fc.assert(
      fc.property(histograms, (histogram) => {
        const depths = depthsOf(histogram);
        const average = depths.reduce((sum, depth) => sum + depth, 0) / depths.length;
        const variance = depths.reduce((sum, depth) => sum + (depth - average) ** 2, 0) / depths.length;
        const { states, mean, variance: found, standardDeviation } = statisticsOf(histogram);
        expect(states).toBe(depths.length);
        expect(mean).toBeCloseTo(average, 10);
        expect(found).toBeCloseTo(variance, 10);
        expect(standardDeviation ** 2).toBeCloseTo(found, 10);
      }),
    );
  });
});

describe('a quantile', () => {
  test.each([
    [0.1, 0],
    [0.100001, 1],
    [0.4, 1],
    [0.41, 2],
    [0.5, 2],
    [0.8, 2],
    [0.81, 3],
    [1, 3],
  ])('of the share %d of 1, 3, 4 and 2 states is %i', (share, depth) => {
    expect(quantile([1, 3, 4, 2], share)).toBe(depth);
  });

  test('of 2x2, which has two states at the depths 1 to 5, is the depth at which its share is reached exactly', () => {
    // A quarter of 12 states is 3, and their depths are at most 1.
    expect([0.01, 0.25, 0.5, 0.75, 0.99].map((share) => quantile([1, 2, 2, 2, 2, 2, 1], share))).toEqual([
      0, 1, 3, 4, 6,
    ]);
  });

  test('is the minimum depth that the share does not exceed, counted in whole hundredths', () => {
    fc.assert(
      fc.property(histograms, fc.constantFrom(...QUANTILES), (histogram, share) => {
        const depths = depthsOf(histogram);
        const hundredths = Math.round(share * 100);
        const least = histogram.findIndex(
          (_, limit) => depths.filter((depth) => depth <= limit).length * 100 >= hundredths * depths.length,
        );
        expect(quantile(histogram, share)).toBe(least);
      }),
    );
  });
});

test('matches a count by hand: two of three corner states are local maxima, and an edge state has one nearer neighbour', () => {
  // Degree 2: one state without a nearer neighbour, and two with only nearer neighbours. Degree 3: one of 3 is nearer.
  const branching = branchingOf([[0], [0, 0], [1, 0, 2], [0, 1, 0, 0]]);
  expect(branching).toEqual({ meanDegree: 9 / 4, meanNearer: 5 / 4, meanFurther: 4 / 4, localMaxima: 2 });
});

test('adds up: nearer and farther neighbours are all neighbours, for any counts', () => {
  const counts = fc.tuple(
    ...[0, 1, 2, 3, 4].map((degree) => fc.tuple(...Array.from({ length: degree + 1 }, () => fc.nat(9)))),
  );
  fc.assert(
    fc.property(counts, (rows) => {
      const states = rows.flat().reduce((sum, count) => sum + count, 0);
      fc.pre(states > 0);
      const { meanDegree, meanNearer, meanFurther, localMaxima } = branchingOf(rows);
      expect(meanNearer + meanFurther).toBeCloseTo(meanDegree, 12);
      expect(localMaxima).toBe(rows.reduce((sum, row) => sum + row[row.length - 1], 0));
    }),
  );
});

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
        expect(groups[0].first).toBe(0);
        expect(groups.at(-1)?.last).toBe(depths - 1);
        for (const [group, { first }] of groups.slice(1).entries()) expect(first).toBe(groups[group].last + 1);
        if (depths > MOST_SINGLE_DEPTHS) expect(groups.length).toBeLessThanOrEqual(most);
      }),
      { numRuns: 50 },
    );
  });
});

describe('the quality of estimates', () => {
  test('matches a count by hand for the goal, two states at 1 and four at 2', () => {
    const { mean, meanRatio, byDepth } = estimateQuality([[1], [0, 2], [1, 2, 1]]);
    expect(mean).toBeCloseTo((0 + 2 * 1 + 2 * 1 + 2) / 7, 12);
    expect(meanRatio).toBeCloseTo((1 + 1 + 0 + 1 / 2 + 1 / 2 + 1) / 6, 12);
    expect(byDepth).toEqual([
      { depth: 0, mean: 0, errors: [1] },
      { depth: 1, mean: 1, errors: [2] },
      { depth: 2, mean: 1, errors: [1, 2, 1] },
    ]);
  });

  test('does not depend on zeros after the maximum estimate', () => {
    expect(
      estimateQuality([
        [1, 0],
        [0, 2, 0, 0],
        [0, 1],
      ]),
    ).toEqual(estimateQuality([[1], [0, 2], [0, 1]]));
    expect(estimateQuality([[1], [0, 1], [0, 1]]).byDepth[2].errors).toEqual([0, 1]);
  });

  test('has no ratio for the goal alone', () => {
    expect(estimateQuality([[1]])).toEqual({
      mean: 0,
      meanRatio: null,
      byDepth: [{ depth: 0, mean: 0, errors: [1] }],
    });
  });

  test('is refused if an estimate exceeds its distance', () => {
    expect(() => estimateQuality([[1], [0, 1, 3]])).toThrow(
      new RangeError('an estimate of 2 at distance 1 is not admissible'),
    );
  });

  test('matches a count of all states one by one', () => {
    const layers = fc.array(fc.array(fc.nat(3), { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(layers, (lags) => {
        // Distance minus estimate of each state.
        const states = lags.flatMap((layer, index) =>
          layer.map((lag) => ({ depth: index + 1, estimate: Math.max(0, index + 1 - lag) })),
        );
        const estimates = [[1], ...lags.map((_, index) => new Array<number>(index + 2).fill(0))];
        for (const { depth, estimate } of states) estimates[depth][estimate]++;
        const { mean, meanRatio, byDepth } = estimateQuality(estimates);
        const sum = (numbers: readonly number[]) => numbers.reduce((so, number) => so + number, 0);
        expect(mean).toBeCloseTo(sum(states.map(({ estimate }) => estimate)) / (states.length + 1), 12);
        expect(meanRatio).toBeCloseTo(sum(states.map(({ depth, estimate }) => estimate / depth)) / states.length, 12);
        for (const { depth, errors } of byDepth.slice(1)) {
          const ofDepth = states.filter((state) => state.depth === depth);
          for (const [error, count] of errors.entries()) {
            expect(ofDepth.filter(({ estimate }) => depth - estimate === error)).toHaveLength(count);
          }
          expect(sum(errors)).toBe(ofDepth.length);
          expect(errors.at(-1)).not.toBe(0);
        }
      }),
    );
  });
});
