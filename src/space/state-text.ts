/** States as users type and read them. A space may be a user's own, so what it says of texts is checked. */

import { InputError } from '../board/input-error.js';
import { excerpt } from '../text/excerpt.js';
import { isState, messageOf } from './checked-neighbours.js';
import { SpaceError } from './errors.js';
import type { StateSpace } from './state-space.js';

/** In characters. */
const LONGEST_TEXT = 2000;

/** The state of a text. @throws InputError where the space does not know it as one */
export function readState(space: StateSpace, text: string): number {
  if (text.length > LONGEST_TEXT) {
    throw new InputError(`a state has at most ${LONGEST_TEXT} characters, found more: '${excerpt(text)}'`);
  }
  let state: number;
  try {
    state = space.parse(text.trim());
  } catch (error) {
    if (error instanceof InputError) throw error;
    throw new InputError(`'${excerpt(text)}' is no state of ${space.name}: ${messageOf(error)}`);
  }
  if (isState(state, space.size)) return state;
  throw new InputError(
    `'${excerpt(text)}' is no state of ${space.name}: its states are the numbers 0 to ${space.size - 1}, and this would be ${state}`,
  );
}

/** The text of a state. @throws SpaceError where the space fails to give one */
export function writeState(space: StateSpace, state: number): string {
  try {
    return String(space.format(state));
  } catch (cause) {
    throw new SpaceError(`${space.name}: the text of state ${state} fails: ${messageOf(cause)}`, { cause });
  }
}
