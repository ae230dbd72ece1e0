/** A chart with a bar for each whole number, or for each group of consecutive ones. */

import { axes, grid } from './axes.js';
import { depthAxis } from './depth-axis.js';
import { type Markup, markup } from './markup.js';
import { plotOf, type Size, verticalExtent } from './plot.js';
import { type ValueKind, valueAxis } from './value-axis.js';

export interface BarChart {
  readonly xTitle: string;
  readonly yTitle: string;
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

export interface Bar {
  readonly value: number;
  /** Tooltip. */
  readonly tip: string;
}

const WIDEST_BAR = 40;
const SHARE_OF_STEP = 0.82;

/** Returns the content of an SVG of this size. */
export function barChart(
  {
    xTitle,
    yTitle,
    kind,
    bars,
    together = 1,
    last = bars.length * together - 1,
    most = Math.max(...bars.map(({ value }) => value)),
  }: BarChart,
  size: Size,
): Markup {
  const y = valueAxis(kind, yTitle, most, verticalExtent(size.height));
  const plot = plotOf(
    size,
    y.ticks.map(({ label }) => label),
  );
  const x = depthAxis(xTitle, 0, last, plot);
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
