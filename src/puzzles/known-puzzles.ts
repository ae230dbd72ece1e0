/** The built-in puzzles by name. */

import { InputError } from '../board/input-error.js';
import type { StateSpace } from '../space/state-space.js';

export interface KnownPuzzle {
  readonly name: string;
  readonly example: string;
  readonly summary: string;
}

export const KNOWN_PUZZLES: readonly KnownPuzzle[] = [];

/** @throws InputError where there is no such puzzle */
export function makeKnownPuzzle(text: string, _metric?: string): StateSpace {
  throw new InputError(`unknown space ${text}`);
}
