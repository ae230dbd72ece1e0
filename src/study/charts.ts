/**
 * Charts with a bar or a point for each whole number, as SVG, and their figures in the page. Lengths are SVG user units, y grows
 * downwards.
 */

import { type ScaleLinear, scaleLinear, scaleLog } from 'd3-scale';
import { grouped } from '../base/text.js';
import { type Markup, markup } from './markup.js';

/** Size of a whole chart. */
export type Size = { readonly width: number; readonly height: number };

/** Height that values are drawn in. */
type Extent = { readonly top: number; readonly bottom: number };

const FONT_SIZE = 12;

/** Height of the horizontal axis's labels and title. */
const BELOW = 40;
/** Half a line of text, so that the topmost label is not cut off. */
const ABOVE = 10;
/** Half the width of the last tick's label. */
const BESIDE = 12;
/** Width of a rotated title. */
const TITLE_HEIGHT = 18;
/** Distance between a vertical axis and its labels. */
const LABEL_GAP = 6;

function verticalExtent({ height }: Size): Extent {
  return { top: ABOVE, bottom: height - BELOW };
}

/** Returns an estimate of a text's width at FONT_SIZE, rather too wide, because the reader's font is unknown. */
export function textWidth(text: string): number {
  return text.length * FONT_SIZE * 0.58;
}

/** A mark on an axis, at a position in user units. */
type Tick = { readonly at: number; readonly label: string };

const TICK_LENGTH = 4;
/** Offset from the middle of a text to its baseline. */
const HALF_DIGIT = FONT_SIZE * 0.36;

/** An axis, horizontal with whole numbers or vertical with values. `at` returns the place of a number. */
type Axis = { readonly title: string; at(value: number): number; readonly ticks: readonly Tick[] };

function axisOf(
  title: string,
  scale: (value: number) => number,
  values: readonly number[],
  labelOf: (value: number) => string,
): Axis {
  return { title, at: scale, ticks: values.map((value) => ({ at: scale(value), label: labelOf(value) })) };
}

/** Minimum distance between two labels. */
const GAP = 20;

/**
 * Returns the plot of a chart, its horizontal axis and what is drawn around the values.
 * @param y vertical axis, as high as verticalExtent
 * @param first,last whole numbers, first <= last; the bars of all numbers have the same width, `step`
 * @param beside width to the right of the values
 */
function frame(xTitle: string, y: Axis, size: Size, first: number, last: number, beside = BESIDE) {
  const { top, bottom } = verticalExtent(size);
  const labelWidth = Math.max(...y.ticks.map(({ label }) => textWidth(label)));
  const left = Math.ceil(TITLE_HEIGHT + labelWidth + LABEL_GAP);
  const right = size.width - beside;
  const scale = scaleLinear([first - 0.5, last + 0.5], [left, right]);
  const most = Math.floor((right - left) / (textWidth(String(last)) + GAP));
  const x = axisOf(xTitle, scale, scale.ticks(most).filter(Number.isInteger), String);
  const lines = y.ticks.map(({ at }) => markup`<path d="M${left} ${at}H${right}"/>`);
  const tickMarks = x.ticks.map(({ at }) => markup`M${at} ${bottom}v${TICK_LENGTH}`);
  const labelLine = bottom + TICK_LENGTH + FONT_SIZE;
  const middle = (top + bottom) / 2;
  return {
    plot: { left, right, top, bottom },
    x,
    step: scale(1) - scale(0),
    /** Horizontal lines across the plot, which must be drawn before the values. */
    grid: markup`<g class="grid" stroke="#ddd">${lines}</g>`,
    /** The axes, labels and titles around the plot. */
    axes: markup`<path class="axis" fill="none" stroke="#000" d="M${left} ${bottom}H${right}${tickMarks}"/>
<g class="labels" text-anchor="middle">${x.ticks.map(({ at, label }) => markup`<text x="${at}" y="${labelLine}">${label}</text>`)}</g>
<g class="labels" text-anchor="end">${y.ticks.map(({ at, label }) => markup`<text x="${left - LABEL_GAP}" y="${at + HALF_DIGIT}">${label}</text>`)}</g>
<text class="title" text-anchor="middle" x="${(left + right) / 2}" y="${labelLine + FONT_SIZE * 1.5}">${xTitle}</text>
<text class="title" text-anchor="middle" transform="translate(${FONT_SIZE} ${middle}) rotate(-90)">${y.title}</text>`,
  };
}

/** Kinds of values. All but decades begin at 0. */
export type ValueKind = 'counts' | 'shares' | 'numbers' | 'decades';

/** Height per tick; ticks of powers of ten are closer if there are many. */
const HEIGHT_PER_TICK = 50;
const HEIGHT_PER_DECADE = 1.5 * FONT_SIZE;
/** Counts below this are written in full. */
const LEAST_ABBREVIATED = 10_000;
const NARROW_NO_BREAK_SPACE = '\u202f';
const SUPERSCRIPTS = '\u2070\u00b9\u00b2\u00b3\u2074\u2075\u2076\u2077\u2078\u2079';

/** Returns a vertical axis, linear from 0 or logarithmic from 1. @param most maximum value, at least 1 if the axis is in decades */
export function valueAxis(kind: ValueKind, title: string, most: number, { top, bottom }: Extent): Axis {
  if (kind === 'decades') {
    // Powers are tried one by one, because a logarithm can be wrong in its last digit.
    let last = 1;
    while (10 ** last < most) last++;
    const every = Math.ceil((last * HEIGHT_PER_DECADE) / (bottom - top));
    const powers = Array.from({ length: Math.floor(last / every) + 1 }, (_, index) => 10 ** (index * every));
    return axisOf(title, scaleLog([1, 10 ** last], [bottom, top]), powers, powerOfTen);
  }
  const count = Math.max(2, Math.floor((bottom - top) / HEIGHT_PER_TICK));
  // Even if all values are 0, the axis has a length.
  const scale = scaleLinear([0, most > 0 ? most : 1], [bottom, top]).nice(count);
  const values = scale.ticks(count).filter((value) => kind !== 'counts' || Number.isInteger(value));
  return axisOf(title, scale, values, labelsOf(kind, most, scale, count));
}

function labelsOf(
  kind: Exclude<ValueKind, 'decades'>,
  most: number,
  scale: ScaleLinear<number, number>,
  count: number,
): (value: number) => string {
  switch (kind) {
    case 'numbers':
      return scale.tickFormat(count);
    case 'shares': {
      const format = scale.tickFormat(count, '%');
      return (value) => format(value).replace('%', `${NARROW_NO_BREAK_SPACE}%`);
    }
    case 'counts': {
      if (most < LEAST_ABBREVIATED) return grouped;
      const format = scale.tickFormat(count, 's');
      return (value) => (value === 0 ? '0' : format(value).replace(/(?=\D+$)/, NARROW_NO_BREAK_SPACE));
    }
  }
}

function powerOfTen(power: number): string {
  if (power < 100) return String(power);
  return `10${[...String(Math.round(Math.log10(power)))].map((digit) => SUPERSCRIPTS[Number(digit)]).join('')}`;
}

type Titles = { readonly xTitle: string; readonly yTitle: string };

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

/** A value, and its tooltip. */
type Bar = { readonly value: number; readonly tip: string };

const WIDEST_BAR = 40;
const SHARE_OF_STEP = 0.82;

/** Returns the content of an SVG of this size. */
export function barChart(chart: BarChart, size: Size): Markup {
  const { bars, together = 1, last = bars.length * together - 1 } = chart;
  const { most = Math.max(...bars.map(({ value }) => value)) } = chart;
  const y = valueAxis(chart.kind, chart.yTitle, most, verticalExtent(size));
  const { plot, x, step, grid, axes } = frame(chart.xTitle, y, size, 0, last);
  const width = Math.min(WIDEST_BAR, step * together * SHARE_OF_STEP);
  const drawn = bars.map(({ value, tip }, index) => {
    const top = y.at(value);
    const middle = x.at(index * together + (together - 1) / 2);
    return markup`<rect x="${middle - width / 2}" y="${top}" width="${width}" height="${plot.bottom - top}"><title>${tip}</title></rect>
`;
  });
  return markup`${grid}
<g class="bars" fill="#444">
${drawn}</g>
${axes}`;
}

/** Width of a file in units: text of 12 units is then 7 points high in a column of 3.3 inches. */
const FILE_SIZE = { width: 420, height: 270 };

/** Returns a chart alone, as a black-on-white SVG file for a paper. @param description the values in a sentence, for screen readers */
export function barChartFile(title: string, description: string, chart: BarChart): string {
  const { width, height } = FILE_SIZE;
  const { text } =
    markup`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-labelledby="title desc" font-family="Helvetica, Arial, sans-serif" font-size="${FONT_SIZE}">
<title id="title">${title}</title>
<desc id="desc">${description}</desc>
<rect width="${width}" height="${height}" fill="#fff"/>
${barChart(chart, FILE_SIZE)}
</svg>
`;
  return `<?xml version="1.0" encoding="UTF-8"?>\n${text}`;
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

/** A value at a number, and its tooltip. */
export type Point = { readonly number: number; readonly value: number; readonly tip: string };

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
  const beside = names.length === 0 ? undefined : Math.max(...names.map(textWidth)) + NAME_GAP;
  const y = valueAxis(chart.kind, chart.yTitle, most, verticalExtent(size));
  const [first, last] = [Math.min(...numbers), Math.max(...numbers)];
  const { plot, x, step, grid, axes } = frame(chart.xTitle, y, size, first, last, beside);
  const radius = step < LEAST_STEP_OF_DOTS ? null : Math.min(LARGEST_DOT, step / 4);
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
  return markup`${grid}
${across === undefined ? null : markup`<path class="across" d="M${plot.left} ${y.at(across)}H${plot.right}"/>`}
${drawn}${axes}
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

/**
 * Returns a figure.
 * @param isWhole true if it takes the full width of a large page, otherwise half
 */
export function figure({ title, caption, label = caption, chart }: Figure, isWhole = false): Markup {
  const sizes = (isWhole ? ['narrow', 'wide', 'full'] : ['narrow', 'wide']) as readonly (keyof typeof SIZES)[];
  const charts = sizes.map((name) => {
    const size = SIZES[name];
    const drawn = 'bars' in chart ? barChart(chart, size) : lineChart(chart, size);
    return markup`<svg class="chart ${name}" role="img" aria-label="${`${title}. ${label}`}" viewBox="0 0 ${size.width} ${size.height}" font-size="${FONT_SIZE}">
${drawn}
</svg>
`;
  });
  return markup`<figure${isWhole ? markup` class="whole"` : null}>
<figcaption><strong>${title}</strong> ${caption}</figcaption>
${charts}</figure>
`;
}
