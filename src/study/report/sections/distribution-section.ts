/** Section on the distribution of distances and the growth of the layers. */

import { groupText } from '../../../base/statistics/depth-groups.js';
import { grouped, shareText } from '../../../base/text/numbers.js';
import { depthRanges } from '../../analysis/depth-ranges.js';
import type { DepthAnalysis, DistanceAnalysis } from '../../analysis/distance-analysis.js';
import { distributionChart, distributionSentence, logarithmicChart, MOST_MARKS } from '../charts/distribution-chart.js';
import { type Figure, figure, fullFigure } from '../charts/figure.js';
import { lineChart, type Point } from '../charts/line-chart.js';
import { type Markup, markup } from '../charts/markup.js';
import { capital, type StateWords } from '../charts/state-words.js';
import { numberTable } from './number-table.js';

export function distributionSection({ histogram, states, depths }: DistanceAnalysis, words: StateWords): Markup {
  const sentence = distributionSentence(histogram, words);
  const ranges = depthRanges(depths, MOST_MARKS);
  const single = ranges.length === depths.length;
  const inPowers: Figure = {
    title: 'The same in powers of ten.',
    caption: 'Each horizontal line is ten times the one below.',
    label: sentence,
    draw: (size) => logarithmicChart(histogram, size, words),
  };
  return markup`<section aria-labelledby="distribution">
<h2 id="distribution">Distribution of distances</h2>
${fullFigure({
  title: `${capital(words.states)} at each distance.`,
  caption: sentence,
  draw: (size) => distributionChart(histogram, size, words),
})}
${
  single && depths.length > 1
    ? markup`<div class="figures pairs">
${figure(inPowers)}
${growthFigure(depths, words)}
</div>`
    : fullFigure(inPowers)
}
${numberTable('Distribution in numbers', [
  { head: 'distance', cells: ranges.map(groupText) },
  { head: words.states, cells: ranges.map((range) => grouped(range.states)) },
  { head: 'share', cells: ranges.map((range) => shareText(range.states / states)) },
  {
    head: 'share up to here',
    cells: sumsOf(ranges.map((range) => range.states)).map((sum) => shareText(sum / states)),
  },
  ...(single ? [{ head: 'growth', cells: ranges.map(({ growth }) => growth?.toFixed(4) ?? '') }] : []),
])}
</section>
`;
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
  return figure({
    title: 'Growth of the layers.',
    caption: `Ratio of the ${words.states} at a distance to those at the distance before. ${turn}`,
    draw: (size) =>
      lineChart(
        { xTitle: words.distance, yTitle: 'growth', kind: 'numbers', across: 1, lines: [{ style: 'solid', points }] },
        size,
      ),
  });
}

function sumsOf(counts: readonly number[]): number[] {
  let sum = 0;
  return counts.map((count) => {
    sum += count;
    return sum;
  });
}
