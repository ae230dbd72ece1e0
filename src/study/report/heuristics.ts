/** Section on the quality of heuristics: the errors of their estimates. */

import { sumOfRows } from '../../base/statistics.js';
import { grouped, shareText } from '../../base/text.js';
import type { Analysis, HeuristicAnalysis } from '../analysis.js';
import { type BarChart, figure, type Line } from './charts.js';
import { type Markup, markup, numberTable, section } from './markup.js';
import type { StateWords } from './subject.js';

/** The names of a heuristic, at the end of a line and in a sentence, and the style of its line. */
interface Names {
  readonly line: string;
  readonly sentence: string;
  readonly style: Line['style'];
}

/** Names of the heuristics of boards. */
const NAMES = new Map<string, Names>([
  ['misplaced', { line: 'misplaced', sentence: 'Misplaced tiles', style: 'dotted' }],
  ['manhattan', { line: 'Manhattan', sentence: 'Manhattan distance', style: 'dashed' }],
  ['linear-conflict', { line: 'lin. conflict', sentence: 'Linear conflict', style: 'solid' }],
]);

const STYLES = ['solid', 'dashed', 'dotted'] as const;

/** Returns the names of a heuristic. @param index its index among the space's heuristics */
function namesOf({ heuristic }: HeuristicAnalysis, index: number): Names {
  return NAMES.get(heuristic) ?? { line: heuristic, sentence: heuristic, style: STYLES[index % STYLES.length] };
}

const HEADING = 'Quality of the heuristics';

export function heuristicsSection(analysis: Analysis, words: StateWords): Markup {
  const { heuristics, depths, states } = analysis;
  if (heuristics.length === 0) {
    const why =
      'No heuristics apply here: they estimate the number of tiles to be moved one by one, which can exceed the distance if a move slides several tiles.';
    return section('heuristics', HEADING, markup`<p>${why}</p>`);
  }
  const errors = heuristics.map(errorsOf);
  const greatest = Math.max(...errors.map((counts) => counts.length - 1));
  const axes = { last: greatest, most: Math.max(...errors.flat()) / states };
  const columns = heuristics.map((quality, index) => ({
    head: namesOf(quality, index).sentence,
    cells: quality.byDepth.map((at) => at.mean.toFixed(4)),
  }));
  const errorColumns = heuristics.map((quality, index) => ({
    head: namesOf(quality, index).sentence,
    cells: Array.from({ length: greatest + 1 }, (_, error) => grouped(errors[index][error] ?? 0)),
  }));
  return section(
    'heuristics',
    HEADING,
    markup`<p>An admissible heuristic never overestimates the distance; its error is the distance less the estimate.</p>
<div class="figures pairs">
${estimatesFigure(heuristics, words)}
${heuristics.map((quality, index) => errorsFigure(quality, namesOf(quality, index).sentence, errors[index], analysis, axes, words))}
</div>`,
    numberTable('Mean estimates in numbers', [
      { head: 'distance', cells: depths.map(({ depth }) => String(depth)) },
      ...columns,
    ]),
    numberTable('Errors in numbers', [
      { head: 'error', cells: Array.from({ length: greatest + 1 }, (_, error) => String(error)) },
      ...errorColumns,
    ]),
  );
}

function estimatesFigure(heuristics: readonly HeuristicAnalysis[], words: StateWords): Markup {
  // Reversed, so that of two lines that end at the same place, the stronger heuristic's name is above.
  const lines = heuristics
    .map((quality, index): Line => {
      const { line, sentence, style } = namesOf(quality, index);
      const points = quality.byDepth.map(({ depth, mean }) => ({
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

/** @param axes extent of the axes, the same in the charts of all heuristics, so that they can be compared */
function errorsFigure(
  { mean, meanRatio }: HeuristicAnalysis,
  name: string,
  errors: readonly number[],
  { states, mean: meanDistance }: Analysis,
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
    title: `${name}: errors.`,
    caption: `The mean estimate is ${mean.toFixed(4)}, ${tooLow}${ratio}.`,
    chart: { xTitle: 'error of the estimate', yTitle: `share of ${words.states}`, kind: 'shares', bars, ...axes },
  });
}

/** Returns the number of states of each error. */
function errorsOf({ byDepth }: HeuristicAnalysis): number[] {
  return sumOfRows(byDepth.map(({ errors }) => errors));
}
