/** How many states lie at each distance. */

import { type DepthGroup, depthGroups, groupText } from '../../../base/statistics/depth-groups.js';
import { mostOf } from '../../../base/statistics/distribution.js';
import { grouped, shareText } from '../../../base/text/numbers.js';
import { BOARD, type Subject } from '../subject.js';
import { barChart } from './bar-chart.js';
import { lineChart } from './line-chart.js';
import type { Markup } from './markup.js';
import type { Size } from './plot.js';

/** Bars and points at most, where distances are taken together: so many can be told from each other in a wide picture. */
export const MOST_MARKS = 200;

/** @param histogram states of each distance 0, 1, 2 ...; where they are taken together, their mean is drawn */
export function distributionChart(histogram: readonly number[], size: Size, subject = BOARD): Markup {
  const marks = marksOf(histogram, subject);
  const together = marks[0].last + 1;
  return barChart({ xTitle: subject.distance, yTitle: subject.states, kind: 'counts', bars: marks, together }, size);
}

/** The same in powers of ten: bars would begin nowhere, so that there are points. */
export function logarithmicChart(histogram: readonly number[], size: Size, subject = BOARD): Markup {
  const points = marksOf(histogram, subject).map((mark) => ({ ...mark, number: middleOf(mark) }));
  return lineChart(
    { xTitle: subject.distance, yTitle: subject.states, kind: 'decades', lines: [{ look: 'solid', points }] },
    size,
  );
}

/** Where a group of distances stands on their axis. */
export function middleOf({ first, last }: DepthGroup): number {
  return (first + last) / 2;
}

/** The distribution in a sentence, for those who do not see it. */
export function distributionSentence(histogram: readonly number[], subject = BOARD): string {
  const most = mostOf(histogram);
  const last = histogram.length - 1;
  return `From ${countedText(histogram[0], subject)} at distance 0 to ${countedText(most, subject)} at ${histogram.indexOf(most)}, and ${countedText(histogram[last], subject)} at ${last}, the greatest.${togetherText(histogram.length)}`;
}

/** Says where distances are taken together; nothing where they are not. */
export function togetherText(depths: number): string {
  const together = depthGroups(depths, MOST_MARKS)[0].last + 1;
  return together === 1 ? '' : ` Distances are taken together, ${grouped(together)} at a time: the mean is drawn.`;
}

/** A number of states in words. */
export function countedText(count: number, { state, states }: Subject): string {
  return count === 1 ? `1 ${state}` : `${grouped(count)} ${states}`;
}

interface Mark extends DepthGroup {
  readonly value: number;
  readonly tip: string;
}

function marksOf(histogram: readonly number[], subject: Subject): Mark[] {
  const states = histogram.reduce((sum, count) => sum + count, 0);
  return depthGroups(histogram.length, MOST_MARKS).map((group) => {
    const counts = histogram.slice(group.first, group.last + 1);
    const sum = counts.reduce((total, count) => total + count, 0);
    const where = counts.length === 1 ? 'distance' : 'distances';
    const tip = `${where} ${groupText(group)}: ${countedText(sum, subject)} (${shareText(sum / states)})`;
    return { ...group, value: sum / counts.length, tip };
  });
}
