/** The heuristic that --partition goes with. */

import { InputError } from '../../base/input-error.js';
import { PATTERN_HEURISTIC } from '../../search/heuristic/heuristic.js';

/**
 * Checks that a partition is named with the heuristic that uses it.
 * @param heuristics those that were named
 * @throws InputError if a partition was named, and heuristics without `pattern`
 */
export function checkPartitionHeuristic(
  partition: string | undefined,
  heuristics: readonly string[] | undefined,
): void {
  if (partition === undefined || heuristics === undefined || heuristics.includes(PATTERN_HEURISTIC)) return;
  throw new InputError(
    `--partition is for --heuristic ${PATTERN_HEURISTIC}, and not for ${heuristics.join(',')}: leave out one`,
  );
}
