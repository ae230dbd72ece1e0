/** Charts of the number of states at each distance. */

import { type DepthGroup, depthGroups, groupText } from '../../../base/statistics/depth-groups.js';
import { mostOf } from '../../../base/statistics/distribution.js';
import { grouped, shareText } from '../../../base/text/numbers.js';
import { barChart } from './bar-chart.js';
import { lineChart } from './line-chart.js';
import type { Markup } from './markup.js';
import type { Size } from './plot.js';
import { type StateWords, statesText } from './state-words.js';

/** Maximum bars or points that a wide chart still separates; beyond it, distances are grouped. */
export const MOST_MARKS = 200;

/** Draws a bar for each distance. @param histogram number of states at each distance 0, 1, 2 ...; groups are drawn as their mean */
export function distributionChart(histogram: readonly number[], size: Size, words: StateWords): Markup {
  const marks = marksOf(histogram, words);
  const together = marks[0].last + 1;
  return barChart({ xTitle: words.distance, yTitle: words.states, kind: 'counts', bars: marks, together }, size);
}

/** Draws the same in powers of ten, as points, because bars have no base on a logarithmic scale. */
export function logarithmicChart(histogram: readonly number[], size: Size, words: StateWords): Markup {
  const points = marksOf(histogram, words).map((mark) => ({ ...mark, number: middleOf(mark) }));
  return lineChart(
    { xTitle: words.distance, yTitle: words.states, kind: 'decades', lines: [{ style: 'solid', points }] },
    size,
  );
}

/** Returns the position of a group of distances on their axis. */
export function middleOf({ first, last }: DepthGroup): number {
  return (first + last) / 2;
}

/** Returns the distribution in a sentence, for screen readers. */
export function distributionSentence(histogram: readonly number[], words: StateWords): string {
  const most = mostOf(histogram);
  const last = histogram.length - 1;
  return `From ${statesText(histogram[0], words)} at distance 0 to ${statesText(most, words)} at ${histogram.indexOf(most)}, and ${statesText(histogram[last], words)} at ${last}, the maximum.${togetherText(histogram.length)}`;
}

/** Returns a sentence about grouped distances; '' if they are not grouped. */
export function togetherText(depths: number): string {
  const together = depthGroups(depths, MOST_MARKS)[0].last + 1;
  return together === 1 ? '' : ` Each mark is the mean of ${grouped(together)} distances.`;
}

interface Mark extends DepthGroup {
  readonly value: number;
  readonly tip: string;
}

function marksOf(histogram: readonly number[], words: StateWords): Mark[] {
  const states = histogram.reduce((sum, count) => sum + count, 0);
  return depthGroups(histogram.length, MOST_MARKS).map((group) => {
    const counts = histogram.slice(group.first, group.last + 1);
    const sum = counts.reduce((total, count) => total + count, 0);
    const where = counts.length === 1 ? 'distance' : 'distances';
    const tip = `${where} ${groupText(group)}: ${statesText(sum, words)} (${shareText(sum / states)})`;
    return { ...group, value: sum / counts.length, tip };
  });
}
