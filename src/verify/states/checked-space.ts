/** Opens a space whose states are numbers, with the check's own moves if it has any. */

import type { NumberedSpace } from '../../space/space.js';
import type { SpaceSource } from '../../space/space-source.js';
import { openNumberedSpace } from '../../spaces/open-space.js';
import { plainPatternSpace } from '../pattern/plain-space.js';
import { withPlainMoves } from './plain-moves.js';

/**
 * Opens a space for the check.
 * @param open opens spaces that are neither patterns nor permutation puzzles, whose own moves are trusted
 * @throws InputError if the source is wrong; SpaceError if the space contradicts itself
 */
export async function openCheckedSpace(source: SpaceSource, open = openNumberedSpace): Promise<NumberedSpace> {
  return source.kind === 'pattern' ? plainPatternSpace(source) : withPlainMoves(await open(source));
}
