/** Section on the quality of heuristics: the errors of their estimates. */

import { sumOfRows } from '../base/statistics.js';
import { grouped, shareText } from '../base/text.js';
import type { Analysis, DepthAnalysis, HeuristicAnalysis } from './analysis.js';
import { type BarChart, figure, type Line } from './charts.js';
import { type Column, type Markup, markup, numberTable, section } from './markup.js';
import type { StateWords } from './subject.js';

/** The names of a heuristic, at the end of a line and in a sentence, and the style of its line. */
type Names = { readonly line: string; readonly sentence: string; readonly style: Line['style'] };

/** Names of the heuristics of boards. */
const NAMES = new Map<string, Names>([
  ['misplaced', { line: 'misplaced', sentence: 'Misplaced tiles', style: 'dotted' }],
  ['manhattan', { line: 'Manhattan', sentence: 'Manhattan distance', style: 'dashed' }],
  ['linear-conflict', { line: 'lin. conflict', sentence: 'Linear conflict', style: 'solid' }],
]);

const STYLES = ['solid', 'dashed', 'dotted'] as const;

const HEADING = 'Quality of the heuristics';

/** A heuristic with its names, and the number of states of each error. */
type NamedHeuristic = Names & HeuristicAnalysis & { readonly errors: readonly number[] };

export function heuristicsSection({ heuristics, depths, states, mean }: Analysis, words: StateWords): Markup {
  if (heuristics.length === 0) {
    const why =
      'No heuristics apply here: they estimate the number of tiles to be moved one by one, which can exceed the distance if a move slides several tiles.';
    return section('heuristics', HEADING, markup`<p>${why}</p>`);
  }
  const named = heuristics.map((quality, index): NamedHeuristic => {
    const { heuristic, byDepth } = quality;
    const other = { line: heuristic, sentence: heuristic, style: STYLES[index % STYLES.length] };
    const errors = sumOfRows(byDepth.map(({ errors }) => errors));
    return { ...quality, ...(NAMES.get(heuristic) ?? other), errors };
  });
  const greatest = Math.max(...named.map(({ errors }) => errors.length - 1));
  // The axes have the same extent in the charts of all heuristics, so that they can be compared.
  const axes = { last: greatest, most: Math.max(...named.flatMap(({ errors }) => errors)) / states };
  return section(
    'heuristics',
    HEADING,
    markup`<p>An admissible heuristic never overestimates the distance; its error is the distance less the estimate.</p>
<div class="figures pairs">
${estimatesFigure(named, words)}
${named.map((each) => errorsFigure(each, { states, mean }, axes, words))}
</div>`,
    numberTable('Mean estimates in numbers', depths, [
      ['distance', ({ depth }) => String(depth)],
      ...named.map(({ sentence, byDepth }): Column<DepthAnalysis> => {
        return [sentence, ({ depth }) => byDepth[depth].mean.toFixed(4)];
      }),
    ]),
    numberTable(
      'Errors in numbers',
      [...Array(greatest + 1).keys()],
      [
        ['error', String],
        ...named.map(({ sentence, errors }): Column<number> => [sentence, (error) => grouped(errors[error] ?? 0)]),
      ],
    ),
  );
}

function estimatesFigure(heuristics: readonly NamedHeuristic[], words: StateWords): Markup {
  // Reversed, so that of two lines that end at the same place, the stronger heuristic's name is above.
  const lines = heuristics
    .map(({ byDepth, line, sentence, style }): Line => {
      const points = byDepth.map(({ depth, mean }) => ({
        number: depth,
        value: mean,
        tip: `distance ${depth}: ${sentence} ${mean.toFixed(4)}`,
      }));
      return { name: line, style, points };
    })
    .reverse();
  const truth: Line = {
    name: 'distance',
    style: 'plain',
    points: heuristics[0].byDepth.map(({ depth }) => ({ number: depth, value: depth, tip: `distance ${depth}` })),
  };
  return figure({
    title: 'Mean estimate at each distance.',
    caption: 'A perfect heuristic would coincide with the line of the distance.',
    chart: { xTitle: words.distance, yTitle: 'mean estimate', kind: 'numbers', lines: [truth, ...lines] },
  });
}

function errorsFigure(
  { mean, meanRatio, sentence, errors }: NamedHeuristic,
  { states, mean: meanDistance }: Pick<Analysis, 'states' | 'mean'>,
  axes: Pick<BarChart, 'last' | 'most'>,
  words: StateWords,
): Markup {
  const ratio = meanRatio === null ? '' : `, and ${shareText(meanRatio)} of the distance`;
  const bars = errors.map((count, error) => ({
    value: count / states,
    tip: `error ${error}: ${grouped(count)} ${words.states} (${shareText(count / states)})`,
  }));
  const tooLow = `${(meanDistance - mean).toFixed(4)} too low (${errors.length - 1} at most)`;
  return figure({
    title: `${sentence}: errors.`,
    caption: `The mean estimate is ${mean.toFixed(4)}, ${tooLow}${ratio}.`,
    chart: { xTitle: 'error of the estimate', yTitle: `share of ${words.states}`, kind: 'shares', bars, ...axes },
  });
}
