/** Numberings of a puzzle's states: by blocks, words and places, see number-states.ts, or by ranks, see ../arrangements/ranked-numbering.ts. */

import type { ColouredPuzzle } from './colouring.js';
import type { Projections } from './puzzle-source.js';

/** Blocks: the states of one projection are a block. Block 0 has the solved state. */
export interface ColouringBlocks {
  readonly count: number;
  /** Number of states of each block. */
  readonly states: number;
  /** [block * moves + move]: the block to which the move leads. */
  readonly next: Uint32Array;
  /** [block * points + place]: the frame of the block, which takes a place of the base to a place of the block. */
  readonly frames: Uint8Array;
  /** Number of types. Blocks of one type have the same states after their frames have taken them to the base. */
  readonly types: number;
  /** [block]: its type. */
  readonly typeOf: Uint8Array;
  /** [type]: the states in the base, each of `points` bytes, in the order of their numbers. Empty if words number them. */
  readonly statesOf: readonly Uint8Array[];
  /** [state * moves + move]: the state to which the move leads, if there is only one block, without words; otherwise null. */
  readonly nextStates: Uint32Array | null;
}

/** Words of each type of block. States of one projection, in the base, are a word. */
export interface ColouringWords {
  /** Number of words of each block. */
  readonly count: number;
  /** Number of states of each word, 1..128. */
  readonly states: number;
  /** [projection * points + place]: the frame of each projection, as for blocks. */
  readonly frames: Uint8Array;
  /** [type][word]: the projection of its states. */
  readonly projectionOf: readonly Uint32Array[];
  /** [type][projection]: its word, 0xffffffff if there is none. */
  readonly wordOf: readonly Uint32Array[];
  /** [type][word]: its bit type. Words of one bit type have the same states after their frames have taken them to the base. */
  readonly bitTypeOf: readonly Uint8Array[];
  /** [bit type]: these states, each of `points` bytes, in lexicographic order. */
  readonly statesOf: readonly Uint8Array[];
}

/** Writes the state to which each move leads from a state. */
export type WriteNeighbours = (state: number, next: Float64Array) => void;

/** Numbers 0..size-1 of the states that moves reach from the solved one. */
export interface PuzzleNumbering {
  readonly size: number;
  readonly puzzle: ColouredPuzzle;
  readonly projections: Projections;
  /** Returns the number of a state, -1 if moves do not reach it. */
  numberOf(colouring: Uint8Array): number;
  /** Writes the state of a number. */
  writeColouring(state: number, colouring: Uint8Array): void;
  /** Returns a function for the states to which permutations lead: moves, or inverses of moves. */
  neighbours(permutations: readonly Uint8Array[]): WriteNeighbours;
}

/** Numbering block by block and word by word. */
export interface BlockNumbering extends PuzzleNumbering {
  readonly blocks: ColouringBlocks;
  /** Words; null if the states of a block are numbered directly. */
  readonly words: ColouringWords | null;
  /** Returns the number of a state of the base within its type; -1 if the type lacks it. */
  indexOf(type: number, state: Uint8Array): number;
}

/** Returns whether states are numbered by blocks. */
export function hasBlocks(numbering: PuzzleNumbering): numbering is BlockNumbering {
  return 'blocks' in numbering;
}

/**
 * The base: the points to which the frames of blocks take the states of all blocks.
 *
 * It numbers the states of each type of block from 0. All types have equally many, since permutations make them from type 0.
 *
 * The frame of a state's block is in `frames` from `at` on: it takes place p of the base to place frames[at + p].
 */
export interface BlockBase {
  /** Number of states of each type. */
  readonly states: number;
  readonly types: number;
  /** Adds the type that a permutation makes of type 0; returns null, or why it cannot. */
  addType(permutation: Uint8Array): string | null;
  /** Returns the type of a state, -1 if there is none. */
  typeOf(colouring: Uint8Array, frames: Uint8Array, at: number): number;
  /** Returns the number of a state in a type, -1 if the type lacks it. */
  rank(type: number, colouring: Uint8Array, frames: Uint8Array, at: number): number;
  /** Writes the state of a number. */
  write(type: number, rank: number, colouring: Uint8Array, frames: Uint8Array, at: number): void;
}

export const TYPES_OVERLAP = 'types of blocks overlap';
