/** Piscina entry point: one worker's share of the distances that are checked. */

import { Space } from '../src/verify/board/space.js';
import { checkRules, type DistancesResult } from '../src/verify/distances/distance-rules.js';
import type { DistancesTask } from '../src/verify/distances/verify-distances.js';

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
