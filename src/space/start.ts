/** Spaces with a start other than their own. */

import type { NumberedSpace } from './space.js';
import { readState } from './space-text.js';

/**
 * Returns a space with the start of its source instead of its own, if the source has one.
 * @throws InputError if that start is not a state
 */
export function withStart(space: NumberedSpace): NumberedSpace {
  if (space.source.start === undefined) return space;
  const start = readState(space, space.source.start);
  const { heuristics, ...others } = space;
  // A lower bound of the moves to the nearest start bounds the moves to each start, but not to other states.
  const kept = space.starts.includes(start) && heuristics !== undefined ? space : others;
  return { ...kept, starts: [start], fullName: `${space.fullName}-from-${space.format(start)}` };
}
