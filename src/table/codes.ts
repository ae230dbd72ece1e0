/**
 * Codes: the form in which a table holds the distance of a state.
 *
 * Some tables hold whole depths. The others hold the depth mod 3 or mod 4, which is enough: if moves can be undone, the depths of
 * neighbours differ by 1 at most. With d mod 3 known, d - 1, d and d + 1 are three different numbers. So each neighbour is known to
 * be nearer, level or further, and the number of steps to a start is the distance.
 *
 * Boards in the metric `single` have one bit a state, b = floor(depth / 2) mod 2. The parity p of the depth is the colour of the
 * blank's cell relative to the goal's. So depth mod 4 = 2b + p. At depth 6, for example, b is 1 and p is 0: 6 mod 4 = 2.
 *
 * Patterns have the same bit. Their parity p is the colour of the state's placement relative to the goal's. If moves do not reach all
 * states, a second bit shows whether this one is reached.
 */

import type { NumberedSpace } from '../space/space.js';
import { colourOf, type Metric } from '../spaces/board/board.js';
import { type Geometry, STATES_PER_WORD } from '../spaces/board/numbering.js';
import {
  bitOfArrangement,
  colourOfPlacement,
  type PatternGeometry,
  placementBytes,
} from '../spaces/board/pattern-geometry.js';
import { BITS, notReachedIn, type TableHeader } from './contents.js';
import type { TableStore } from './store.js';

const BYTES_PER_WORD = 4;

/** A board whose positions are numbered, and the goal and the metric of its table. */
export type NumberedBoard = { readonly geometry: Geometry; readonly goalCell: number; readonly metric: Metric };

export interface DepthCode {
  /** Returns the code of a state, 0..size-1. @throws TableError if the table is damaged */
  code(state: number): number;
  /** Code of a state that is not reached; null if the codes do not distinguish it. */
  readonly notReached: number | null;
  /** Code of depth 0. */
  readonly start: number;
  /** The modulus of codes that are remainders of depths, or null if a code is the depth itself. */
  readonly modulus: 3 | 4 | null;
}

/** Returns the change of the depth by a move between two reached states; undefined if their codes contradict each other. */
export function changeOf(modulus: 3 | 4, code: number, other: number): -1 | 0 | 1 | undefined {
  const further = (other - code + modulus) % modulus;
  if (further <= 1) return further as 0 | 1;
  return further === modulus - 1 ? -1 : undefined;
}

/** Returns the code of states that are one nearer than those of a code. */
export function nearerCode({ start, modulus }: Pick<DepthCode, 'start' | 'modulus'>, code: number): number {
  return modulus === null ? code - 1 : start + ((code - start + modulus - 1) % modulus);
}

/** Random access to the words of a table, as codes need it. */
type Words = Pick<TableStore, 'word'>;

/**
 * Returns the code of a table that has one section for all states. It reads the states that it is asked for.
 * @param space of the table
 */
export function codeOfStates(header: TableHeader, words: Words, { pattern, starts }: NumberedSpace): DepthCode {
  const { encoding } = header;
  if (encoding === 'mod4' && pattern !== null) {
    return patternCode(pattern.geometry, starts[0], notReachedIn(header) === 0, words);
  }
  // Codes of all states without gaps.
  const bits = BITS[encoding];
  const perWord = 32 / bits;
  const largest = 2 ** bits - 1;
  const code = (state: number) => {
    const word = Math.floor(state / perWord);
    const bit = (state - word * perWord) * bits;
    return ((words.word(0, word) >>> bit) & largest) >>> 0;
  };
  if (encoding === 'mod3') return { code, notReached: 0, start: 1, modulus: 3 };
  return { code, notReached: largest, start: 0, modulus: null };
}

const NOT_REACHED_IN_PATTERN = 4;

/** Codes of a pattern, whose bits lie as ../spaces/board/pattern-geometry.ts describes. */
function patternCode(geometry: PatternGeometry, goal: number, all: boolean, words: Words): DepthCode {
  const { placements, arrangements } = geometry;
  const { count } = arrangements;
  const wordsOfPlacement = placementBytes(count) / BYTES_PER_WORD;
  const wordsOfBitset = placements * wordsOfPlacement;
  const bits = Uint16Array.from({ length: count }, (_, arrangement) => bitOfArrangement(arrangement));
  const colourOfGoal = colourOfPlacement(geometry, Math.floor(goal / count));
  const code = (state: number) => {
    const placement = Math.floor(state / count);
    const bit = bits[state - placement * count];
    const word = placement * wordsOfPlacement + (bit >> 5);
    if (!all && ((words.word(0, wordsOfBitset + word) >>> (bit & 31)) & 1) === 0) return NOT_REACHED_IN_PATTERN;
    return 2 * ((words.word(0, word) >>> (bit & 31)) & 1) + (colourOfPlacement(geometry, placement) ^ colourOfGoal);
  };
  return { code, notReached: all ? null : NOT_REACHED_IN_PATTERN, start: 0, modulus: 4 };
}

/** The codes of a board by the blank's cell and the number of the arrangement. */
export interface BoardCode {
  /** @throws TableError if the table is damaged */
  code(cell: number, arrangement: number): number;
  readonly notReached: 0 | null;
  readonly start: number;
  readonly modulus: 3 | 4;
}

/** Returns the codes of a board's table, whose states lie in a section for each cell of the blank; see files/header.ts. */
export function boardCode({ geometry, goalCell, metric }: NumberedBoard, store: TableStore): BoardCode {
  const { board, words } = geometry;
  const bitOf = (cell: number, arrangement: number, firstHalf: number) => {
    // Faster than the % operator, and exact below 2^53.
    const word = Math.floor(arrangement / STATES_PER_WORD);
    const bit = arrangement - word * STATES_PER_WORD;
    return (store.word(cell, firstHalf + 2 * word + (bit >> 5)) >>> (bit & 31)) & 1;
  };
  if (metric === 'single') {
    const parities = Array.from(
      { length: board.cells },
      (_, cell) => colourOf(board, cell) ^ colourOf(board, goalCell),
    );
    const code = (cell: number, arrangement: number) => 2 * bitOf(cell, arrangement, 0) + parities[cell];
    return { code, notReached: null, start: 0, modulus: 4 };
  }
  // The first bit is set if depth mod 3 is 0 or 2, the second one if it is 1 or 2: together they are 1 + depth mod 3.
  const code = (cell: number, arrangement: number) =>
    bitOf(cell, arrangement, 0) + 2 * bitOf(cell, arrangement, 2 * words);
  return { code, notReached: 0, start: 1, modulus: 3 };
}

/** Returns the same codes by the numbers of the states. */
export function codeOfBoard(board: NumberedBoard, store: TableStore): DepthCode {
  const { code, ...codes } = boardCode(board, store);
  const { arrangements } = board.geometry;
  return {
    ...codes,
    code(state) {
      const cell = Math.floor(state / arrangements);
      return code(cell, state - cell * arrangements);
    },
  };
}
