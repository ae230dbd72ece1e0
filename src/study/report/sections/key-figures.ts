/** Section of a space's key figures. */

import { countText, grouped, meanText, shareText } from '../../../base/text/numbers.js';
import type { DistanceAnalysis } from '../../analysis/distance-analysis.js';
import { type Markup, markup } from '../charts/markup.js';
import type { StateWords } from '../charts/state-words.js';

interface Fact {
  readonly name: string;
  readonly value: string;
  readonly meaning: string;
}

export function keyFigures(analysis: DistanceAnalysis, words: StateWords): Markup {
  const facts = keyFacts(analysis, words).map(
    ({ name, value, meaning }) =>
      markup`<div><dt>${name}</dt><dd><strong>${value}</strong> <small>${meaning}</small></dd></div>
`,
  );
  const { quantiles } = analysis;
  return markup`<section aria-labelledby="figures">
<h2 id="figures">Key figures</h2>
<dl class="facts">
${facts}</dl>
<h3 id="quantiles">Quantiles</h3>
<p>The smallest distance that this share of all ${words.states} does not exceed.</p>
<div class="scroll" role="region" aria-labelledby="quantiles" tabindex="0"><table>
<tr><th scope="row">share</th>${quantiles.map(({ share }) => markup`<td>${Math.round(share * 100)}\u202f%</td>`)}</tr>
<tr><th scope="row">distance</th>${quantiles.map(({ depth }) => markup`<td>${depth}</td>`)}</tr>
</table></div>
</section>
`;
}

function keyFacts(analysis: DistanceAnalysis, words: StateWords): Fact[] {
  const { states, notReached, maxDepth, antipodeCount, localMaxima, shortestSolutions, positionMean } = analysis;
  const facts: Fact[] = [
    {
      name: 'States',
      value: grouped(states),
      meaning: `${words.states} that moves reach, including ${words.origins}`,
    },
  ];
  if (notReached > 0) {
    facts.push({ name: 'Not reached', value: grouped(notReached), meaning: `${words.states} that no moves reach` });
  }
  facts.push(
    { name: 'Maximum distance', value: String(maxDepth), meaning: `from ${words.origin}` },
    {
      name: 'Antipodes',
      value: grouped(antipodeCount),
      meaning: `${antipodeCount === 1 ? words.state : words.states} at that distance`,
    },
    { name: 'Mean distance', value: analysis.mean.toFixed(4), meaning: 'over all states' },
  );
  if (positionMean !== undefined) {
    const meaning = 'over all positions of the board; a state stands for one position for each cell of its blank';
    facts.push({ name: 'Mean of positions', value: positionMean.toFixed(4), meaning });
  }
  facts.push(
    {
      name: 'Median',
      value: String(analysis.median),
      meaning: 'at least half of the states are at most this far away',
    },
    { name: 'Mode', value: String(analysis.mode), meaning: 'no distance has more states' },
    { name: 'Standard deviation', value: analysis.standardDeviation.toFixed(4), meaning: 'of the distance' },
    { name: 'Mean degree', value: analysis.meanDegree.toFixed(4), meaning: 'moves that a state allows' },
    {
      name: 'Local maxima',
      value: grouped(localMaxima),
      meaning: `states that no move takes further from ${words.origin}: ${shareText(localMaxima / states)}`,
    },
  );
  if (shortestSolutions !== null) {
    facts.push({
      name: 'Shortest solutions',
      value: meanText(shortestSolutions.mean, 2),
      meaning: `of a state on average, ${countText(shortestSolutions.maximum)} at most`,
    });
  }
  return facts;
}
