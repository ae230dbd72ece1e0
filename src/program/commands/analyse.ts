/** `antipode analyse`: prints statistics of a table's space. */

import { once } from 'node:events';
import { groupText } from '../../base/statistics.js';
import { countText, grouped, meanText, secondsText, shareText } from '../../base/text.js';
import {
  type Analysis,
  type DepthRange,
  type DistanceAnalysis,
  depthRanges,
  hasLevel,
  meanLevel,
} from '../../study/analysis.js';
import { MOST_STATES_COUNTED } from '../../study/layer-replay.js';
import { readAntipodes } from '../arguments/option-values.js';
import type { Arguments } from '../arguments/options.js';
import { groupingNote, MOST_LINES, titleOf } from '../terminal/distribution-text.js';
import { columnsOf, columnsText, type FactLine, factsText, folded, NAME_WIDTH, WIDTH } from '../terminal/layout.js';
import { type Io, provenanceOf } from '../terminal/process.js';
import { endOnSignal } from '../terminal/signals.js';
import { gatheredAnswers } from './answers.js';
import { analyseTable, openStudiedTable } from './studied-table.js';

export async function analyseCommand(tablePath: string, options: Arguments<'analyse'>, io: Io): Promise<void> {
  const most = readAntipodes(options.antipodes);
  const opened = await openStudiedTable(tablePath, options, io);
  endOnSignal(io);
  const answers = gatheredAnswers(io.stdout);
  answers.write(options.json ? '{"antipodes":[' : most !== 0 ? `antipodes of ${tablePath}\n` : '');
  let listed = 0;
  const analysis = await analyseTable(opened, io, async (antipode) => {
    if (most !== 'all' && listed >= most) return;
    answers.write(options.json ? `${listed === 0 ? '' : ','}${JSON.stringify(antipode)}` : `  ${antipode}\n`);
    listed++;
    if (io.stdout.writableNeedDrain) await once(io.stdout, 'drain');
  });
  if (options.json) {
    const provenance = provenanceOf(io, analysis.threads);
    answers.write(`],${JSON.stringify({ ...fieldsOf(analysis), table: tablePath, provenance }).slice(1)}\n`);
  } else {
    const more = analysis.antipodeCount - listed;
    if (most !== 0 && more > 0) answers.write(`  and ${grouped(more)} more: --antipodes all lists them\n`);
    answers.write(`${most !== 0 ? '\n' : ''}${analysisText(analysis, columnsOf(io.stdout))}\n`);
  }
  answers.flush();
}

/** Returns the fields of an analysis that --json prints, except the antipodes. */
function fieldsOf({ board, space, starts, metric, size, reversible, heuristics, ...figures }: Analysis): object {
  const { threads, seconds, ...distances } = figures;
  if (board === null) {
    const brought = heuristics.length === 0 ? {} : { heuristics };
    return { space, starts, metric, size, reversible, ...distances, ...brought, threads, seconds };
  }
  return { space, metric, ...distances, heuristics, threads, seconds, goal: starts[0] };
}

/**
 * Returns, as text up to the width of the terminal except for long goals, the layers, the quality of each heuristic by depth, and the figures of the whole space.
 * @param width characters of a line; by default unlimited
 */
function analysisText(analysis: Analysis, width?: number): string {
  const { space: name, starts, board, heuristics, seconds, threads } = analysis;
  const title = titleOf({ name, starts, board });
  const facts: FactLine[] = [
    ...distanceFacts(analysis, width),
    ...(board === null && heuristics.length === 0 ? [] : heuristicFacts(analysis)),
    ['time', secondsText(seconds)],
    ['threads', String(threads)],
  ];
  return [layersText(analysis, width), heuristicsText(analysis, width), factsText(title, facts, width)]
    .filter((part) => part !== '')
    .join('\n\n');
}

function layersText({ depths, shortestSolutions }: DistanceAnalysis, width?: number): string {
  const ranges = depthRanges(depths, MOST_LINES);
  const isSingle = ranges.length === depths.length;
  const isLevel = hasLevel(depths);
  const isCounted = shortestSolutions !== null;
  const all: (readonly [head: string, cell: (range: DepthRange) => string] | false)[] = [
    ['depth', groupText],
    ['states', ({ states }) => grouped(states)],
    // There is no room for it next to a column of neighbours at the same depth.
    isSingle && !isLevel && ['growth', ({ growth }) => growth?.toFixed(3) ?? '-'],
    ['nearer', ({ meanNearer }) => meanNearer.toFixed(3)],
    isLevel && ['level', (range) => meanLevel(range).toFixed(3)],
    ['further', ({ meanFurther }) => meanFurther.toFixed(3)],
    ['local maxima', ({ localMaxima }) => grouped(localMaxima)],
    isCounted && ['solutions', ({ shortestSolutions: counts }) => meanText(counts?.mean ?? 0, 1)],
    isCounted && ['most', ({ shortestSolutions: counts }) => countText(counts?.maximum ?? 0)],
  ];
  const columns = all.filter((column) => column !== false);
  const head = columns.map(([name]) => name);
  const rows = ranges.map((range) => columns.map(([, cell]) => cell(range)));
  const text = columnsText(head, rows, width);
  return isSingle ? text : [text, ...groupingNote(depths.length, ranges[0].last + 1, width)].join('\n');
}

function heuristicsText({ heuristics, depths, board }: Analysis, width?: number): string {
  // Other spaces can have a million depths.
  if (heuristics.length === 0 || (board === null && depths.length > MOST_LINES)) return '';
  const head = ['depth', ...heuristics.flatMap(({ heuristic }) => [heuristic, 'below by'])];
  const rows = depths.map(({ depth }) => [
    String(depth),
    ...heuristics.flatMap(({ byDepth }) => [byDepth[depth].mean.toFixed(2), rangeText(byDepth[depth].errors)]),
  ]);
  return columnsText(head, rows, width);
}

/** Returns the range of errors. */
function rangeText(errors: readonly number[]): string {
  const least = errors.findIndex((count) => count > 0);
  const most = errors.length - 1;
  return least === most ? String(most) : `${least}-${most}`;
}

function distanceFacts(analysis: DistanceAnalysis, width?: number): FactLine[] {
  const { states, notReached, localMaxima, shortestSolutions, positionMean } = analysis;
  const counted =
    shortestSolutions === null
      ? `not counted: more than ${grouped(MOST_STATES_COUNTED)} states`
      : `mean ${meanText(shortestSolutions.mean, 2)}, maximum ${countText(shortestSolutions.maximum)}`;
  return [
    ['states', grouped(states)],
    notReached > 0 && ['not reached', grouped(notReached)],
    ['maximum depth', String(analysis.maxDepth)],
    ['antipodes', grouped(analysis.antipodeCount)],
    ['mean distance', analysis.mean.toFixed(4)],
    positionMean !== undefined && ['of positions', positionMean.toFixed(4)],
    ['median, mode', `${analysis.median}, ${analysis.mode}`],
    ['variance', `${analysis.variance.toFixed(4)}, standard deviation ${analysis.standardDeviation.toFixed(4)}`],
    ...quantileFacts(analysis, width),
    ['mean degree', analysis.meanDegree.toFixed(4)],
    ['local maxima', `${grouped(localMaxima)} (${shareText(localMaxima / states)}): no neighbour is further away`],
    ['shortest solutions', counted],
  ];
}

function heuristicFacts({ heuristics }: Analysis): FactLine[] {
  if (heuristics.length === 0) {
    return [['heuristics', 'none: they are not admissible if a move can slide several tiles']];
  }
  return heuristics.map(({ heuristic, mean, meanRatio }) => {
    const ratio = meanRatio === null ? '' : `, ${meanRatio.toFixed(4)} of the distance`;
    return [heuristic, `mean ${mean.toFixed(4)}${ratio}`];
  });
}

/** Returns the quantiles, folded into lines. */
function quantileFacts({ quantiles }: DistanceAnalysis, width = WIDTH): FactLine[] {
  const text = quantiles.map(({ share, depth }) => `${Math.round(share * 100)}%:${depth}`).join(' ');
  return folded(text, width - NAME_WIDTH).map((line, index) => [index === 0 ? 'quantiles' : '', line]);
}
