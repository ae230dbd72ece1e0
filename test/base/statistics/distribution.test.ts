import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { quantileOf, statisticsOf } from '#src/base/statistics.js';
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
    expect(quantileOf([1, 3, 4, 2], share)).toBe(depth);
  });

  test('of 2x2, which has two states at the depths 1 to 5, is the depth at which its share is reached exactly', () => {
    // A quarter of 12 states is 3, and their depths are at most 1.
    expect([0.01, 0.25, 0.5, 0.75, 0.99].map((share) => quantileOf([1, 2, 2, 2, 2, 2, 1], share))).toEqual([
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
        expect(quantileOf(histogram, share)).toBe(least);
      }),
    );
  });

  test('never decreases as the share increases, and ends at the maximum depth', () => {
    fc.assert(
      fc.property(histograms, (histogram) => {
        const depths = QUANTILES.map((share) => quantileOf(histogram, share));
        expect([...depths].sort((a, b) => a - b)).toEqual(depths);
        expect(quantileOf(histogram, 1)).toBe(histogram.length - 1);
      }),
    );
  });
});
