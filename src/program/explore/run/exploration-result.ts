/** The result of an exploration as an object. */

import type { DistributionStatistics } from '../../../base/statistics/distribution.js';
import type { EngineName } from '../../../engines/engine.js';
import type { Exploration } from '../../../runs/exploration/exploration.js';

/**
 * Returns the object that --json prints and the result file holds; docs/reference/result.md describes it.
 * @param table the path of the table; null if none was written
 */
export function resultOf(exploration: Exploration, table: string | null) {
  return { ...findingsOf(exploration), ...effortFields(exploration, table) };
}

/** Returns what a result says of the space: the same for every run. */
export function findingsOf(exploration: Exploration) {
  const { engine, name, metric, starts, size, antipodes } = exploration;
  const space =
    engine !== 'bits' && engine !== 'sweeps'
      ? { space: name, starts, metric, method: methodOf(engine), size }
      : { space: name, goal: starts[0], metric };
  return { ...space, ...distributionFields(exploration), antipodes };
}

/** Returns the method that a result names: `general`, or an engine that is faster. */
export function methodOf(engine: EngineName): string {
  return engine === 'claims' ? 'general' : engine;
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
