/** Definitions of permutation puzzles, as the built-in ones and the files of users give them. */

import type { Generator, PieceSet } from './puzzle-source.js';

/** A permutation puzzle. */
export interface PuzzleDefinition {
  readonly name: string;
  /** A word for what counts as one move, if that needs one. */
  readonly metric?: string | undefined;
  /** Permutations of the same points, with the names of the moves: 1 to 1000, no two of one name. */
  readonly generators: readonly Generator[];
  /** The pieces that lie on the points: sets cover all points. @default one set of all points, a piece of its own on each */
  readonly sets?: readonly PieceSet[] | undefined;
  /** The texts of states. @default the pieces of each set in the order of their places */
  readonly text?: ColouringText | undefined;
  /** Heuristics by their names, see NumberedStates. */
  readonly heuristics?: Readonly<Record<string, (colouring: Uint8Array) => number>> | undefined;
}

/** The texts of colourings. */
export interface ColouringText {
  format(colouring: Uint8Array): string;
  /** @throws InputError that says what was expected */
  parse(text: string): Uint8Array;
}
