/**
 * How the states of a board are numbered: the path through its cells, the digits, the words.
 *
 * *Path.* The cells are read as an ox ploughs: along the shorter side, there and back, so that
 * consecutive cells are neighbours. Example: 3x3 is read 0 1 2 5 4 3 6 7 8. Leaving the blank out, the tiles along the
 * path are a permutation a[0..m-1], m = cells - 1. A move of the blank between the places u < v of the path
 * rotates the window a[u..v-1] by one: for v = u + 1, which are most moves, that changes nothing at all.
 * Neighbours on a grid have opposite colours and so have consecutive places of the path; v - u is therefore
 * always odd, and every move an even permutation: all arrangements that can be reached are even.
 *
 * *Digits.* An arrangement is the number with the mixed-radix digits d[0..m-1], its Lehmer digits relative to
 * the goal, in which the arrangement is 0. Digit j has the radix m - j. The last digit is always 0 and the one before it
 * follows from the parity, so rank >> 1 numbers the m!/2 even arrangements of each blank cell without gaps.
 *
 * *Words.* The five low digits have 5!/2 = 60 even combinations, the bits of one 64-bit word: bit
 * (d[m-5] * 4 + d[m-4]) * 3 + d[m-3] of word d[0] d[1] ... d[m-6]. A rotation only rewrites the digits of
 * its own window, so it moves runs of words as one piece, or the bits of each word in one fixed way, or both.
 *
 * Boards of fewer than five tiles are numbered as if further tiles stood in front that never move: their digits
 * are 0. On a single row or column no move changes the arrangement, and there is one word for each blank cell.
 */

import { type Board, formatBoard, isLine } from '../board/board.js';
import { InputError } from '../board/input-error.js';
import { factorial } from '../permutation/factorial.js';

/** States in a word, 5!/2; the other four bits of its 64 are always 0. */
export const STATES_PER_WORD = 60;

/** Lehmer digits that number the bits of a word. */
export const LOW_DIGITS = 5;

/** The numbering of one board. */
export interface Geometry {
  readonly board: Board;
  /** Place on the path -> cell. */
  readonly path: readonly number[];
  /** Cell -> place on the path. */
  readonly placeOf: readonly number[];
  /** Lehmer digits, at least 5; digit j has the radix `digits - j`. */
  readonly digits: number;
  /** Digits in front of the first tile that can move: 5 - m for boards of m < 5 tiles. */
  readonly still: number;
  /** Words for each blank cell: digits!/5!. */
  readonly words: number;
  /** Arrangements of each blank cell that moves can reach: m!/2, or 1 for a single row or column. */
  readonly arrangements: number;
  /** States that can be reached: cells * arrangements. */
  readonly states: number;
}

/**
 * Numbers a board.
 * @throws InputError where the states are more than 2^53, which no number here could count
 */
export function geometryOf(board: Board): Geometry {
  const path = snake(board);
  const placeOf = path.map(() => 0);
  for (const [place, cell] of path.entries()) placeOf[cell] = place;
  const tiles = board.cells - 1;
  const digits = isLine(board) ? LOW_DIGITS : Math.max(tiles, LOW_DIGITS);
  const arrangements = isLine(board) ? 1 : Math.max(1, factorial(tiles) / 2);
  const states = board.cells * arrangements;
  if (!Number.isSafeInteger(states)) {
    const count = Number.isFinite(states) ? `about ${states.toExponential(1)}` : 'more than 1e+308';
    throw new InputError(
      `${formatBoard(board)} is too large to number: it has ${count} states, and 2^53 is the most that can be counted exactly`,
    );
  }
  const still = Math.max(0, LOW_DIGITS - tiles);
  return { board, path, placeOf, digits, still, words: wordsBelow(digits), arrangements, states };
}

/** Words numbered by the last `digits` digits: digits!/5!, for 5 digits and more. */
export function wordsBelow(digits: number): number {
  let words = 1;
  for (let radix = LOW_DIGITS + 1; radix <= digits; radix++) words *= radix;
  return words;
}

/** The digits numbered first..last (both included) of a mixed-radix number are written to `digits`. */
export function writeDigits(value: number, digits: number[], first: number, last: number): void {
  let rest = value;
  for (let j = last; j >= first; j--) {
    const radix = digits.length - j;
    digits[j] = rest % radix;
    rest = Math.floor(rest / radix);
  }
}

/** All Lehmer digits of a state are written to `digits`. @param word,bit of its arrangement */
export function writeStateDigits(word: number, bit: number, digits: number[]): void {
  const low = digits.length - LOW_DIGITS;
  writeDigits(word, digits, 0, low - 1);
  writeDigits(bit, digits, low, low + 2);
  let sum = 0;
  for (let j = 0; j < low + 3; j++) sum += digits[j];
  // The last digit but one is what makes the arrangement even.
  digits[low + 3] = sum % 2;
  digits[low + 4] = 0;
}

/** The mixed-radix number of the digits first..last (both included). */
export function readDigits(digits: readonly number[], first: number, last: number): number {
  let value = 0;
  for (let j = first; j <= last; j++) value = value * (digits.length - j) + digits[j];
  return value;
}

function snake({ rows, columns, cells }: Board): number[] {
  const length = Math.min(rows, columns);
  return Array.from({ length: cells }, (_, place) => {
    const lane = Math.floor(place / length);
    const step = lane % 2 === 0 ? place % length : length - 1 - (place % length);
    return rows >= columns ? lane * columns + step : step * columns + lane;
  });
}
