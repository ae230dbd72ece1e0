/** The distribution of distances: charts of the number of states at each distance, for the page and for a paper, and their section. */

import { type DepthGroup, depthGroups, groupText, mostOf } from '../base/statistics.js';
import { countOf, grouped, shareText } from '../base/text.js';
import { type DepthAnalysis, type DepthRange, type DistanceAnalysis, depthRanges } from './analysis.js';
import { type BarChart, barChartFile, type Figure, figure, type LineChart, type Point } from './charts.js';
import { type Column, type Markup, markup, numberTable, section } from './markup.js';
import { capital, type StateWords } from './subject.js';

/** Maximum bars or points that a wide chart still separates; beyond it, distances are grouped. */
export const MOST_MARKS = 200;

/** Returns a bar for each distance. @param histogram number of states at each distance 0, 1, 2 ...; groups are drawn as their mean */
export function distributionChart(histogram: readonly number[], words: StateWords): BarChart {
  const bars = marksOf(histogram, words);
  return { xTitle: words.distance, yTitle: words.states, kind: 'counts', bars, together: bars[0].last + 1 };
}

/** Returns the same in powers of ten, as points, because bars have no base on a logarithmic scale. */
export function logarithmicChart(histogram: readonly number[], words: StateWords): LineChart {
  const points = marksOf(histogram, words).map((mark) => ({ ...mark, number: middleOf(mark) }));
  const lines = [{ style: 'solid', points }] as const;
  return { xTitle: words.distance, yTitle: words.states, kind: 'decades', lines };
}

/** Returns the position of a group of distances on their axis. */
export function middleOf({ first, last }: DepthGroup): number {
  return (first + last) / 2;
}

/** Returns the distribution in a sentence, for screen readers. */
function distributionSentence(histogram: readonly number[], words: StateWords): string {
  const most = mostOf(histogram);
  const last = histogram.length - 1;
  const [first, greatest, deepest] = [histogram[0], most, histogram[last]].map((count) => countOf(count, words.state));
  return `From ${first} at distance 0 to ${greatest} at ${histogram.indexOf(most)}, and ${deepest} at ${last}, the maximum.${togetherText(histogram.length)}`;
}

/** Returns a sentence about grouped distances; '' if they are not grouped. */
export function togetherText(depths: number): string {
  const together = depthGroups(depths, MOST_MARKS)[0].last + 1;
  return together === 1 ? '' : ` Each mark is the mean of ${grouped(together)} distances.`;
}

function marksOf(histogram: readonly number[], words: StateWords) {
  const states = histogram.reduce((sum, count) => sum + count, 0);
  return depthGroups(histogram.length, MOST_MARKS).map((group) => {
    const counts = histogram.slice(group.first, group.last + 1);
    const sum = counts.reduce((total, count) => total + count, 0);
    const where = counts.length === 1 ? 'distance' : 'distances';
    const tip = `${where} ${groupText(group)}: ${countOf(sum, words.state)} (${shareText(sum / states)})`;
    return { ...group, value: sum / counts.length, tip };
  });
}

/**
 * Draws the distribution alone, as a black-on-white SVG file for a paper.
 * @param space full name of the space
 * @param histogram number of states at each distance 0, 1, 2 ...
 * @returns the contents of the file
 */
export function distributionSvg(space: string, histogram: readonly number[], words: StateWords): string {
  const title = `${space}: ${words.states} at each ${words.distance}`;
  return barChartFile(title, distributionSentence(histogram, words), distributionChart(histogram, words));
}

/** Returns the section on the distribution of distances and the growth of the layers. */
export function distributionSection({ histogram, states, depths }: DistanceAnalysis, words: StateWords): Markup {
  const sentence = distributionSentence(histogram, words);
  const ranges = depthRanges(depths, MOST_MARKS);
  const single = ranges.length === depths.length;
  const inPowers: Figure = {
    title: 'The same in powers of ten.',
    caption: 'Each horizontal line is ten times the one below.',
    label: sentence,
    chart: logarithmicChart(histogram, words),
  };
  let sum = 0;
  const growth: Column<DepthRange> = ['growth', (range) => range.growth?.toFixed(4) ?? ''];
  return section(
    'distribution',
    'Distribution of distances',
    figure(
      {
        title: `${capital(words.states)} at each distance.`,
        caption: sentence,
        chart: distributionChart(histogram, words),
      },
      true,
    ),
    single && depths.length > 1
      ? markup`<div class="figures pairs">\n${figure(inPowers)}\n${growthFigure(depths, words)}\n</div>`
      : figure(inPowers, true),
    numberTable('Distribution in numbers', ranges, [
      ['distance', groupText],
      [words.states, (range) => grouped(range.states)],
      ['share', (range) => shareText(range.states / states)],
      [
        'share up to here',
        (range) => {
          sum += range.states;
          return shareText(sum / states);
        },
      ],
      ...(single ? [growth] : []),
    ]),
  );
}

function growthFigure(depths: readonly DepthAnalysis[], words: StateWords): Markup {
  const points = depths.flatMap(({ depth, growth }): Point[] =>
    growth === null ? [] : [{ number: depth, value: growth, tip: `distance ${depth}: ${growth.toFixed(4)} times` }],
  );
  const shrinking = points.find(({ value }) => value < 1);
  const turn =
    shrinking === undefined
      ? 'No layer is smaller than the one before.'
      : `The first layer that is smaller than the one before is at distance ${shrinking.number}.`;
  const lines = [{ style: 'solid', points }] as const;
  return figure({
    title: 'Growth of the layers.',
    caption: `Ratio of the ${words.states} at a distance to those at the distance before. ${turn}`,
    chart: { xTitle: words.distance, yTitle: 'growth', kind: 'numbers', across: 1, lines },
  });
}
