/** An analysis as text for a terminal or a file, at most 80 columns wide. */

import { styleText } from 'node:util';
import type { Analysis, DepthAnalysis } from '../analysis/analyse.js';
import { formatBoard } from '../board/board.js';
import { formatPosition } from '../board/position.js';
import { grouped, secondsText, shareText } from '../text/numbers.js';
import { factsText } from './facts-text.js';

/** Numbers of so many characters, each with two blanks in front. */
interface Column {
  readonly head: string;
  readonly cells: readonly string[];
}

/** Layers, the quality of each heuristic by depth, and the figures of the whole. */
export function analysisText(analysis: Analysis): string {
  return [layersText(analysis), '', heuristicsText(analysis), '', summaryText(analysis)].join('\n');
}

function layersText({ depths, shortestSolutions }: Analysis): string {
  const column = (head: string, cell: (depth: DepthAnalysis) => string): Column => ({ head, cells: depths.map(cell) });
  const columns = [
    column('depth', ({ depth }) => String(depth)),
    column('states', ({ states }) => grouped(states)),
    column('growth', ({ growth }) => (growth === null ? '-' : growth.toFixed(3))),
    column('nearer', ({ meanNearer }) => meanNearer.toFixed(3)),
    column('further', ({ meanFurther }) => meanFurther.toFixed(3)),
    column('local maxima', ({ localMaxima }) => grouped(localMaxima)),
  ];
  if (shortestSolutions !== null) {
    columns.push(
      column('solutions', ({ shortestSolutions: counts }) => (counts === null ? '-' : counts.mean.toFixed(1))),
      column('most', ({ shortestSolutions: counts }) => (counts === null ? '-' : grouped(counts.maximum))),
    );
  }
  return tableText(columns);
}

function heuristicsText({ heuristics, depths }: Analysis): string {
  const columns: Column[] = [{ head: 'depth', cells: depths.map(({ depth }) => String(depth)) }];
  for (const { heuristic, byDepth } of heuristics) {
    columns.push(
      { head: heuristic, cells: byDepth.map(({ mean }) => mean.toFixed(2)) },
      { head: 'below by', cells: byDepth.map(({ errors }) => rangeText(errors)) },
    );
  }
  return tableText(columns);
}

/** The least and the greatest error. */
function rangeText(errors: readonly number[]): string {
  const least = errors.findIndex((count) => count > 0);
  const most = errors.length - 1;
  return least === most ? String(most) : `${least}-${most}`;
}

function tableText(columns: readonly Column[]): string {
  const widths = columns.map(({ head, cells }) => Math.max(head.length, ...cells.map((cell) => cell.length)));
  const line = (cells: readonly string[]) => cells.map((cell, index) => cell.padStart(widths[index])).join('  ');
  const rows = columns[0].cells.map((_, row) => line(columns.map(({ cells }) => cells[row])));
  return [styleText('bold', line(columns.map(({ head }) => head))), ...rows].join('\n');
}

function summaryText(analysis: Analysis): string {
  const { board, goal, states, localMaxima, shortestSolutions, heuristics } = analysis;
  const facts: [string, string][] = [
    ['states', grouped(states)],
    ['maximum depth', String(analysis.maxDepth)],
    ['antipodes', grouped(analysis.antipodeCount)],
    ['mean distance', analysis.mean.toFixed(4)],
    ['median, mode', `${analysis.median}, ${analysis.mode}`],
    ['variance', `${analysis.variance.toFixed(4)}, standard deviation ${analysis.standardDeviation.toFixed(4)}`],
    ['quantiles', analysis.quantiles.map(({ share, depth }) => `${Math.round(share * 100)}%:${depth}`).join(' ')],
    ['mean degree', analysis.meanDegree.toFixed(4)],
    ['local maxima', `${grouped(localMaxima)} (${shareText(localMaxima / states)}): no neighbour is further away`],
  ];
  if (shortestSolutions !== null) {
    const { mean, maximum } = shortestSolutions;
    facts.push(['shortest solutions', `${mean.toFixed(2)} in the mean, ${grouped(maximum)} at most`]);
  }
  for (const { heuristic, mean, meanRatio } of heuristics) {
    const ratio = meanRatio === null ? '' : `, ${meanRatio.toFixed(4)} of the distance`;
    facts.push([heuristic, `${mean.toFixed(4)} in the mean${ratio}`]);
  }
  facts.push(['time', secondsText(analysis.seconds)], ['threads', String(analysis.threads)]);
  return factsText(`${formatBoard(board)}, goal ${formatPosition(goal)}`, facts);
}
