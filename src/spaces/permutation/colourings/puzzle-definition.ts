/** Definitions of permutation puzzles, as the built-in puzzles and users' files give them. */

import type { Generator, PieceSet } from './puzzle-source.js';

/** A permutation puzzle. */
export interface PuzzleDefinition {
  readonly name: string;
  /** Name of what counts as one move, if it needs one. */
  readonly metric?: string | undefined;
  /** Permutations of the same points, with the names of the moves: 1 to 1000, all names different. */
  readonly generators: readonly Generator[];
  /** Pieces on the points: sets cover all points. @default one set of all points, with a piece of its own on each */
  readonly sets?: readonly PieceSet[] | undefined;
  /** Texts of states. @default the pieces of each set in the order of their places */
  readonly text?: ColouringText | undefined;
  /** Heuristics by their names, see NumberedStates. */
  readonly heuristics?: Readonly<Record<string, (colouring: Uint8Array) => number>> | undefined;
}

/** Texts of colourings. */
export interface ColouringText {
  format(colouring: Uint8Array): string;
  /** Returns the colouring of a text. @throws InputError with the expected form */
  parse(text: string): Uint8Array;
}
