/** An analysis as text for a terminal or a file, at most 80 columns wide but for long goals. */

import type { Analysis } from '../analysis/analyse.js';
import { MOST_STATES_COUNTED, type SolutionCounts } from '../analysis/shortest-solutions.js';
import { grouped, secondsText, shareText } from '../text/numbers.js';
import { columnsText } from './columns-text.js';
import { factsText } from './facts-text.js';
import { spaceTitle } from './space-title.js';

/** Layers, the quality of each heuristic by depth, and the figures of the whole. */
export function analysisText(analysis: Analysis): string {
  const parts = [layersText(analysis), heuristicsText(analysis), summaryText(analysis)];
  return parts.filter((part) => part !== '').join('\n\n');
}

function layersText({ depths, shortestSolutions }: Analysis): string {
  const counted = shortestSolutions !== null;
  const head = ['depth', 'states', 'growth', 'nearer', 'further', 'local maxima'];
  const rows = depths.map((layer) => [
    String(layer.depth),
    grouped(layer.states),
    layer.growth === null ? '-' : layer.growth.toFixed(3),
    layer.meanNearer.toFixed(3),
    layer.meanFurther.toFixed(3),
    grouped(layer.localMaxima),
    ...(layer.shortestSolutions === null ? [] : solutionsText(layer.shortestSolutions)),
  ]);
  return columnsText(counted ? [...head, 'solutions', 'most'] : head, rows);
}

function solutionsText({ mean, maximum }: SolutionCounts): string[] {
  return [mean.toFixed(1), grouped(maximum)];
}

function heuristicsText({ heuristics, depths }: Analysis): string {
  if (heuristics.length === 0) return '';
  const head = ['depth', ...heuristics.flatMap(({ heuristic }) => [heuristic, 'below by'])];
  const rows = depths.map(({ depth }) => [
    String(depth),
    ...heuristics.flatMap(({ byDepth }) => [byDepth[depth].mean.toFixed(2), rangeText(byDepth[depth].errors)]),
  ]);
  return columnsText(head, rows);
}

/** The least and the greatest error. */
function rangeText(errors: readonly number[]): string {
  const least = errors.findIndex((count) => count > 0);
  const most = errors.length - 1;
  return least === most ? String(most) : `${least}-${most}`;
}

function summaryText(analysis: Analysis): string {
  const { board, goal, metric, states, localMaxima, shortestSolutions, heuristics } = analysis;
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
  if (shortestSolutions === null) {
    facts.push(['shortest solutions', `not counted: more than ${grouped(MOST_STATES_COUNTED)} states`]);
  } else {
    const { mean, maximum } = shortestSolutions;
    facts.push(['shortest solutions', `${mean.toFixed(2)} in the mean, ${grouped(maximum)} at most`]);
  }
  for (const { heuristic, mean, meanRatio } of heuristics) {
    const ratio = meanRatio === null ? '' : `, ${meanRatio.toFixed(4)} of the distance`;
    facts.push([heuristic, `${mean.toFixed(4)} in the mean${ratio}`]);
  }
  if (heuristics.length === 0)
    facts.push(['heuristics', 'none: they are not admissible where a move slides several tiles']);
  facts.push(['time', secondsText(analysis.seconds)], ['threads', String(analysis.threads)]);
  return factsText(spaceTitle(board, goal, metric), facts);
}
