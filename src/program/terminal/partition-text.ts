/** The explorations of a partition's patterns, as text up to the width of the terminal, except for long paths. */

import { bytesText, grouped, secondsText } from '../../base/text/numbers.js';
import type { Exploration } from '../../runs/exploration/exploration.js';
import { columnsText } from './columns-text.js';
import { distributionsText } from './distribution-text.js';
import { factsText } from './facts-text.js';

type ExploredPattern = Pick<
  Exploration,
  'states' | 'notReached' | 'maxDepth' | 'mean' | 'histogram' | 'threads' | 'seconds' | 'bytes'
> & {
  readonly tiles: readonly number[];
};

/**
 * Returns a line for each pattern, their distributions side by side if they fit, and the figures of all patterns.
 * @param title the board and the partition
 * @param files kind and path of each written file
 * @param width characters of a line; by default unlimited
 */
export function partitionText(
  title: string,
  patterns: readonly ExploredPattern[],
  files: readonly (readonly [string, string])[],
  width?: number,
): string {
  const columns = patterns.map(({ histogram }, index): [string, readonly number[]] => [
    `pattern ${index + 1}`,
    histogram,
  ]);
  const distributions = distributionsText(columns, width);
  const sum = (value: (pattern: ExploredPattern) => number) =>
    patterns.reduce((total, pattern) => total + value(pattern), 0);
  const notReached = sum((pattern) => pattern.notReached);
  const facts: (readonly [string, string])[] = [
    ['states', grouped(sum(({ states }) => states))],
    ...(notReached > 0 ? ([['not reached', grouped(notReached)]] as const) : []),
    ['time', secondsText(sum(({ seconds }) => seconds))],
    ['threads', String(Math.max(...patterns.map(({ threads }) => threads)))],
    ['memory', `${bytesText(Math.max(...patterns.map(({ bytes }) => bytes)))} at a time`],
    ...files,
  ];
  return [
    patternsText(patterns, width),
    ...(distributions === undefined ? [] : [distributions]),
    factsText(title, facts, width),
  ].join('\n\n');
}

/** Returns a line for each pattern; `depth` is the maximum depth. */
function patternsText(patterns: readonly ExploredPattern[], width?: number): string {
  return columnsText(
    ['pattern', 'tiles', 'states', 'depth', 'mean', 'time'],
    patterns.map(({ tiles, states, maxDepth, mean, seconds }, index) => [
      String(index + 1),
      tiles.join(' '),
      grouped(states),
      String(maxDepth),
      mean.toFixed(4),
      secondsText(seconds),
    ]),
    width,
  );
}
