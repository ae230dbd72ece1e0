/** What moves do at each distance: neighbours, local maxima, shortest solutions. */

import type { Analysis, DepthAnalysis } from '../analysis/analyse.js';
import { grouped, shareText } from '../text/numbers.js';
import { barChart } from './bar-chart.js';
import { DISTANCE_TITLE } from './distribution-chart.js';
import { figure } from './figure.js';
import { type Line, lineChart } from './line-chart.js';
import { type Markup, markup } from './markup.js';
import { type Column, numberTable } from './number-table.js';

/** Above it the numbers of solutions are drawn in powers of ten. */
const MOST_ON_A_LINEAR_SCALE = 10;

export function branchingSection({ depths, shortestSolutions }: Analysis): Markup {
  const solutionColumns: Column[] =
    shortestSolutions === null
      ? []
      : [
          column('solutions', depths, ({ shortestSolutions: counts }) => counts?.mean.toFixed(4) ?? ''),
          column('most', depths, ({ shortestSolutions: counts }) => (counts === null ? '' : grouped(counts.maximum))),
        ];
  return markup`<section aria-labelledby="branching">
<h2 id="branching">Moves at each distance</h2>
<div class="figures">
${neighboursFigure(depths)}
${localMaximaFigure(depths)}
${shortestSolutions === null ? null : solutionsFigure(depths, shortestSolutions.maximum)}
</div>
${numberTable('Moves in numbers', [
  column('distance', depths, ({ depth }) => String(depth)),
  column('moves', depths, ({ meanDegree }) => meanDegree.toFixed(4)),
  column('nearer', depths, ({ meanNearer }) => meanNearer.toFixed(4)),
  column('further', depths, ({ meanFurther }) => meanFurther.toFixed(4)),
  column('local maxima', depths, ({ localMaxima }) => grouped(localMaxima)),
  column('share', depths, ({ localMaxima, states }) => shareText(localMaxima / states)),
  ...solutionColumns,
])}
</section>
`;
}

function column(head: string, depths: readonly DepthAnalysis[], cell: (depth: DepthAnalysis) => string): Column {
  return { head, cells: depths.map(cell) };
}

function neighboursFigure(depths: readonly DepthAnalysis[]): Markup {
  const line = (name: string, look: Line['look'], of: (depth: DepthAnalysis) => number): Line => ({
    name,
    look,
    points: depths.map((at) => ({
      number: at.depth,
      value: of(at),
      tip: `distance ${at.depth}: ${of(at).toFixed(4)} ${name}`,
    })),
  });
  const lines = [
    line('all', 'plain', ({ meanDegree }) => meanDegree),
    line('nearer', 'solid', ({ meanNearer }) => meanNearer),
    line('further', 'dashed', ({ meanFurther }) => meanFurther),
  ];
  return figure({
    title: 'Moves of a position.',
    caption:
      'The mean number of moves that a position allows, and of those that lead nearer to the goal and further away.',
    draw: (size) => lineChart({ xTitle: DISTANCE_TITLE, yTitle: 'moves', kind: 'numbers', lines }, size),
  });
}

function localMaximaFigure(depths: readonly DepthAnalysis[]): Markup {
  const bars = depths.map(({ depth, localMaxima, states }) => ({
    value: localMaxima / states,
    tip: `distance ${depth}: ${grouped(localMaxima)} of ${grouped(states)}, ${shareText(localMaxima / states)}`,
  }));
  const first = depths.find(({ localMaxima }) => localMaxima > 0);
  return figure({
    title: 'Local maxima.',
    caption: `The share of the positions at a distance that no move brings further from the goal.${first === undefined ? '' : ` The first are at distance ${first.depth}.`}`,
    draw: (size) => barChart({ xTitle: DISTANCE_TITLE, yTitle: 'share', kind: 'shares', bars }, size),
  });
}

function solutionsFigure(depths: readonly DepthAnalysis[], most: number): Markup {
  const line = (name: string, look: Line['look'], kind: 'mean' | 'maximum'): Line => ({
    name,
    look,
    points: depths.flatMap(({ depth, shortestSolutions }) => {
      if (shortestSolutions === null) return [];
      const value = shortestSolutions[kind];
      const text = Number.isInteger(value) ? grouped(value) : value.toFixed(4);
      return [{ number: depth, value, tip: `distance ${depth}: ${text} (${name})` }];
    }),
  });
  const lines = [line('most', 'dashed', 'maximum'), line('mean', 'solid', 'mean')];
  const kind = most > MOST_ON_A_LINEAR_SCALE ? 'decades' : 'numbers';
  return figure({
    title: 'Shortest solutions.',
    caption: 'How many shortest solutions a position has in the mean, and at most.',
    draw: (size) => lineChart({ xTitle: DISTANCE_TITLE, yTitle: 'shortest solutions', kind, lines }, size),
  });
}
