import { describe, expect, test } from 'vitest';
import { barChart, lineChart, type Size, spread, textWidth, valueAxis } from '#src/study/charts.js';
import { distributionChart, distributionSvg, logarithmicChart } from '#src/study/distribution.js';
import { markup } from '#src/study/markup.js';
import { BOARD_WORDS } from '#src/study/subject.js';
import { type Element, elementsOf, parseXml, textOf } from './report/xml.js';

/** 2 to 200 distances, with 1 to 10^13 positions each (4x4 has 1.05 * 10^13 states and 81 distances). */
const HISTOGRAMS: readonly (readonly number[])[] = [
  [1, 1],
  [1, 1, 1, 1, 1],
  [1, 2, 2, 2, 2, 2, 1],
  bell(32, 24_047),
  bell(54, 21_841_159),
  bell(81, 5e11),
  bell(81, 1e13 + 1),
  bell(200, 9_999),
];
const SIZES: readonly Size[] = [
  { width: 340, height: 250 },
  { width: 580, height: 320 },
  { width: 1000, height: 340 },
];

function bell(distances: number, most: number): number[] {
  const middle = distances * 0.65;
  const counts = Array.from({ length: distances }, (_, depth) =>
    Math.max(1, Math.round(most * Math.exp(-((depth - middle) ** 2) / (distances * 1.2)))),
  );
  return counts.with(Math.round(middle), most);
}

function drawn(content: { readonly text: string }): Element {
  return parseXml(`<svg>${content.text}</svg>`);
}

function groupOf(svg: Element, name: string): Element[] {
  return elementsOf(svg, 'g').filter(({ attributes }) => attributes.class?.split(' ').includes(name));
}

function number(element: Element, attribute: string): number {
  return Number(element.attributes[attribute]);
}

interface Box {
  readonly text: string;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** Returns the approximate boxes of the texts of a chart. */
function boxesOf(svg: Element): Box[] {
  const box = (element: Element, anchor: string | undefined): Box => {
    const text = textOf(element);
    const width = textWidth(text);
    const height = 12;
    const turned = /^translate\((\S+) (\S+)\) rotate\(-90\)$/.exec(element.attributes.transform ?? '');
    if (turned !== null) {
      const [x, y] = [Number(turned[1]), Number(turned[2])];
      return { text, left: x - height, right: x + 3, top: y - width / 2, bottom: y + width / 2 };
    }
    const x = number(element, 'x');
    const left = anchor === 'middle' ? x - width / 2 : anchor === 'end' ? x - width : x;
    const baseline = number(element, 'y');
    return { text, left, right: left + width, top: baseline - 9, bottom: baseline + 2 };
  };
  const labels = groupOf(svg, 'labels').flatMap((group) =>
    elementsOf(group, 'text').map((element) => box(element, group.attributes['text-anchor'])),
  );
  const others = svg.children.flatMap((child) =>
    typeof child !== 'string' && child.name === 'text' ? [box(child, child.attributes['text-anchor'])] : [],
  );
  return [...labels, ...others];
}

function expectNoOverlap(svg: Element, { width, height }: Size): void {
  const boxes = boxesOf(svg);
  expect(boxes.length).toBeGreaterThanOrEqual(6);
  for (const [index, box] of boxes.entries()) {
    expect(box.left, box.text).toBeGreaterThanOrEqual(-3);
    expect(box.right, box.text).toBeLessThanOrEqual(width + 3);
    expect(box.top, box.text).toBeGreaterThanOrEqual(0);
    expect(box.bottom, box.text).toBeLessThanOrEqual(height);
    for (const other of boxes.slice(0, index)) {
      const apart =
        box.left >= other.right || other.left >= box.right || box.top >= other.bottom || other.top >= box.bottom;
      expect(apart, `${box.text} and ${other.text}`).toBe(true);
    }
  }
}

describe('the distribution as bars', () => {
  test.each(HISTOGRAMS.map((histogram) => ({ distances: histogram.length, histogram })))(
    'of $distances distances has a bar for each, with a height proportional to its count',
    ({ histogram }) => {
      for (const size of SIZES) {
        const svg = drawn(barChart(distributionChart(histogram, BOARD_WORDS), size));
        const bars = elementsOf(groupOf(svg, 'bars')[0], 'rect');
        expect(bars).toHaveLength(histogram.length);
        const most = Math.max(...histogram);
        const highest = number(bars[histogram.indexOf(most)], 'height');
        expect(highest).toBeGreaterThan(size.height * 0.4);
        const floors = new Set(bars.map((bar) => Math.round(number(bar, 'y') + number(bar, 'height'))));
        expect(floors.size).toBe(1);
        for (const [depth, bar] of bars.entries()) {
          expect(number(bar, 'height') / highest).toBeCloseTo(histogram[depth] / most, 3);
          if (depth === 0) continue;
          const before = bars[depth - 1];
          expect(number(bar, 'x')).toBeGreaterThan(number(before, 'x') + number(before, 'width'));
        }
      }
    },
  );

  test('has labels that do not overlap, inside the chart', () => {
    for (const histogram of HISTOGRAMS) {
      for (const size of SIZES) expectNoOverlap(drawn(barChart(distributionChart(histogram, BOARD_WORDS), size)), size);
    }
  });

  test('has a description of each bar', () => {
    const [, bar] = elementsOf(
      groupOf(drawn(barChart(distributionChart([1, 2, 1], BOARD_WORDS), SIZES[0])), 'bars')[0],
      'rect',
    );
    expect(textOf(bar)).toBe('distance 1: 2 positions (50.00 %)');
  });
});

describe('the distribution in powers of ten', () => {
  test('has clean decades at equal distances', () => {
    const svg = drawn(lineChart(logarithmicChart(bell(54, 21_841_159), BOARD_WORDS), SIZES[1]));
    const decades = elementsOf(groupOf(svg, 'labels')[1], 'text');
    expect(decades.map(textOf)).toEqual(['1', '10', '10²', '10³', '10⁴', '10⁵', '10⁶', '10⁷', '10⁸']);
    const steps = decades.slice(1).map((decade, index) => number(decades[index], 'y') - number(decade, 'y'));
    for (const step of steps) expect(step).toBeCloseTo(steps[0], 1);
    const line = groupOf(svg, 'line')[0];
    expect(elementsOf(line, 'path')[0].attributes.d.match(/[ML]/g)).toHaveLength(54);
  });

  test('omits decades that do not fit, and has labels that do not overlap', () => {
    const axis = valueAxis('decades', '', 1e30, { top: 0, bottom: 200 });
    expect(axis.ticks.map(({ label }) => label).slice(0, 3)).toEqual(['1', '10³', '10⁶']);
    for (const histogram of HISTOGRAMS) {
      for (const size of SIZES) expectNoOverlap(drawn(lineChart(logarithmicChart(histogram, BOARD_WORDS), size)), size);
    }
  });

  test('ends at the maximum if that is a power of ten', () => {
    for (let exponent = 1; exponent <= 15; exponent++) {
      const { at } = valueAxis('decades', '', 10 ** exponent, { top: 10, bottom: 200 });
      expect(at(10 ** exponent)).toBeCloseTo(10);
    }
  });
});

describe('labels of values', () => {
  const labels = (kind: Parameters<typeof valueAxis>[0], most: number) =>
    valueAxis(kind, '', most, { top: 0, bottom: 250 }).ticks.map(({ label }) => label);

  test.each([
    [1, ['0', '1']],
    [2, ['0', '1', '2']],
    [9_000, ['0', '2,000', '4,000', '6,000', '8,000', '10,000']],
    [24_047, ['0', '5\u202fk', '10\u202fk', '15\u202fk', '20\u202fk', '25\u202fk']],
    [21_841_159, ['0', '5\u202fM', '10\u202fM', '15\u202fM', '20\u202fM', '25\u202fM']],
    [
      1_250_000,
      ['0.0\u202fM', '0.2\u202fM', '0.4\u202fM', '0.6\u202fM', '0.8\u202fM', '1.0\u202fM', '1.2\u202fM', '1.4\u202fM'],
    ],
  ])('of counts up to %d', (most, expected) => {
    expect(labels('counts', most)).toEqual(expected.map((label) => (label === '0.0\u202fM' ? '0' : label)));
  });

  test('of shares', () => {
    expect(labels('shares', 0.13)).toEqual([
      '0\u202f%',
      '2\u202f%',
      '4\u202f%',
      '6\u202f%',
      '8\u202f%',
      '10\u202f%',
      '12\u202f%',
      '14\u202f%',
    ]);
    expect(labels('shares', 0)).toContain('100\u202f%');
  });
});

describe('lines', () => {
  const line = (name: string, style: 'plain' | 'solid' | 'dashed' | 'dotted', values: readonly number[]) => ({
    name,
    style,
    points: values.map((value, index) => ({ number: index, value, tip: `${name} ${value}` })),
  });

  test('that end at the same place have names that do not overlap', () => {
    for (const end of [0, 0.5, 1]) {
      const lines = [
        line('distance', 'plain', [0, end]),
        line('lin. conflict', 'solid', [1, end]),
        line('Manhattan', 'dashed', [0, end]),
        line('misplaced', 'dotted', [0, end]),
      ];
      for (const size of SIZES) {
        const chart = lineChart({ xTitle: 'distance from the goal', yTitle: 'mean', kind: 'numbers', lines }, size);
        expectNoOverlap(drawn(chart), size);
      }
    }
  });

  test('have no dots if these would be too close together', () => {
    const dotsOf = (count: number) => {
      const lines = [line('a', 'solid', new Array(count).fill(1))];
      const svg = drawn(lineChart({ xTitle: '', yTitle: '', kind: 'numbers', lines }, SIZES[0]));
      return elementsOf(svg, 'circle').length;
    };
    expect(dotsOf(32)).toBe(32);
    expect(dotsOf(81)).toBe(0);
  });
});

test('labels are spread no further than needed, in order, within their bounds', () => {
  expect(spread([10, 50, 90], 12, 0, 100)).toEqual([10, 50, 90]);
  expect(spread([50, 50, 50], 12, 0, 100)).toEqual([50, 62, 74]);
  expect(spread([100, 98], 12, 0, 100)).toEqual([100, 88]);
  expect(spread([0, 0], 12, 5, 100)).toEqual([5, 17]);
});

test('charts of bars can share their axes', () => {
  const bars = [{ value: 0.1, tip: '' }];
  const svg = drawn(barChart({ xTitle: '', yTitle: '', kind: 'shares', bars, last: 10, most: 0.4 }, SIZES[1]));
  const [across, up] = groupOf(svg, 'labels').map((group) => elementsOf(group, 'text').map(textOf));
  expect(across.at(-1)).toBe('10');
  expect(up.at(-1)).toBe('40\u202f%');
});

describe('the SVG for a paper', () => {
  test.each(HISTOGRAMS.map((histogram) => ({ distances: histogram.length, histogram })))(
    'of $distances distances is XML with a size, black text on white, and titles of both axes',
    ({ histogram }) => {
      const svg = parseXml(distributionSvg('3x4 <&>', histogram, BOARD_WORDS));
      expect(svg.attributes).toMatchObject({
        xmlns: 'http://www.w3.org/2000/svg',
        viewBox: '0 0 420 270',
        width: '420',
        height: '270',
        role: 'img',
      });
      expect(textOf(elementsOf(svg, 'title')[0])).toBe('3x4 <&>: positions at each distance from the goal');
      expect(elementsOf(svg, 'rect')[0].attributes).toEqual({ width: '420', height: '270', fill: '#fff' });
      expect(boxesOf(svg).map(({ text }) => text)).toEqual(
        expect.arrayContaining(['distance from the goal', 'positions']),
      );
      expectNoOverlap(svg, { width: 420, height: 270 });
      // The default fill of SVG text is black; no style sheet is needed.
      expect(elementsOf(svg, 'text').every(({ attributes }) => attributes.fill === undefined)).toBe(true);
      expect(elementsOf(svg, 'style')).toEqual([]);
    },
  );
});

test('markup escapes inserted texts and attributes, and replaces characters that XML does not allow', () => {
  expect(markup`<a b="${'<&>"\''}">${'<b>'}${markup`<i/>`}${[1, 2.345, '&']}${null}</a>`.text).toBe(
    '<a b="&lt;&amp;&gt;&quot;&#39;">&lt;b&gt;<i/>12.35&amp;</a>',
  );
  expect(markup`${'a\u0000b\u001b\ud800c\ufffe\u{1f600}'}`.text).toBe('a\ufffdb\ufffd\ufffdc\ufffd\u{1f600}');
});
