/** Two axes with ticks, labels, titles and lines across, as SVG. */

import type { DepthAxis } from './depth-axis.js';
import { type Markup, markup } from './markup.js';
import { FONT_SIZE, LABEL_GAP, type Plot } from './plot.js';
import type { ValueAxis } from './value-axis.js';

const TICK_LENGTH = 4;
/** Offset from the middle of a text to its baseline. */
const HALF_DIGIT = FONT_SIZE * 0.36;

/** Returns horizontal lines across the plot. They must be drawn before the values. */
export function grid({ left, right }: Plot, { ticks }: ValueAxis): Markup {
  const lines = ticks.map(({ at }) => markup`<path d="M${left} ${at}H${right}"/>`);
  return markup`<g class="grid" stroke="#ddd">${lines}</g>`;
}

/** Returns the axes, labels and titles around the plot. */
export function axes(plot: Plot, x: DepthAxis, y: ValueAxis): Markup {
  const { left, right, top, bottom } = plot;
  const tickMarks = x.ticks.map(({ at }) => markup`M${at} ${bottom}v${TICK_LENGTH}`);
  const labelLine = bottom + TICK_LENGTH + FONT_SIZE;
  const middle = (top + bottom) / 2;
  return markup`<path class="axis" fill="none" stroke="#000" d="M${left} ${bottom}H${right}${tickMarks}"/>
<g class="labels" text-anchor="middle">${x.ticks.map(({ at, label }) => markup`<text x="${at}" y="${labelLine}">${label}</text>`)}</g>
<g class="labels" text-anchor="end">${y.ticks.map(({ at, label }) => markup`<text x="${left - LABEL_GAP}" y="${at + HALF_DIGIT}">${label}</text>`)}</g>
<text class="title" text-anchor="middle" x="${(left + right) / 2}" y="${labelLine + FONT_SIZE * 1.5}">${x.title}</text>
<text class="title" text-anchor="middle" transform="translate(${FONT_SIZE} ${middle}) rotate(-90)">${y.title}</text>`;
}
