/** The base: where the states of all blocks are brought, and numbered by type. */

/** Numbers the states of each type of block from 0. All types have equally many. */
export interface Base {
  /** States of each type. */
  readonly states: number;
  readonly types: number;
  /** Adds the type that a permutation makes of type 0; returns why that cannot be, if so. */
  addType(permutation: Uint8Array): string | null;
  /** Returns the type that has the state which a frame brings to the base, -1 if none has. */
  typeOf(colouring: Uint8Array, frames: Uint8Array, at: number): number;
  /**
   * Returns the number of a state in a type, -1 if the type lacks it.
   * @param frames [at..]: the frame that brings the colouring to the base
   */
  rank(type: number, colouring: Uint8Array, frames: Uint8Array, at: number): number;
  /** Writes the state of a number. */
  write(type: number, rank: number, state: Uint8Array): void;
}

export const MOST_TYPES = 48;

export const TYPES_OVERLAP = 'types of blocks overlap';
