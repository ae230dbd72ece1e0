/** The algorithms that apply to a space. */

import { InputError } from '../../base/input-error.js';
import { isNumbered, type Space } from '../../space/space.js';
import type { Metric } from '../../spaces/board/metric.js';
import { ALGORITHMS, type AlgorithmName, isInformed } from './algorithm-names.js';
import type { LimitAdvice } from './limits.js';

/** The algorithms without a heuristic: all that there are for spaces other than boards. */
export const UNINFORMED: readonly AlgorithmName[] = ALGORITHMS.filter((name) => !isInformed(name));

/** Returns the algorithms that apply to a space, in the order of ALGORITHMS. */
export function algorithmsFor(space: Space): AlgorithmName[] {
  return ALGORITHMS.filter((name) => refusalOf(space, name) === undefined);
}

/** @throws InputError if the algorithm does not apply to the space */
export function checkAlgorithm(space: Space, name: AlgorithmName): void {
  const refusal = refusalOf(space, name);
  if (refusal !== undefined) throw new InputError(refusal);
}

/** Checks an algorithm for boards of any size. @throws InputError if it does not apply to boards of the metric */
export function checkMetric(metric: Metric, name: AlgorithmName): void {
  const refusal = refusalInMetric(metric, name);
  if (refusal !== undefined) throw new InputError(refusal);
}

/** Returns the algorithm that searches a space by default: of those that apply the one for the longest solutions. */
export function defaultAlgorithm(space: Space): AlgorithmName {
  const applicable = algorithmsFor(space);
  return (['idastar', 'bidirectional'] as const).find((name) => applicable.includes(name)) ?? 'bfs';
}

/** Returns what to do about a limit that a search has reached, besides raising it. */
export function adviceFor(space: Space, name: AlgorithmName): LimitAdvice {
  if (space.board !== null) return { time: 'take a stronger algorithm or heuristic', memory: 'take idastar' };
  const advice =
    name === 'bfs' && canSearchBackwards(space) ? 'take bidirectional' : 'explore the space and solve from its table';
  return { time: advice, memory: advice };
}

/** Returns why an algorithm does not apply; undefined if it does. */
function refusalOf(space: Space, name: AlgorithmName): string | undefined {
  if (space.board !== null) {
    if (!ALGORITHMS.includes(name)) return `the algorithm must be one of ${ALGORITHMS.join(', ')}; found '${name}'`;
    return refusalInMetric(space.board.metric, name);
  }
  if (!UNINFORMED.includes(name)) return `a space is searched by one of bfs, bidirectional; found '${name}'`;
  if (name !== 'bidirectional' || canSearchBackwards(space)) return undefined;
  return `${space.name} has moves that cannot be undone and gives no predecessors, so it cannot be searched from the goal: take bfs`;
}

function refusalInMetric(metric: Metric, name: AlgorithmName): string | undefined {
  if (metric === 'single' || !isInformed(name)) return undefined;
  return `${name} needs a heuristic that never says too much, and there is none where a move slides several tiles: take a table, bfs or bidirectional`;
}

function canSearchBackwards(space: Space): boolean {
  return space.reversible || (isNumbered(space) && space.predecessors !== undefined);
}
