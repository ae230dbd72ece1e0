/** A parser that is tested with random inputs. */

import { count } from '../../suite.js';
import type { RandomText } from './random-text.js';

export interface Parser<Input = unknown> {
  readonly name: string;
  /** Number of inputs. */
  readonly inputs: number;
  /** Returns an input similar to valid ones. */
  random(random: RandomText): Input;
  /** Reads an input. Throws the error of a wrong input, or an Error of another kind if the result of a valid input is wrong. */
  parse(input: Input): unknown;
}

/** Results of a parser's test. */
export interface Report {
  readonly name: string;
  readonly inputs: number;
  /** Number of valid inputs. */
  readonly accepted: number;
  /** Milliseconds of the slowest input. */
  readonly slowest: number;
  /** Maximum bytes of the whole process so far. */
  readonly memory: number;
  /** The first input that was handled wrongly, and its seed. */
  readonly failure: string | null;
}

/** Inputs for descriptions of spaces and positions, which people and other programs write. */
export const INPUTS = count(200, 100_000);
/** Inputs for files of puzzles, which people exchange. */
export const FILE_INPUTS = count(200, 100_000);
/** Inputs for shorter texts such as options, and for slow parsers. */
export const SHORT_INPUTS = count(100, 20_000);

/** Names of the errors that describe a wrong input. */
export const TYPED_ERRORS: readonly string[] = ['InputError', 'TableError', 'SpaceError'];

/** Maximum length of a message, in characters. */
export const LONGEST_MESSAGE = 600;

/** Compares two values that must be equal. @throws Error if they differ */
export function same(found: unknown, expected: unknown, what: string): void {
  const [one, other] = [found, expected].map((value) => JSON.stringify(value));
  if (one !== other) throw new Error(`${what}: ${one} instead of ${other}`);
}
