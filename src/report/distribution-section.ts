/** The distribution of distances, and how the layers grow. */

import type { Analysis, DepthAnalysis } from '../analysis/analyse.js';
import { grouped, shareText } from '../text/numbers.js';
import { DISTANCE_TITLE, distributionChart, distributionSentence, logarithmicChart } from './distribution-chart.js';
import { figure, fullFigure } from './figure.js';
import { lineChart, type Point } from './line-chart.js';
import { type Markup, markup } from './markup.js';
import { numberTable } from './number-table.js';

export function distributionSection({ histogram, states, depths }: Analysis): Markup {
  const sentence = distributionSentence(histogram);
  return markup`<section aria-labelledby="distribution">
<h2 id="distribution">Distribution of distances</h2>
${fullFigure({
  title: 'Positions at each distance.',
  caption: sentence,
  draw: (size) => distributionChart(histogram, size),
})}
<div class="figures pairs">
${figure({
  title: 'The same in powers of ten.',
  caption: 'Each line across is ten times the one below.',
  label: sentence,
  draw: (size) => logarithmicChart(histogram, size),
})}
${growthFigure(depths)}
</div>
${numberTable('Distribution in numbers', [
  { head: 'distance', cells: depths.map(({ depth }) => String(depth)) },
  { head: 'positions', cells: histogram.map(grouped) },
  { head: 'share', cells: histogram.map((count) => shareText(count / states)) },
  { head: 'share up to here', cells: sumsOf(histogram).map((sum) => shareText(sum / states)) },
  { head: 'growth', cells: depths.map(({ growth }) => growth?.toFixed(4) ?? '') },
])}
</section>
`;
}

function growthFigure(depths: readonly DepthAnalysis[]): Markup {
  const points = depths.flatMap(({ depth, growth }): Point[] =>
    growth === null ? [] : [{ number: depth, value: growth, tip: `distance ${depth}: ${growth.toFixed(4)} times` }],
  );
  const shrinking = points.find(({ value }) => value < 1);
  const turn =
    shrinking === undefined ? 'No layer is smaller.' : `The first smaller one is at distance ${shrinking.number}.`;
  return figure({
    title: 'Growth of the layers.',
    caption: `Positions at a distance for each one at the distance before. ${turn}`,
    draw: (size) =>
      lineChart(
        { xTitle: DISTANCE_TITLE, yTitle: 'growth', kind: 'numbers', across: 1, lines: [{ look: 'solid', points }] },
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
