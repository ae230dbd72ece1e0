import { expect, test } from 'vitest';
import { type DepthAnalysis, depthRanges, hasLevel, meanLevel } from '#src/study/analysis.js';

/** Depth d has d + 1 states, each with one nearer neighbour, two further ones, and d % 2 at the same depth. */
const depths = Array.from(
  { length: 600 },
  (_, depth): DepthAnalysis => ({
    depth,
    states: depth + 1,
    growth: depth === 0 ? null : (depth + 1) / depth,
    meanDegree: 3 + (depth % 2),
    meanNearer: 1,
    meanFurther: 2,
    localMaxima: depth,
    shortestSolutions: { mean: depth, maximum: 10 * depth },
  }),
);

test('each of few depths is a range with all of its properties', () => {
  const [, second] = depthRanges(depths.slice(0, 10), 5);
  expect(second).toMatchObject({ ...depths[1], first: 1, last: 1 });
});

test('a range has the means over its states and the sums of its counts', () => {
  const ranges = depthRanges(depths, 60);
  expect(ranges).toHaveLength(60);
  // Depths 0 to 9: 55 states, 30 of them at odd depths.
  expect(ranges[0]).toMatchObject({ first: 0, last: 9, states: 55, growth: null, localMaxima: 45 });
  expect(ranges[0].meanDegree).toBeCloseTo(3 + 30 / 55, 12);
  expect(meanLevel(ranges[0])).toBeCloseTo(30 / 55, 12);
  // The sum of d (d + 1) up to 9 is 330.
  expect(ranges[0].shortestSolutions?.mean).toBeCloseTo(330 / 55, 12);
  expect(ranges[0].shortestSolutions?.maximum).toBe(90);
});

test('ranges of depths with uncounted solutions have no solution counts', () => {
  const uncounted = depths.map((depth) => ({ ...depth, shortestSolutions: null }));
  expect(depthRanges(uncounted, 60)[0].shortestSolutions).toBeNull();
});

test('rounding errors do not count as neighbours at the same depth', () => {
  expect(hasLevel([{ meanDegree: 0.3, meanNearer: 0.1, meanFurther: 0.2, localMaxima: 0 }])).toBe(false);
  expect(hasLevel(depths)).toBe(true);
});
