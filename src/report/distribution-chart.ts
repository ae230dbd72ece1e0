/** How many positions lie at each distance. */

import { grouped, shareText } from '../text/numbers.js';
import { barChart } from './bar-chart.js';
import { lineChart } from './line-chart.js';
import type { Markup } from './markup.js';
import type { Size } from './plot.js';

export const DISTANCE_TITLE = 'distance from the goal';
const COUNT_TITLE = 'positions';

/** @param histogram positions of each distance 0, 1, 2 ... */
export function distributionChart(histogram: readonly number[], size: Size): Markup {
  const bars = histogram.map((value, depth) => ({ value, tip: tipOf(histogram, depth) }));
  return barChart({ xTitle: DISTANCE_TITLE, yTitle: COUNT_TITLE, kind: 'counts', bars }, size);
}

/** The same in powers of ten: bars would begin nowhere, so that there are points. */
export function logarithmicChart(histogram: readonly number[], size: Size): Markup {
  const points = histogram.map((value, number) => ({ number, value, tip: tipOf(histogram, number) }));
  return lineChart(
    { xTitle: DISTANCE_TITLE, yTitle: COUNT_TITLE, kind: 'decades', lines: [{ look: 'solid', points }] },
    size,
  );
}

/** The distribution in a sentence, for those who do not see it. */
export function distributionSentence(histogram: readonly number[]): string {
  const most = Math.max(...histogram);
  const last = histogram.length - 1;
  return `From ${positionsText(histogram[0])} at distance 0 to ${positionsText(most)} at ${histogram.indexOf(most)}, and ${positionsText(histogram[last])} at ${last}, the greatest.`;
}

export function positionsText(count: number): string {
  return count === 1 ? '1 position' : `${grouped(count)} positions`;
}

function tipOf(histogram: readonly number[], depth: number): string {
  const states = histogram.reduce((sum, count) => sum + count, 0);
  return `distance ${depth}: ${positionsText(histogram[depth])} (${shareText(histogram[depth] / states)})`;
}
