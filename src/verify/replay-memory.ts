/** The bitsets of a replay, in memory that all threads share. */

import type { Board } from '../board/board.js';
import { HALVES_PER_WORD, type Shape } from './arrangements.js';
import { newSharedBytes } from './shared-bytes.js';

/**
 * Bitsets that lie like the words of a table: for each blank cell its words, 60 states each, as halves of 32 bits, the lower
 * one first.
 */
export interface ReplayMemory {
  readonly board: Board;
  readonly goalCell: number;
  /** States that were found in any layer. */
  readonly visited: readonly Uint32Array[];
  /** On the cells of a layer's colour the states of that layer, on the others those of the next. */
  readonly frontier: readonly Uint32Array[];
  /** What the table should hold: floor(depth / 2) mod 2 of visited states, 0 of all others. */
  readonly residues: readonly Uint32Array[];
  /** [0]: the next block that a worker may claim. */
  readonly claims: Int32Array;
}

/** Bytes of the three bitsets. */
export function replayBytes(board: Board, { words }: Shape): number {
  return 3 * board.cells * words * HALVES_PER_WORD * Uint32Array.BYTES_PER_ELEMENT;
}

/** Allocates a replay whose only visited state is the goal. @throws Error where the machine refuses the memory */
export function newReplay(board: Board, goalCell: number, { words }: Shape): ReplayMemory {
  const bitset = () =>
    Array.from(
      { length: board.cells },
      () => new Uint32Array(newSharedBytes(words * HALVES_PER_WORD * Uint32Array.BYTES_PER_ELEMENT)),
    );
  const replay = {
    board,
    goalCell,
    visited: bitset(),
    frontier: bitset(),
    residues: bitset(),
    claims: new Int32Array(newSharedBytes(Int32Array.BYTES_PER_ELEMENT)),
  };
  replay.visited[goalCell][0] = 1;
  replay.frontier[goalCell][0] = 1;
  return replay;
}
