/** Numberings of a puzzle's states: by blocks, words and places, see number-states.ts, or by ranks, see ../arrangements/ranked-numbering.ts. */

import type { ColouredPuzzle } from './colouring.js';
import type { Projections } from './puzzle-source.js';

/** The blocks: states of one projection are a block. Block 0 has the solved state. */
export interface ColouringBlocks {
  readonly count: number;
  /** States of each. */
  readonly states: number;
  /** [block * moves + move]: the block that the move leads to. */
  readonly next: Uint32Array;
  /** [block * points + place]: the frame of each block, which takes a place of the base to a place of the block. */
  readonly frames: Uint8Array;
  /** Blocks of one type have the same states once they are brought to the base by their frames. */
  readonly types: number;
  /** [block]: its type. */
  readonly typeOf: Uint8Array;
  /** [type]: the states in the base, each of `points` bytes, in the order of their numbers. Empty if words number them. */
  readonly statesOf: readonly Uint8Array[];
  /** [state * moves + move]: the state that the move leads to, if there is only one block and words do not number its states; else null. */
  readonly nextStates: Uint32Array | null;
}

/** The words of each type of block. States of one projection, in the base, are a word. */
export interface ColouringWords {
  /** Words of each block. */
  readonly count: number;
  /** States of each word, 1..128. */
  readonly states: number;
  /** [projection * points + place]: the frame of each projection, as that of a block. */
  readonly frames: Uint8Array;
  /** [type][word]: the projection of its states. */
  readonly projectionOf: readonly Uint32Array[];
  /** [type][projection]: the word that has it, 0xffffffff if none has. */
  readonly wordOf: readonly Uint32Array[];
  /** [type][word]: words of one bit type have the same states once they are brought to the base by their frames. */
  readonly bitTypeOf: readonly Uint8Array[];
  /** [bit type]: these states, each of `points` bytes, in lexicographic order. */
  readonly statesOf: readonly Uint8Array[];
}

/** Writes the state that each move leads to from a state. */
export type WriteNeighbours = (state: number, next: Float64Array) => void;

/** Numbers 0..size-1 of the states that moves reach from the solved one. */
export interface PuzzleNumbering {
  readonly size: number;
  readonly puzzle: ColouredPuzzle;
  readonly projections: Projections;
  /** Returns the number of a state, -1 if moves do not lead there. */
  numberOf(colouring: Uint8Array): number;
  /** Writes the state of a number. */
  writeColouring(state: number, colouring: Uint8Array): void;
  /** Returns a function for the states that permutations lead to: moves, or inverses of moves. */
  neighbours(permutations: readonly Uint8Array[]): WriteNeighbours;
}

/** Numbers block by block, word by word. */
export interface BlockNumbering extends PuzzleNumbering {
  readonly blocks: ColouringBlocks;
  /** null if the states of a block are numbered directly. */
  readonly words: ColouringWords | null;
  /** Returns the number of a state of the base within its type; -1 if the type lacks it. */
  indexOf(type: number, state: Uint8Array): number;
}

/** Returns whether states are numbered by blocks. */
export function hasBlocks(numbering: PuzzleNumbering): numbering is BlockNumbering {
  return 'blocks' in numbering;
}

/**
 * The base: the points to which the frames of blocks bring the states of all blocks.
 *
 * It numbers the states of each type of block from 0. All types have equally many, since they are what permutations make of type 0.
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
