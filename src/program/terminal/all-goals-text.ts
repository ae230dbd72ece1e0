/** The explorations of all goals of a board, as text up to the width of the terminal, except for long paths. */

import { bytesText, grouped, secondsText } from '../../base/text/numbers.js';
import type { AllGoalsExploration } from '../../runs/all-goals.js';
import { columnsText } from './columns-text.js';
import { distributionsText } from './distribution-text.js';
import { factsText } from './facts-text.js';
import { boardTitle } from './space-title.js';

type Goals = AllGoalsExploration['goals'];

/**
 * Returns a line for each class of goals, their distributions side by side if they fit, and the figures of all pairs.
 * @param files kind and path of each written file
 * @param width characters of a line; by default unlimited
 */
export function allGoalsText(
  exploration: AllGoalsExploration,
  files: readonly (readonly [string, string])[],
  width?: number,
): string {
  const { board, metric, goals, diameter, diameterPairCount, mean, threads, seconds } = exploration;
  const distributions = distributionsText(
    goals.map(({ blankCells, histogram }) => [`blank on ${blankCells.at(-1)}`, histogram]),
    width,
  );
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
    classesText(goals, width),
    ...(distributions === undefined ? [] : [distributions]),
    factsText(`${boardTitle(board, metric)}, all goals`, facts, width),
  ].join('\n\n');
}

/** Returns a line for each class of goals; `depth` is the maximum depth. */
function classesText(goals: Goals, width?: number): string {
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
    width,
  );
}
