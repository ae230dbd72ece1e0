import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { estimateQualityOf } from '#src/base/statistics.js';

describe('the quality of estimates', () => {
  test('matches a count by hand for the goal, two states at 1 and four at 2', () => {
    const { mean, meanRatio, byDepth } = estimateQualityOf([[1], [0, 2], [1, 2, 1]]);
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
      estimateQualityOf([
        [1, 0],
        [0, 2, 0, 0],
        [0, 1],
      ]),
    ).toEqual(estimateQualityOf([[1], [0, 2], [0, 1]]));
    expect(estimateQualityOf([[1], [0, 1], [0, 1]]).byDepth[2].errors).toEqual([0, 1]);
  });

  test('has no ratio for the goal alone', () => {
    expect(estimateQualityOf([[1]])).toEqual({
      mean: 0,
      meanRatio: null,
      byDepth: [{ depth: 0, mean: 0, errors: [1] }],
    });
  });

  test('is refused if an estimate exceeds its distance', () => {
    expect(() => estimateQualityOf([[1], [0, 1, 3]])).toThrow(
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
        const { mean, meanRatio, byDepth } = estimateQualityOf(estimates);
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
