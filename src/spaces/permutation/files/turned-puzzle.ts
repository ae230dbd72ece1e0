/** Puzzles whose files mix turns of parts with rotations of the whole puzzle; twsearch and cubing.js distinguish them by their names. */

import { InputError } from '../../../base/input-error.js';
import { movesOfTurns, type TurnMetric } from '../groups/turn-metric.js';
import type { Images } from '../images.js';
import { plainSets, type ReadSet } from './pieces.js';
import type { ReadSpace } from './read-space.js';

/**
 * Returns a puzzle with the moves that the turns give.
 * @param named turns and rotations, by their names
 * @throws InputError if there are no turns; as for movesOfTurns
 */
export function turnedPuzzle(
  name: string | undefined,
  sets: readonly ReadSet[],
  named: Iterable<readonly [string, Images]>,
  metric: TurnMetric,
): ReadSpace {
  const turns = [...named].filter(([turn]) => !isRotation(turn)).map(([turn, images]) => ({ name: turn, images }));
  if (turns.length === 0) {
    throw new InputError(
      'the puzzle has no move, such as U; moves called x, y, z or Uv are rotations of the whole puzzle',
    );
  }
  return { name, generators: movesOfTurns(turns, metric), sets: plainSets(sets), metric };
}

/** Returns whether a name is that of a rotation: `x`, `y` or `z`, also with 2 or an apostrophe, or capitals and a `v`. */
function isRotation(name: string): boolean {
  return /^([xyz][2']?|[A-Z_]+v)$/.test(name);
}
