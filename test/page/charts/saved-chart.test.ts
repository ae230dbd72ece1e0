import { describe, expect, test } from 'vitest';
import { savedChart } from '../../../src/page/charts/saved-chart.js';
import { wordsFor } from '../../../src/page/explorer/words.js';
import { elementsOf, parseXml, textOf } from '../../study/report/xml.js';

const WORDS = wordsFor({
  ...{ id: '', name: '', metric: 'single', board: { rows: 2, columns: 2, squares: [0, 1, 2, 3] }, directed: false },
  ...{ goal: '', goals: 1, states: 12, maxDepth: 6, hasTable: true, moves: [], searches: [], face: null },
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
