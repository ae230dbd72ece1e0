/** States as people write them. */

import { InputError } from '../board/input-error.js';
import { excerpt } from '../text/excerpt.js';
import type { StateSpace } from './state-space.js';

/** A state for an error message: its text, where the space gives one, and its number. */
export function describeState(space: StateSpace, state: number): string {
  try {
    return `${excerpt(String(space.format(state)))} (number ${state})`;
  } catch {
    return `number ${state}`;
  }
}

/**
 * The state of a text that somebody has typed.
 * @throws InputError where it is none
 */
export function parseState(space: StateSpace, text: string): number {
  let state: number;
  try {
    state = space.parse(text);
  } catch (error) {
    throw new InputError(`${excerpt(text)} is no state of ${space.name}: ${messageOf(error)}`);
  }
  if (isState(space, state)) return state;
  throw new InputError(`${excerpt(text)} is no state of ${space.name}`);
}

/** Whether a value is one of the numbers 0..size-1. */
export function isState(space: StateSpace, value: unknown): value is number {
  return Number.isInteger(value) && (value as number) >= 0 && (value as number) < space.size;
}

/** What somebody else's code has thrown, in one line. */
export function messageOf(thrown: unknown): string {
  return excerpt(thrown instanceof Error ? thrown.message : String(thrown), 200);
}
