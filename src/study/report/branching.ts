/** Section on the moves at each distance: neighbours, local maxima, shortest solutions. */

import { groupText } from '../../base/statistics.js';
import { countText, grouped, meanText, shareText } from '../../base/text.js';
import { type DepthRange, type DistanceAnalysis, depthRanges, hasLevel, meanLevel } from '../analysis.js';
import { barChart, figure, type Line, lineChart } from './charts.js';
import { MOST_MARKS, middleOf, togetherText } from './distribution.js';
import { type Column, type Markup, markup, numberTable } from './markup.js';
import type { StateWords } from './subject.js';

/** Maximum number of solutions on a linear scale; more are drawn in powers of ten. */
const MOST_ON_A_LINEAR_SCALE = 10;

export function branchingSection({ depths, shortestSolutions }: DistanceAnalysis, words: StateWords): Markup {
  const ranges = depthRanges(depths, MOST_MARKS);
  const level = hasLevel(depths);
  const levelColumns = level ? [column('level', ranges, (range) => meanLevel(range).toFixed(4))] : [];
  const solutionColumns: Column[] =
    shortestSolutions === null
      ? []
      : [
          column('solutions', ranges, ({ shortestSolutions: counts }) => meanText(counts?.mean ?? 0, 4)),
          column('most', ranges, ({ shortestSolutions: counts }) => countText(counts?.maximum ?? 0)),
        ];
  return markup`<section aria-labelledby="branching">
<h2 id="branching">Moves at each distance</h2>
${ranges.length === depths.length ? null : markup`<p>${togetherText(depths.length).trim()}</p>`}
<div class="figures">
${neighboursFigure(ranges, level, words)}
${localMaximaFigure(ranges, words)}
${shortestSolutions === null ? null : solutionsFigure(ranges, shortestSolutions.maximum, words)}
</div>
${numberTable('Moves in numbers', [
  column('distance', ranges, groupText),
  column('moves', ranges, ({ meanDegree }) => meanDegree.toFixed(4)),
  column('nearer', ranges, ({ meanNearer }) => meanNearer.toFixed(4)),
  ...levelColumns,
  column('further', ranges, ({ meanFurther }) => meanFurther.toFixed(4)),
  column('local maxima', ranges, ({ localMaxima }) => grouped(localMaxima)),
  column('share', ranges, ({ localMaxima, states }) => shareText(localMaxima / states)),
  ...solutionColumns,
])}
</section>
`;
}

function column(head: string, ranges: readonly DepthRange[], cell: (range: DepthRange) => string): Column {
  return { head, cells: ranges.map(cell) };
}

/** Returns the distances of a tip's value, in words. */
function whereText(range: DepthRange): string {
  return `${range.first === range.last ? 'distance' : 'distances'} ${groupText(range)}`;
}

function neighboursFigure(ranges: readonly DepthRange[], level: boolean, words: StateWords): Markup {
  const line = (name: string, style: Line['style'], of: (range: DepthRange) => number): Line => ({
    name,
    style,
    points: ranges.map((at) => ({
      number: middleOf(at),
      value: of(at),
      tip: `${whereText(at)}: ${of(at).toFixed(4)} ${name}`,
    })),
  });
  const lines = [
    line('all', 'plain', ({ meanDegree }) => meanDegree),
    line('nearer', 'solid', ({ meanNearer }) => meanNearer),
    ...(level ? [line('level', 'dotted', meanLevel)] : []),
    line('further', 'dashed', ({ meanFurther }) => meanFurther),
  ];
  const which = level ? `, as far from it, and further away` : ' and further away';
  return figure({
    title: `Moves of a ${words.state}.`,
    caption: `The mean number of moves that a ${words.state} allows, and of those that lead nearer to ${words.origin}${which}.`,
    draw: (size) => lineChart({ xTitle: words.distance, yTitle: 'moves', kind: 'numbers', lines }, size),
  });
}

function localMaximaFigure(ranges: readonly DepthRange[], words: StateWords): Markup {
  const bars = ranges.map((range) => ({
    value: range.localMaxima / range.states,
    tip: `${whereText(range)}: ${grouped(range.localMaxima)} of ${grouped(range.states)}, ${shareText(range.localMaxima / range.states)}`,
  }));
  const first = ranges.find(({ localMaxima }) => localMaxima > 0);
  return figure({
    title: 'Local maxima.',
    caption: `The share of the ${words.states} at a distance that no move takes further from ${words.origin}.${first === undefined ? '' : ` The first are at ${whereText(first)}.`}`,
    draw: (size) =>
      barChart({ xTitle: words.distance, yTitle: 'share', kind: 'shares', bars, together: ranges[0].last + 1 }, size),
  });
}

function solutionsFigure(ranges: readonly DepthRange[], most: number, words: StateWords): Markup {
  const line = (name: string, style: Line['style'], kind: 'mean' | 'maximum'): Line => ({
    name,
    style,
    points: ranges.flatMap((range) => {
      const value = range.shortestSolutions?.[kind];
      // A chart cannot show Infinity.
      if (value === undefined || !Number.isFinite(value)) return [];
      const text = kind === 'mean' ? meanText(value, 4) : countText(value);
      return [{ number: middleOf(range), value, tip: `${whereText(range)}: ${text} (${name})` }];
    }),
  });
  const lines = [line('most', 'dashed', 'maximum'), line('mean', 'solid', 'mean')];
  const kind = most > MOST_ON_A_LINEAR_SCALE ? 'decades' : 'numbers';
  return figure({
    title: 'Shortest solutions.',
    caption: `The mean and the maximum number of shortest solutions of a ${words.state}.`,
    draw: (size) => lineChart({ xTitle: words.distance, yTitle: 'shortest solutions', kind, lines }, size),
  });
}
