/** Charts with a bar or a point for each whole number, and their figures in the page. */

import {
  axes,
  depthAxis,
  FONT_SIZE,
  grid,
  plotOf,
  type Size,
  textWidth,
  type ValueKind,
  valueAxis,
  verticalExtent,
} from './axes.js';
import { type Markup, markup } from './markup.js';

interface Titles {
  readonly xTitle: string;
  readonly yTitle: string;
}

export interface BarChart extends Titles {
  readonly kind: Exclude<ValueKind, 'decades'>;
  /** Bars from 0 on, each for `together` numbers. */
  readonly bars: readonly Bar[];
  /** Number of consecutive numbers per bar. @default 1 */
  readonly together?: number;
  /** Last number of the horizontal axis. @default the last number of the bars */
  readonly last?: number;
  /** Maximum of the vertical axis. @default the maximum of the bars */
  readonly most?: number;
}

interface Bar {
  readonly value: number;
  /** Tooltip. */
  readonly tip: string;
}

const WIDEST_BAR = 40;
const SHARE_OF_STEP = 0.82;

/** Returns the content of an SVG of this size. */
export function barChart(chart: BarChart, size: Size): Markup {
  const { bars, together = 1, last = bars.length * together - 1 } = chart;
  const { most = Math.max(...bars.map(({ value }) => value)) } = chart;
  const { plot, x, y } = frame(chart, size, most, 0, last);
  const width = Math.min(WIDEST_BAR, x.step * together * SHARE_OF_STEP);
  const drawn = bars.map(({ value, tip }, index) => {
    const top = y.at(value);
    const middle = x.at(index * together + (together - 1) / 2);
    return markup`<rect x="${middle - width / 2}" y="${top}" width="${width}" height="${plot.bottom - top}"><title>${tip}</title></rect>
`;
  });
  return markup`${grid(plot, y)}
<g class="bars" fill="#444">
${drawn}</g>
${axes(plot, x, y)}`;
}

/** Returns the plot of a chart and its axes. @param right width to the right of the values */
function frame(
  { xTitle, yTitle, kind }: Titles & { readonly kind: ValueKind },
  size: Size,
  most: number,
  first: number,
  last: number,
  right?: number,
) {
  const y = valueAxis(kind, yTitle, most, verticalExtent(size.height));
  const labels = y.ticks.map(({ label }) => label);
  const plot = plotOf(size, labels, right);
  return { plot, x: depthAxis(xTitle, first, last, plot), y };
}

/** A chart of lines over whole numbers, each with its name at its end. */
export interface LineChart extends Titles {
  readonly kind: ValueKind;
  readonly lines: readonly Line[];
  /** Value of a thin horizontal line. */
  readonly across?: number;
}

export interface Line {
  /** Name of the line; left out if the chart has only one. */
  readonly name?: string;
  /** Style. `plain` is for the reference line; the others differ in dashes, not only in colour. */
  readonly style: 'plain' | 'solid' | 'dashed' | 'dotted';
  /** Points in ascending order, at least one; numbers without a value are left out. */
  readonly points: readonly Point[];
}

export interface Point {
  readonly number: number;
  readonly value: number;
  /** Tooltip. */
  readonly tip: string;
}

const NAME_GAP = 8;
const LINE_HEIGHT = FONT_SIZE * 1.2;
const LARGEST_DOT = 3;
/** Minimum distance between dots: closer ones would merge with the line. */
const LEAST_STEP_OF_DOTS = 6;

/** Returns the content of an SVG of this size. */
export function lineChart(chart: LineChart, size: Size): Markup {
  const { lines, across } = chart;
  const points = lines.flatMap((line) => line.points);
  const numbers = points.map(({ number }) => number);
  const most = Math.max(across ?? 0, ...points.map(({ value }) => value));
  const names = lines.flatMap(({ name }) => (name === undefined ? [] : [name]));
  const right = names.length === 0 ? undefined : Math.max(...names.map(textWidth)) + NAME_GAP;
  const { plot, x, y } = frame(chart, size, most, Math.min(...numbers), Math.max(...numbers), right);
  const radius = x.step < LEAST_STEP_OF_DOTS ? null : Math.min(LARGEST_DOT, x.step / 4);
  const drawn = lines.map(({ style, points }) => {
    const path = points.map(
      ({ number, value }, index) => markup`${index === 0 ? 'M' : 'L'}${x.at(number)} ${y.at(value)}`,
    );
    const dots =
      radius === null
        ? null
        : points.map(
            ({ number, value, tip }) =>
              markup`<circle cx="${x.at(number)}" cy="${y.at(value)}" r="${radius}"><title>${tip}</title></circle>`,
          );
    return markup`<g class="line ${style}"><path d="${path}"/>${dots}</g>
`;
  });
  const ends = lines.map(({ points }) => y.at(points[points.length - 1].value));
  const places = spread(ends, LINE_HEIGHT, plot.top, plot.bottom - FONT_SIZE / 2);
  const named = lines.map(({ name, style }, index) =>
    name === undefined
      ? null
      : markup`<text class="name ${style}" x="${plot.right + NAME_GAP / 2}" y="${places[index] + FONT_SIZE * 0.36}">${name}</text>`,
  );
  return markup`${grid(plot, y)}
${across === undefined ? null : markup`<path class="across" d="M${plot.left} ${y.at(across)}H${plot.right}"/>`}
${drawn}${axes(plot, x, y)}
${named}`;
}

/**
 * @param wanted preferred place of each label
 * @param gap minimum distance between two labels; all labels must fit between `least` and `most`
 * @returns the place of each label, in the order of `wanted`; labels keep their order from top to bottom
 */
export function spread(wanted: readonly number[], gap: number, least: number, most: number): number[] {
  const order = [...wanted.keys()].sort((a, b) => wanted[a] - wanted[b]);
  const places = [...wanted];
  let next = least;
  for (const label of order) {
    places[label] = Math.max(wanted[label], next);
    next = places[label] + gap;
  }
  // Labels beyond the end move back, and push the labels before them.
  let previous = most;
  for (const label of order.reverse()) {
    places[label] = Math.min(places[label], previous);
    previous = places[label] - gap;
  }
  return places;
}

/** A chart in the page, drawn once for each width, so that its text is always readable. */
export interface Figure {
  readonly title: string;
  /** Caption, one or two sentences. */
  readonly caption: string;
  /** Description for screen readers. @default the caption */
  readonly label?: string;
  readonly chart: BarChart | LineChart;
}

/** Sizes, of which the page's style shows one: narrow below 33rem, wide below 56rem, and full beyond. */
const SIZES = {
  narrow: { width: 340, height: 250 },
  wide: { width: 580, height: 320 },
  full: { width: 1000, height: 340 },
} as const;

/** Returns a figure that takes half the width of a large page. */
export function figure(content: Figure): Markup {
  return figureOf(markup`<figure>`, content, ['narrow', 'wide']);
}

/** Returns a figure that takes the full width of a large page. */
export function fullFigure(content: Figure): Markup {
  return figureOf(markup`<figure class="whole">`, content, ['narrow', 'wide', 'full']);
}

function figureOf(tag: Markup, content: Figure, sizes: readonly (keyof typeof SIZES)[]): Markup {
  const { title, caption, label = caption, chart } = content;
  const charts = sizes.map((name) => {
    const size = SIZES[name];
    const drawn = 'bars' in chart ? barChart(chart, size) : lineChart(chart, size);
    return markup`<svg class="chart ${name}" role="img" aria-label="${`${title}. ${label}`}" viewBox="0 0 ${size.width} ${size.height}" font-size="${FONT_SIZE}">
${drawn}
</svg>
`;
  });
  return markup`${tag}
<figcaption><strong>${title}</strong> ${caption}</figcaption>
${charts}</figure>
`;
}
