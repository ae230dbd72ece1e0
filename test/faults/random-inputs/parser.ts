/** A parser that is given random inputs. */

import { count } from '../../suite.js';
import type { RandomText } from './random-text.js';

export interface Parser<Input = unknown> {
  readonly name: string;
  /** How many inputs it is given. */
  readonly inputs: number;
  /** An input near the right ones. */
  random(random: RandomText): Input;
  /** Reads it. Throws what is said of a wrong input, and an Error of no other kind where the answer to a right one is wrong. */
  parse(input: Input): unknown;
}

/** What came of it. */
export interface Report {
  readonly name: string;
  readonly inputs: number;
  /** Inputs that were right. */
  readonly accepted: number;
  /** Milliseconds of the slowest input. */
  readonly slowest: number;
  /** Bytes of the whole process so far. */
  readonly memory: number;
  /** The first input that was not answered well, and the seed that leads to it. */
  readonly failure: string | null;
}

/** For what describes a space or a position: people and other programs write these. */
export const INPUTS = count(500, 100_000);
/** For the files of puzzles, which people exchange. */
export const FILE_INPUTS = count(2000, 100_000);
/** For the shorter texts of options and the like, and where an input takes longer. */
export const SHORT_INPUTS = count(200, 20_000);

/** The errors that say what is wrong with an input. */
export const TYPED_ERRORS: readonly string[] = ['InputError', 'TableError', 'SpaceError'];

/** No message is longer, in characters. */
export const LONGEST_MESSAGE = 600;

/** @throws Error where two values that must be the same are not */
export function same(found: unknown, expected: unknown, what: string): void {
  const [one, other] = [found, expected].map((value) => JSON.stringify(value));
  if (one !== other) throw new Error(`${what}: ${one} instead of ${other}`);
}
