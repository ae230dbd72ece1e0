/** Sliding-tile boards for the general method. */

import { InputError } from '../board/input-error.js';
import type { BoardSpaceSource } from '../space/space-source.js';
import type { StateSpace } from '../space/state-space.js';

/** @throws InputError where the board is none */
export function boardSpace({ board }: BoardSpaceSource): StateSpace {
  throw new InputError(`the board ${board} cannot be a space yet`);
}
