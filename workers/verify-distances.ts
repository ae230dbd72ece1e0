/** Piscina entry point: one worker's share of the distances that are checked. */

import { checkRules, type DistancesResult } from '../src/verify/distance-rules.js';
import { Space } from '../src/verify/space.js';
import type { DistancesTask } from '../src/verify/verify-distances.js';

/** Nothing is left behind by a task. */
export function release(): void {}

export default function verifyDistances({
  board,
  goalCell,
  metric,
  distances,
  claims,
}: DistancesTask): DistancesResult {
  return checkRules(new Space(board, goalCell, undefined, metric), distances, claims);
}
