/** A bar for each whole number. */

import { axes, grid } from './axes.js';
import { depthAxis } from './depth-axis.js';
import { type Markup, markup } from './markup.js';
import { plotOf, type Size, verticalExtent } from './plot.js';
import { type ValueKind, valueAxis } from './value-axis.js';

export interface BarChart {
  readonly xTitle: string;
  readonly yTitle: string;
  readonly kind: Exclude<ValueKind, 'decades'>;
  /** For 0, 1, 2 ... */
  readonly bars: readonly Bar[];
  /** The last number of the horizontal axis, where it goes on beyond the bars. */
  readonly last?: number;
  /** The greatest value of the vertical axis, where it is to go on above the bars. */
  readonly most?: number;
}

export interface Bar {
  readonly value: number;
  /** What is said of it where a pointer rests. */
  readonly tip: string;
}

const WIDEST_BAR = 40;
const SHARE_OF_STEP = 0.82;

/** The content of an SVG of that size. */
export function barChart(
  { xTitle, yTitle, kind, bars, last = bars.length - 1, most = Math.max(...bars.map(({ value }) => value)) }: BarChart,
  size: Size,
): Markup {
  const y = valueAxis(kind, yTitle, most, verticalExtent(size.height));
  const plot = plotOf(
    size,
    y.ticks.map(({ label }) => label),
  );
  const x = depthAxis(xTitle, 0, last, plot);
  const width = Math.min(WIDEST_BAR, x.step * SHARE_OF_STEP);
  const drawn = bars.map(({ value, tip }, number) => {
    const top = y.at(value);
    return markup`<rect x="${x.at(number) - width / 2}" y="${top}" width="${width}" height="${plot.bottom - top}"><title>${tip}</title></rect>
`;
  });
  return markup`${grid(plot, y)}
<g class="bars" fill="#444">
${drawn}</g>
${axes(plot, x, y)}`;
}
