/** The result of an exploration: the object of its fields, and what is printed. */

import type { DistributionStatistics } from '../../base/statistics/distribution.js';
import type { Exploration } from '../../runs/exploration/exploration.js';
import type { Io } from '../process/io.js';
import { distributionText, summaryText } from '../terminal/distribution-text.js';
import { explorationTitle } from '../terminal/space-title.js';
import type { WrittenExploration } from './exploration-files.js';

/**
 * Returns the object that --json prints and the result file holds; docs/result.md describes it.
 * @param table the path of the table; null if none was written
 */
export function resultOf(exploration: Exploration, table: string | null) {
  const { engine, name, metric, starts, size, antipodes } = exploration;
  const space =
    engine === 'claims'
      ? { space: name, starts, metric, method: 'general', size }
      : { space: name, goal: starts[0], metric };
  return { ...space, ...distributionFields(exploration), antipodes, ...effortFields(exploration, table) };
}

/** Returns what a result says of the distances. */
export function distributionFields(
  exploration: DistributionStatistics & { readonly notReached: number; readonly histogram: readonly number[] },
) {
  return {
    states: exploration.states,
    notReached: exploration.notReached,
    maxDepth: exploration.maxDepth,
    histogram: exploration.histogram,
    mean: exploration.mean,
    median: exploration.median,
    mode: exploration.mode,
    standardDeviation: exploration.standardDeviation,
    antipodeCount: exploration.antipodeCount,
  };
}

function effortFields({ threads, seconds, statesPerSecond, bytes }: Exploration, table: string | null) {
  // All seconds are counted from the start of the process.
  return { threads, seconds, totalSeconds: performance.now() / 1000, statesPerSecond, bytes, table };
}

/**
 * Prints a result, as one JSON object or as text.
 * @param store where the states were held
 */
export function printExploration(
  exploration: Exploration,
  { table, result, json }: WrittenExploration,
  asJson: boolean | undefined,
  store: 'memory' | 'disk',
  io: Io,
): void {
  if (asJson) {
    io.stdout.write(json);
    return;
  }
  const files: [string, string][] = [];
  if (table !== null) files.push(['table', table]);
  if (result !== null) files.push(['result', result]);
  const held = exploration.engine === 'claims' ? 'codes and lists' : 'bitsets';
  const summary = summaryText(explorationTitle(exploration), { ...exploration, held, store }, files);
  io.stdout.write(`${distributionText(exploration.histogram)}\n\n${summary}\n`);
}
