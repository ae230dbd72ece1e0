/** Opens a space whose states are numbers for the check, with moves of the check's own if it has some. */

import type { NumberedSpace } from '../../space/space.js';
import type { SpaceSource } from '../../space/space-source.js';
import { openNumberedSpace } from '../../spaces/open-space.js';
import { plainPatternSpace } from '../pattern/plain-space.js';
import { withPlainMoves } from './plain-moves.js';

/**
 * Opens a space.
 * @param open opens spaces that are neither patterns nor permutation puzzles, whose own moves are believed
 * @throws InputError if the source is wrong; SpaceError if the space contradicts itself
 */
export async function openCheckedSpace(source: SpaceSource, open = openNumberedSpace): Promise<NumberedSpace> {
  return source.kind === 'pattern' ? plainPatternSpace(source) : withPlainMoves(await open(source));
}
