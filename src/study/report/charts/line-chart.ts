/** A chart of lines over whole numbers, each with its name at its end. */

import { axes, grid } from './axes.js';
import { depthAxis } from './depth-axis.js';
import { spread } from './label-places.js';
import { type Markup, markup } from './markup.js';
import { FONT_SIZE, plotOf, type Size, textWidth, verticalExtent } from './plot.js';
import { type ValueKind, valueAxis } from './value-axis.js';

export interface LineChart {
  readonly xTitle: string;
  readonly yTitle: string;
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
export function lineChart({ xTitle, yTitle, kind, lines, across }: LineChart, size: Size): Markup {
  const points = lines.flatMap((line) => line.points);
  const most = Math.max(across ?? 0, ...points.map(({ value }) => value));
  const y = valueAxis(kind, yTitle, most, verticalExtent(size.height));
  const names = lines.flatMap(({ name }) => (name === undefined ? [] : [name]));
  const plot = plotOf(
    size,
    y.ticks.map(({ label }) => label),
    names.length === 0 ? undefined : Math.max(...names.map(textWidth)) + NAME_GAP,
  );
  const numbers = points.map(({ number }) => number);
  const x = depthAxis(xTitle, Math.min(...numbers), Math.max(...numbers), plot);
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
