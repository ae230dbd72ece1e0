/** Section on the moves at each distance: neighbours, local maxima, shortest solutions. */

import { groupText } from '../base/statistics.js';
import { countText, grouped, meanText, shareText } from '../base/text.js';
import { type DepthRange, type DistanceAnalysis, depthRanges, hasLevel, meanLevel } from './analysis.js';
import { figure, type Line } from './charts.js';
import { MOST_MARKS, middleOf, togetherText } from './distribution.js';
import { type Column, type Markup, markup, numberTable, section } from './markup.js';
import type { StateWords } from './subject.js';

/** Maximum number of solutions on a linear scale; more are drawn in powers of ten. */
const MOST_ON_A_LINEAR_SCALE = 10;

export function branchingSection({ depths, shortestSolutions }: DistanceAnalysis, words: StateWords): Markup {
  const ranges = depthRanges(depths, MOST_MARKS);
  const level = hasLevel(depths);
  return section(
    'branching',
    'Moves at each distance',
    ranges.length === depths.length ? null : markup`<p>${togetherText(depths.length).trim()}</p>`,
    markup`<div class="figures">`,
    neighboursFigure(ranges, level, words),
    localMaximaFigure(ranges, words),
    shortestSolutions && solutionsFigure(ranges, shortestSolutions.maximum, words),
    markup`</div>`,
    numberTable('Moves in numbers', ranges, [
      ['distance', groupText],
      ['moves', ({ meanDegree }) => meanDegree.toFixed(4)],
      ['nearer', ({ meanNearer }) => meanNearer.toFixed(4)],
      ...(level ? [['level', (range) => meanLevel(range).toFixed(4)] satisfies Column<DepthRange>] : []),
      ['further', ({ meanFurther }) => meanFurther.toFixed(4)],
      ['local maxima', ({ localMaxima }) => grouped(localMaxima)],
      ['share', ({ localMaxima, states }) => shareText(localMaxima / states)],
      ...(shortestSolutions === null ? [] : SOLUTIONS),
    ]),
  );
}

const SOLUTIONS: readonly Column<DepthRange>[] = [
  ['solutions', ({ shortestSolutions }) => meanText(shortestSolutions?.mean ?? 0, 4)],
  ['most', ({ shortestSolutions }) => countText(shortestSolutions?.maximum ?? 0)],
];

/** Returns the distances of a tip's value, in words. */
function whereText(range: DepthRange): string {
  return `${range.first === range.last ? 'distance' : 'distances'} ${groupText(range)}`;
}

/** Returns a line over the ranges that have a value. @param tip text of a value */
function line(
  ranges: readonly DepthRange[],
  name: string,
  style: Line['style'],
  of: (range: DepthRange) => number | undefined,
  tip: (value: number) => string,
): Line {
  const points = ranges.flatMap((range) => {
    const value = of(range);
    // A chart cannot show Infinity.
    if (value === undefined || !Number.isFinite(value)) return [];
    return [{ number: middleOf(range), value, tip: `${whereText(range)}: ${tip(value)}` }];
  });
  return { name, style, points };
}

function neighboursFigure(ranges: readonly DepthRange[], level: boolean, words: StateWords): Markup {
  const moves = (name: string, style: Line['style'], of: (range: DepthRange) => number) =>
    line(ranges, name, style, of, (value) => `${value.toFixed(4)} ${name}`);
  const lines = [
    moves('all', 'plain', ({ meanDegree }) => meanDegree),
    moves('nearer', 'solid', ({ meanNearer }) => meanNearer),
    ...(level ? [moves('level', 'dotted', meanLevel)] : []),
    moves('further', 'dashed', ({ meanFurther }) => meanFurther),
  ];
  const which = level ? `, as far from it, and further away` : ' and further away';
  return figure({
    title: `Moves of a ${words.state}.`,
    caption: `The mean number of moves that a ${words.state} allows, and of those that lead nearer to ${words.origin}${which}.`,
    chart: { xTitle: words.distance, yTitle: 'moves', kind: 'numbers', lines },
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
    chart: { xTitle: words.distance, yTitle: 'share', kind: 'shares', bars, together: ranges[0].last + 1 },
  });
}

function solutionsFigure(ranges: readonly DepthRange[], most: number, words: StateWords): Markup {
  const maximum = ({ shortestSolutions }: DepthRange) => shortestSolutions?.maximum;
  const mean = ({ shortestSolutions }: DepthRange) => shortestSolutions?.mean;
  const lines = [
    line(ranges, 'most', 'dashed', maximum, (value) => `${countText(value)} (most)`),
    line(ranges, 'mean', 'solid', mean, (value) => `${meanText(value, 4)} (mean)`),
  ];
  const kind = most > MOST_ON_A_LINEAR_SCALE ? 'decades' : 'numbers';
  return figure({
    title: 'Shortest solutions.',
    caption: `The mean and the maximum number of shortest solutions of a ${words.state}.`,
    chart: { xTitle: words.distance, yTitle: 'shortest solutions', kind, lines },
  });
}
