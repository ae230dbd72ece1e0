/** The algorithms by name, and which of them go with which metric. */

import { InputError } from '../base/input-error.js';
import type { Metric } from '../spaces/board/metric.js';

/** All algorithms; the table's needs a table, the others nothing. */
export const ALGORITHMS = ['table', 'bfs', 'bidirectional', 'astar', 'idastar'] as const;
export type AlgorithmName = (typeof ALGORITHMS)[number];

/** Those to which the heuristic makes a difference. */
export function isInformed(name: AlgorithmName): boolean {
  return name === 'astar' || name === 'idastar';
}

/** @throws InputError where the algorithm needs a heuristic, and none is admissible in the metric */
export function checkMetric(name: AlgorithmName, metric: Metric): void {
  if (metric === 'single' || !isInformed(name)) return;
  throw new InputError(
    `${name} needs a heuristic that never says too much, and there is none where a move slides several tiles: take a table, bfs or bidirectional`,
  );
}
