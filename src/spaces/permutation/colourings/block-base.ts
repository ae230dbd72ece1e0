/** The base: the points to which the frames of blocks bring the states of all blocks. There, states are numbered by type. */

/**
 * Numbers the states of each type of block from 0. All types have equally many, since they are what permutations make of type 0.
 *
 * The frame of a state's block lies in `frames` from `at` on: it takes place p of the base to place frames[at + p].
 */
export interface BlockBase {
  /** States of each type. */
  readonly states: number;
  readonly types: number;
  /** Adds the type that a permutation makes of type 0; returns why that cannot be, if so. */
  addType(permutation: Uint8Array): string | null;
  /** Returns the type that has a state, -1 if none has. */
  typeOf(colouring: Uint8Array, frames: Uint8Array, at: number): number;
  /** Returns the number of a state in a type, -1 if the type lacks it. */
  rank(type: number, colouring: Uint8Array, frames: Uint8Array, at: number): number;
  /** Writes the state of a number. */
  write(type: number, rank: number, colouring: Uint8Array, frames: Uint8Array, at: number): void;
}

export const TYPES_OVERLAP = 'types of blocks overlap';
