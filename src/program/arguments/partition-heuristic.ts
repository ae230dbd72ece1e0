/** The heuristic that uses --partition. */

import { InputError } from '../../base/input-error.js';
import { PATTERN_HEURISTIC } from '../../search/heuristic/heuristic.js';

/**
 * Checks that a partition is given together with the heuristic that uses it.
 * @param heuristics the given heuristics
 * @throws InputError if a partition is given, and the heuristics do not include `pattern`
 */
export function checkPartitionHeuristic(
  partition: string | undefined,
  heuristics: readonly string[] | undefined,
): void {
  if (partition === undefined || heuristics === undefined || heuristics.includes(PATTERN_HEURISTIC)) return;
  throw new InputError(
    `--partition is for --heuristic ${PATTERN_HEURISTIC}, not for ${heuristics.join(',')}: leave out one of the options`,
  );
}
