import { describe, expect, test } from 'vitest';
import { wordsFor } from '../../../src/page/explorer/words.js';
import { labelledDepths, scaleOf } from '../../../src/page/searches/chart.js';
import { savedChart } from '../../../src/page/searches/distribution.js';
import { elementsOf, parseXml, textOf } from '../../study/report/xml.js';

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

const WORDS = wordsFor({
  ...{
    id: '',
    name: '',
    title: '',
    metric: 'single',
    board: { rows: 2, columns: 2, squares: [0, 1, 2, 3] },
    directed: false,
  },
  ...{ goal: '', goals: 1, states: 12, maxDepth: 6, hasTable: true, moves: [], searches: [], rule: null, face: null },
});
const TWO_BY_TWO = { histogram: [1, 2, 2, 2, 2, 2, 1], states: 12 };

describe('the saved chart', () => {
  for (const scale of ['counts', 'powers'] as const) {
    test(`is a complete file with title, axes, labels and colours, of ${scale}`, () => {
      const file = savedChart('2x2 <&>', TWO_BY_TWO, WORDS, scale);
      const svg = parseXml(file);
      expect(svg.attributes).toMatchObject({ xmlns: 'http://www.w3.org/2000/svg', width: '640', height: '360' });
      expect(svg.attributes['font-family']).toContain('sans-serif');
      const texts = elementsOf(svg, 'text').map(textOf);
      expect(texts).toEqual(
        expect.arrayContaining(['2x2 <&>: positions at each distance', 'Moves to the goal', '0', '1', '2', '6']),
      );
      expect(texts).toContain(scale === 'counts' ? 'Positions' : 'Positions (logarithmic scale)');
      // No style comes from elsewhere.
      expect(file).not.toMatch(/class="fill"|var\(|<style|<image|href/);
    });
  }

  test('has a bar for each distance, within the picture and as high as the page draws it', () => {
    const bars = elementsOf(parseXml(savedChart('2x2', TWO_BY_TWO, WORDS, 'counts')), 'rect').slice(1);
    expect(bars.map((bar) => textOf(bar))).toEqual([
      'Distance 0: 1 position, 8.33 %',
      ...[1, 2, 3, 4, 5].map((depth) => `Distance ${depth}: 2 positions, 16.67 %`),
      'Distance 6: 1 position, 8.33 %',
    ]);
    const heights = bars.map(({ attributes }) => Number(attributes.height));
    expect(heights[1]).toBeCloseTo(2 * heights[0], 1);
    for (const { attributes } of bars) {
      expect(Number(attributes.x)).toBeGreaterThan(0);
      expect(Number(attributes.x) + Number(attributes.width)).toBeLessThan(640);
      expect(Number(attributes.y)).toBeGreaterThanOrEqual(0);
    }
  });
});
