/** Texts of states, as people write them. */

import { InputError } from '../base/input-error.js';
import { excerpt } from '../base/text/excerpt.js';
import type { NumberedStates } from './definition.js';
import { SpaceError } from './errors.js';

/** Returns a state for an error message: its text, if the space gives one, and its number. */
export function describeState(space: NumberedStates, state: number): string {
  try {
    return `${excerpt(String(space.format(state)))} (number ${state})`;
  } catch {
    return `number ${state}`;
  }
}

/** States with texts: numbers below a size, or colourings of a puzzle with too many states for numbers. */
export interface WrittenStates<S> {
  readonly name: string;
  readonly size?: number;
  format(state: S): string;
  parse(text: string): S;
}

/** Returns the text of a state. @throws SpaceError if the space fails to give one */
export function writeState<S>(space: WrittenStates<S>, state: S): string {
  try {
    return String(space.format(state));
  } catch (cause) {
    const which = typeof state === 'number' ? `state number ${state}` : 'a state';
    throw new SpaceError(`the space ${space.name} cannot write ${which}: ${messageOf(cause)}`, { cause });
  }
}

/** Maximum number of characters that a state can have. */
const LONGEST_TEXT = 2000;

/**
 * Returns the state of a text that a user has typed.
 * @throws InputError if it is not a state
 */
export function readState<S>(space: WrittenStates<S>, text: string): S {
  if (text.length > LONGEST_TEXT) {
    throw new InputError(`a state has at most ${LONGEST_TEXT} characters, found more: '${excerpt(text)}'`);
  }
  let state: S;
  try {
    state = space.parse(text.trim());
  } catch (error) {
    if (error instanceof InputError) throw error;
    throw new InputError(`'${excerpt(text)}' is not a state of ${space.name}: ${messageOf(error)}`);
  }
  if (space.size === undefined || isNumberBelow(space.size, state)) return state;
  throw new InputError(
    `'${excerpt(text)}' is not a state of ${space.name}: its states are the numbers 0 to ${space.size - 1}, and this would be ${state}`,
  );
}

/** Returns whether a value is one of the numbers 0..size-1. */
export function isState(space: NumberedStates, value: unknown): value is number {
  return isNumberBelow(space.size, value);
}

function isNumberBelow(size: number, value: unknown): boolean {
  return Number.isInteger(value) && (value as number) >= 0 && (value as number) < size;
}

/** Returns the message of an error from an author's code, in one line. */
export function messageOf(thrown: unknown): string {
  return excerpt(thrown instanceof Error ? thrown.message : String(thrown), 200);
}
