/** The base: where the states of all blocks are brought, and numbered by type. */

/** Numbers the states of each type of block from 0. All types have equally many. */
export interface Base {
  /** States of each type. */
  readonly states: number;
  readonly types: number;
  /** Adds the type that a permutation makes of type 0; returns why that cannot be, if so. */
  addType(permutation: Uint8Array): string | null;
  /** Returns the type that has a state, -1 if none has. */
  typeOf(state: Uint8Array): number;
  /** Returns the number of a state in a type, -1 if the type lacks it. */
  rank(type: number, state: Uint8Array): number;
  /** Writes the state of a number. */
  write(type: number, rank: number, state: Uint8Array): void;
}

export const MOST_TYPES = 48;

export const TYPES_OVERLAP = 'types of blocks overlap';
