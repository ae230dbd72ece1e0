/** Cayley graphs of permutation groups. */

import { InputError } from '../board/input-error.js';
import type { GeneratedSpace } from '../space/space-source.js';
import type { StateSpace } from '../space/state-space.js';

/** @throws InputError where the generators are no permutations */
export function generatedSpace({ name }: GeneratedSpace): StateSpace {
  throw new InputError(`the space ${name} cannot be made from generators yet`);
}
