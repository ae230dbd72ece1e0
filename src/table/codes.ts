/**
 * Codes: how a table holds the distance of a state.
 *
 * Some tables hold whole depths. The others hold the depth mod 3 or mod 4, which is enough: if moves can be undone, the depths of
 * neighbours differ by 1 at most. With d mod 3 known, d - 1, d and d + 1 are three different numbers. So each neighbour is known to
 * be nearer, level or further, and the number of steps to a start is the distance.
 *
 * Boards in the metric `single` have one bit a state, b = floor(depth / 2) mod 2. The parity p of the depth is the colour of the
 * blank's cell relative to the goal's, so that depth mod 4 = 2b + p. At depth 6, for example, b is 1 and p is 0: 6 mod 4 = 2.
 */

import { colourOf } from '../spaces/board/board.js';
import type { Metric } from '../spaces/board/metric.js';
import { type Geometry, STATES_PER_WORD } from '../spaces/board/numbering/geometry.js';
import { BITS, type Encoding } from './contents/contents.js';
import type { TableStore } from './files/store.js';

/** A board whose positions are numbered, and the goal and the metric of its table. */
interface NumberedBoard {
  readonly geometry: Geometry;
  readonly goalCell: number;
  readonly metric: Metric;
}

export interface DepthCode {
  /** Returns the number that stands for a state, 0..size-1. @throws TableError if the table is damaged */
  code(state: number): number;
  /** Code of a state that is not reached; null if the codes do not distinguish it. */
  readonly notReached: number | null;
  /** Code of depth 0. */
  readonly start: number;
  /** The depths that codes are whole remainders of, or null if a code is the depth itself. */
  readonly modulus: 3 | 4 | null;
}

/** Returns what a move between two reached states adds to the depth; undefined if their codes contradict each other. */
export function changeOf(modulus: 3 | 4, code: number, other: number): -1 | 0 | 1 | undefined {
  const further = (other - code + modulus) % modulus;
  if (further <= 1) return further as 0 | 1;
  return further === modulus - 1 ? -1 : undefined;
}

/**
 * Returns the code of a table, which reads the states that it is asked for from the store.
 * @param board of the encodings `mod4` and `mod3-planes`, which only boards have; null otherwise
 */
export function codeOfTable(encoding: Encoding, store: TableStore, board: NumberedBoard | null): DepthCode {
  if (board !== null) return boardCode(board, store);
  const code = flatCodes(encoding, store);
  if (encoding === 'mod3') return { code, notReached: 0, start: 1, modulus: 3 };
  return { code, notReached: 2 ** BITS[encoding] - 1, start: 0, modulus: null };
}

/** Codes of all states without gaps. */
function flatCodes(encoding: Encoding, store: TableStore): DepthCode['code'] {
  const bits = BITS[encoding];
  const perWord = 32 / bits;
  const largest = 2 ** bits - 1;
  return (state) => {
    const word = Math.floor(state / perWord);
    const bit = (state - word * perWord) * bits;
    return ((store.word(0, word) >>> bit) & largest) >>> 0;
  };
}

/** Codes of a board, which lie in a section for each cell of the blank; see files/board-header.ts. */
function boardCode({ geometry, goalCell, metric }: NumberedBoard, store: TableStore): DepthCode {
  const { board, arrangements, words } = geometry;
  const bitOf = (cell: number, arrangement: number, firstHalf: number) => {
    const word = Math.floor(arrangement / STATES_PER_WORD);
    const bit = arrangement - word * STATES_PER_WORD;
    return (store.word(cell, firstHalf + 2 * word + (bit >> 5)) >>> (bit & 31)) & 1;
  };
  const parities = Array.from({ length: board.cells }, (_, cell) => colourOf(board, cell) ^ colourOf(board, goalCell));
  const single = (cell: number, arrangement: number) => 2 * bitOf(cell, arrangement, 0) + parities[cell];
  // The first bit is set if depth mod 3 is 0 or 2, the second one if it is 1 or 2: together they are 1 + depth mod 3.
  const multi = (cell: number, arrangement: number) =>
    bitOf(cell, arrangement, 0) + 2 * bitOf(cell, arrangement, 2 * words);
  const read = metric === 'single' ? single : multi;
  const code = (state: number) => {
    const cell = Math.floor(state / arrangements);
    return read(cell, state - cell * arrangements);
  };
  return metric === 'single'
    ? { code, notReached: null, start: 0, modulus: 4 }
    : { code, notReached: 0, start: 1, modulus: 3 };
}
