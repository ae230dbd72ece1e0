/**
 * Definitions of state spaces, as authors write them: the built-in puzzles and the modules of users.
 *
 * A state is a number. A move leads from a state to one other state, or cannot be made there. All states share the same few moves, each with
 * a name. The eight moves of a knight on 64 squares, for example:
 *
 *     const jumps = [[1, 2], [2, 1], [2, -1], [1, -2], [-1, -2], [-2, -1], [-2, 1], [-1, 2]];
 *     export default {
 *       name: 'my-knight',
 *       size: 64,
 *       starts: [0],
 *       moves: jumps.map(([columns, rows]) => `${columns},${rows}`),
 *       reversible: true,
 *       neighbours(state, next) {
 *         for (const [move, [columns, rows]] of jumps.entries()) {
 *           const column = (state % 8) + columns;
 *           const row = Math.floor(state / 8) + rows;
 *           const onBoard = column >= 0 && column < 8 && row >= 0 && row < 8;
 *           next[move] = onBoard ? 8 * row + column : -1;
 *         }
 *       },
 *       format: (state) => 'abcdefgh'[state % 8] + (Math.floor(state / 8) + 1),
 *       parse: (text) => (text.charCodeAt(1) - 49) * 8 + text.charCodeAt(0) - 97,
 *     };
 */

import { onStrayError } from '#machine/machine.js';
import { excerpt, InputError } from '../base/text.js';

/** Stands for the neighbour by a move that cannot be made. */
export const NO_STATE = -1;

/** Returns a lower bound of the moves from a state to the nearest start. */
export type StateHeuristic = (state: number) => number;

/** States that are numbers, and the moves between them: the part that a definition and its space share. */
export interface NumberedStates {
  /** At least one character. Files are named after it, except those of modules, see fileNameOf. */
  readonly name: string;
  /** Number of states, 1 to 2^53 - 1: they are the numbers 0..size-1. Moves need not reach all of them. */
  readonly size: number;
  /** At least one state from which distances are counted. */
  readonly starts: readonly number[];
  /** Names of the moves: 1 to 1000, all different, without spaces. */
  readonly moves: readonly string[];
  /**
   * True if every move can be undone by a move: the neighbours of a state have it as a neighbour. If false, distances count the moves
   * from the start forwards.
   */
  readonly reversible: boolean;
  /**
   * Writes the neighbours of a state.
   * @param next receives, for each move, the state that it leads to, or -1 if it cannot be made. A move may also lead to the state
   * itself
   */
  neighbours(state: number, next: Float64Array): void;
  /**
   * Returns the states from which a move leads to this one. It is useful only if moves cannot be undone: then a table gives solutions
   * backwards with it.
   */
  predecessors?(state: number): readonly number[];
  /**
   * Heuristics by their names, the default first: lower bounds of the moves from a state to the nearest start, for A* and IDA*.
   * An estimate is a whole number from 0. It is 0 at the starts, and a move lowers it by at most 1 (it is consistent). Names have no
   * spaces or commas.
   */
  readonly heuristics?: Readonly<Record<string, StateHeuristic>>;
  /** Returns the text of a state. */
  format(state: number): string;
  /** Returns the state of a text: the inverse of `format`, possibly more liberal. @throws Error with the expected form */
  parse(text: string): number;
}

/** A space as its author writes it. */
export interface SpaceDefinition extends NumberedStates {
  /** Name of what counts as one move, if it needs one, such as 'quarter-turn'. */
  readonly metric?: string;
}

/** Error of a space that contradicts itself or its interface: it throws, leaves its range, or has moves that cannot be undone. */
export class SpaceError extends Error {
  override readonly name = 'SpaceError';
}

/* Texts of states, as people write them. */

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
  if (space.size === undefined || isState({ size: space.size }, state)) return state;
  throw new InputError(
    `'${excerpt(text)}' is not a state of ${space.name}: its states are the numbers 0 to ${space.size - 1}, and this would be ${state}`,
  );
}

/** Returns whether a value is one of the numbers 0..size-1. */
export function isState({ size }: { readonly size: number }, value: unknown): value is number {
  return Number.isInteger(value) && (value as number) >= 0 && (value as number) < size;
}

/** Returns the message of an error from an author's code, in one line. */
export function messageOf(thrown: unknown): string {
  return excerpt(thrown instanceof Error ? thrown.message : String(thrown), 200);
}

/* Errors that modules throw outside of any call: in a timer, or by a promise that is never awaited. */

/** Paths of the modules imported on this thread. */
const modules = new Set<string>();

/** Remembers that a module is imported on this thread and may cause stray errors. */
export function rememberModule(path: string): void {
  modules.add(path);
}

/**
 * Returns the error to report for one that was thrown outside of any call.
 * @returns a SpaceError that names the module in its stack, by default the latest module; if none was imported on this thread, the error
 * itself
 */
export function strayError(thrown: unknown): unknown {
  const stack = thrown instanceof Error ? String(thrown.stack) : '';
  const path = [...modules].find((each) => stack.includes(each)) ?? [...modules].at(-1);
  if (path === undefined || thrown instanceof SpaceError) return thrown;
  return new SpaceError(`the module ${path} throws outside of its functions: ${reasonOf(thrown)}`, { cause: thrown });
}

/** Returns the message of a thrown value. If a promise was rejected without an error, it is Node's text for the value. */
function reasonOf(thrown: unknown): string {
  const message = messageOf(thrown);
  return /The promise rejected with the reason ("[^"]*")/.exec(message)?.[1] ?? message;
}

/** Makes stray errors end this worker thread with the error to report. */
export function reportStrayErrors(): void {
  onStrayError(strayError);
}
