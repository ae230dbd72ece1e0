/** The explorations of all goals of a board as text, at most 80 columns wide but for long paths. */

import { stripVTControlCharacters } from 'node:util';
import { bytesText, grouped, secondsText } from '../../base/text/numbers.js';
import type { AllGoalsExploration } from '../../runs/all-goals.js';
import { columnsText } from './columns-text.js';
import { WIDTH } from './distribution-text.js';
import { factsText } from './facts-text.js';
import { boardTitle } from './space-title.js';

type Goals = AllGoalsExploration['goals'];

/**
 * Returns a line for each class of goals, their distributions side by side if these fit, and the figures of all pairs.
 * @param files the kind and the path of each file that was written
 */
export function allGoalsText(exploration: AllGoalsExploration, files: readonly (readonly [string, string])[]): string {
  const { board, metric, goals, diameter, diameterPairCount, mean, threads, seconds } = exploration;
  const distributions = distributionsText(goals);
  const pairs = grouped(diameterPairCount);
  const facts: [string, string][] = [
    ['diameter', `${diameter}, between ${pairs} ordered pairs of positions`],
    ['mean distance', `${mean.toFixed(4)}, over all ordered pairs`],
    ['time', secondsText(seconds)],
    ['threads', String(threads)],
    ['memory', `${bytesText(goals[0].bytes)} of bitsets`],
    ...files.map(([what, path]): [string, string] => [what, path]),
  ];
  return [
    classesText(goals),
    ...(distributions === undefined ? [] : [distributions]),
    factsText(`${boardTitle(board, metric)}, all goals`, facts),
  ].join('\n\n');
}

/** Returns a line for each class of goals; `depth` is the maximum depth. */
function classesText(goals: Goals): string {
  return columnsText(
    ['blank on cells', 'goals', 'depth', 'mean', 'antipodes', 'time'],
    goals.map((one) => [
      one.blankCells.join(' '),
      grouped(one.goalCount),
      String(one.maxDepth),
      one.mean.toFixed(4),
      grouped(one.antipodeCount),
      secondsText(one.seconds),
    ]),
  );
}

/** Returns a line for each depth and a column for each class; undefined if that is too wide. */
function distributionsText(goals: Goals): string | undefined {
  const depths = Math.max(...goals.map(({ histogram }) => histogram.length));
  const text = columnsText(
    ['depth', ...goals.map(({ blankCells }) => `blank on ${blankCells.at(-1)}`)],
    Array.from({ length: depths }, (_, depth) => [
      String(depth),
      ...goals.map(({ histogram }) => (depth < histogram.length ? grouped(histogram[depth]) : '')),
    ]),
  );
  return text.split('\n').every((line) => stripVTControlCharacters(line).length <= WIDTH) ? text : undefined;
}
