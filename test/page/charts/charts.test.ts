import { describe, expect, test } from 'vitest';
import { labelledDepths, scaleOf } from '../../../src/page/searches/chart.js';

/** Counts from a single state to more than 4x4 has at any distance. */
const MOST = [1, 2, 3, 9, 10, 11, 999, 24_047, 21_841_159, 1e10, 7.9e11, 1e13 + 1];

describe('a scale', () => {
  for (const name of ['counts', 'powers'] as const) {
    test(`of ${name} has room for all counts, and few distinct lines`, () => {
      for (const most of MOST) {
        const { height, ticks } = scaleOf(name, most);
        expect(height(most)).toBeLessThanOrEqual(1);
        expect(height(most)).toBeGreaterThan(0.2);
        expect(height(0)).toBe(0);
        expect(ticks.length).toBeGreaterThanOrEqual(2);
        expect(ticks.length).toBeLessThanOrEqual(7);
        expect(new Set(ticks.map(({ label }) => label)).size).toBe(ticks.length);
        for (const { height: at, label } of ticks) {
          expect(at).toBeGreaterThanOrEqual(0);
          expect(at).toBeLessThanOrEqual(1);
          expect(label).toMatch(/^(\d{1,3}(,\d{3})?|\d{1,3}(\.\d)? (million|billion|trillion)|10[⁰¹²³⁴⁵⁶⁷⁸⁹]+)$/);
        }
        expect(ticks.map((tick) => tick.height)).toEqual(ticks.map((tick) => tick.height).sort((a, b) => a - b));
      }
    });
  }

  test('of counts is linear', () => {
    const { height, ticks } = scaleOf('counts', 24_047);
    expect(height(12_000)).toBeCloseTo(height(24_000) / 2);
    expect(ticks.map(({ label }) => label)).toEqual(['0', '5,000', '10,000', '15,000', '20,000', '25,000']);
  });

  test('of powers turns equal ratios into equal steps, and shows a single state', () => {
    const { height, ticks } = scaleOf('powers', 181_440);
    expect(height(1000) - height(100)).toBeCloseTo(height(100) - height(10));
    expect(height(1)).toBeGreaterThan(0.02);
    expect(ticks.map(({ label }) => label)).toEqual(['1', '100', '10,000', '10⁶']);
  });
});

test('labels below a chart are few round numbers, up to the last distance', () => {
  expect(labelledDepths(0, 11)).toEqual([0]);
  expect(labelledDepths(5, 11)).toEqual([0, 1, 2, 3, 4, 5]);
  expect(labelledDepths(31, 11)).toEqual([0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30]);
  expect(labelledDepths(80, 11)).toEqual([0, 10, 20, 30, 40, 50, 60, 70, 80]);
});
