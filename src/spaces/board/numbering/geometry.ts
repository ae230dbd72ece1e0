/**
 * The numbering of a board's states: the path through its cells, the digits, and the words.
 *
 * *Path.* The cells are read in boustrophedon order, there and back, by rows or by columns. The choice is the path on which neighbours are
 * never as far apart as on the other: on a full board, the one along the shorter side. If both are equal, it is by rows, unless there are
 * fewer rows than columns. Example: 3x3 is read 0 1 2 5 4 3 6 7 8. On a full board consecutive cells are neighbours. Without the blank, the
 * tiles along the path are a permutation a[0..m-1], m = cells - 1. A move of the blank between the places u < v of the path rotates the
 * window a[u..v-1] by one. If v = u + 1, as in most moves, this changes nothing.
 *
 * *Parity.* A move changes the colour of the blank's cell, its place by v - u, and the arrangement by v - u - 1 exchanges. So the sum
 *
 *     parity of the arrangement + place of the blank + colour of its cell
 *
 * is always even or always odd. A cell is called odd if the sum of its place and colour is. On full boards no cell is odd, since place and
 * colour alternate together, and all arrangements that can be reached are even. On maps, consecutive cells may be apart. The tiles are
 * numbered so that the goal's own arrangement is even if the cell of its blank is, and odd if that is odd. Then the same holds for every
 * position, whatever the goal.
 *
 * *Digits.* An arrangement is the number with the mixed-radix digits d[0..m-1], its Lehmer digits relative to the goal, whose arrangement
 * is 0. Digit j has the radix m - j. The last digit is always 0, and the one before it follows from the parity. So rank >> 1 numbers the
 * m!/2 arrangements of each blank cell without gaps.
 *
 * *Words.* The five low digits have 5!/2 = 60 combinations of either parity. These are the bits of a 64-bit word: bit
 * (d[m-5] * 4 + d[m-4]) * 3 + d[m-3] of word d[0] d[1] ... d[m-6]. A rotation only rewrites the digits of its own window. So it moves runs
 * of words together, or permutes the bits of each word in one fixed manner, or both.
 *
 * Boards of fewer than five tiles are numbered as if they had further tiles in front that never move, whose digits are 0. On a single row
 * or column no move changes the arrangement, so each blank cell has one word.
 *
 * Moves may not reach all arrangements of a map: src/spaces/board/reach.ts.
 */

import { InputError } from '../../../base/input-error.js';
import { factorial, type Rotation, rotateWindow } from '../../permutation/lehmer.js';
import { type Board, colourOf, columnOf, formatBoard, isLine, neighbours, rowOf } from '../board.js';
import { reachOf } from '../reach.js';

/** States in a word, 5!/2. The other four bits of its 64 are always 0. */
export const STATES_PER_WORD = 60;

export const BYTES_PER_WORD = 8;

/** Returns the place 0..31 of the lowest bit that is set. @param half of a word, not 0 */
export function lowestBit(half: number): number {
  return 31 - Math.clz32(half & -half);
}

/** Number of Lehmer digits that number the bits of a word. */
export const LOW_DIGITS = 5;

/** The numbering of one board. */
export interface Geometry {
  readonly board: Board;
  /** [place on the path]: the cell. */
  readonly path: readonly number[];
  /** [cell]: its place on the path. */
  readonly placeOf: readonly number[];
  /** [cell]: 1 if arrangements with the blank there are odd, else 0. */
  readonly parityAt: readonly (0 | 1)[];
  /** True if no move changes the arrangement: on a single row or column. */
  readonly isLine: boolean;
  /** Number of Lehmer digits, at least 5. Digit j has the radix `digits - j`. */
  readonly digits: number;
  /** Number of digits in front of the first tile that can move: 5 - m for boards of m < 5 tiles. */
  readonly still: number;
  /** Words for each blank cell: digits!/5!. */
  readonly words: number;
  /** Arrangements of each blank cell that have numbers: m!/2, or 1 for a single row or column. */
  readonly arrangements: number;
  /** Number of states with numbers: cells * arrangements. */
  readonly states: number;
  /** Number of states that moves reach: all of them, except on some maps. */
  readonly reached: number;
}

/**
 * Returns the numbering of a board.
 * @throws InputError if it has more than 2^53 states, which no number here could count
 */
export function geometryOf(board: Board): Geometry {
  const path = boardPath(board);
  const placeOf = placesOnPath(path);
  const parityAt = placeOf.map((place, cell): 0 | 1 => ((place + colourOf(board, cell)) % 2 === 0 ? 0 : 1));
  const tiles = board.cells - 1;
  const line = isLine(board);
  const digits = line ? LOW_DIGITS : Math.max(tiles, LOW_DIGITS);
  const arrangements = arrangementsOf(board);
  const states = numberedStates(board);
  if (!Number.isSafeInteger(states)) {
    const count = Number.isFinite(states) ? `about ${states.toExponential(1)}` : 'more than 1e+308';
    throw new InputError(
      `${formatBoard(board)} is too large to number: it has ${count} states, and 2^53 is the most that can be counted exactly; antipode solve can still search for solutions`,
    );
  }
  const still = Math.max(0, LOW_DIGITS - tiles);
  const { states: reached } = reachOf(board);
  return {
    board,
    path,
    placeOf,
    parityAt,
    isLine: line,
    digits,
    still,
    words: wordsBelow(digits),
    arrangements,
    states,
    reached,
  };
}

/** Window of an arrangement that a move of the blank rotates: the digits first..last. If first = last, no digit changes. */
export interface Window {
  readonly first: number;
  readonly last: number;
  readonly rotation: Rotation;
}

/**
 * Returns the window of the blank's move from one cell to a neighbouring one. The tile between them jumps over all tiles whose
 * places on the path lie between the two cells.
 */
export function windowOf(geometry: Geometry, source: number, target: number): Window {
  const from = geometry.placeOf[source] + geometry.still;
  const to = geometry.placeOf[target] + geometry.still;
  return from < to
    ? { first: from, last: to - 1, rotation: 'last-to-first' }
    : { first: to, last: from - 1, rotation: 'first-to-last' };
}

/** Returns the number of states in the numbering of a board; they are too many if this is not a safe integer. */
export function numberedStates(board: Board): number {
  return board.cells * arrangementsOf(board);
}

function arrangementsOf(board: Board): number {
  return isLine(board) ? 1 : factorial(board.cells - 1) / 2;
}

/** Returns the number of words that the last `digits` digits number: digits!/5!, for 5 digits and more. */
export function wordsBelow(digits: number): number {
  let words = 1;
  for (let radix = LOW_DIGITS + 1; radix <= digits; radix++) words *= radix;
  return words;
}

/** Writes the digits first..last (both included) of a mixed-radix number. */
export function writeDigits(value: number, digits: number[], first: number, last: number): void {
  let rest = value;
  for (let j = last; j >= first; j--) {
    const radix = digits.length - j;
    digits[j] = rest % radix;
    rest = Math.floor(rest / radix);
  }
}

/**
 * Writes all Lehmer digits of a state.
 * @param word,bit of its arrangement
 * @param parity of its arrangement: the geometry's parityAt of the blank's cell
 */
export function writeStateDigits(word: number, bit: number, parity: 0 | 1, digits: number[]): void {
  const low = digits.length - LOW_DIGITS;
  writeDigits(word, digits, 0, low - 1);
  writeDigits(bit, digits, low, low + 2);
  let sum: number = parity;
  for (let j = 0; j < low + 3; j++) sum += digits[j];
  // The last digit but one gives the arrangement its parity.
  digits[low + 3] = sum % 2;
  digits[low + 4] = 0;
}

/** Returns the mixed-radix number of the digits first..last (both included). */
export function readDigits(digits: readonly number[], first: number, last: number): number {
  let value = 0;
  for (let j = first; j <= last; j++) value = value * (digits.length - j) + digits[j];
  return value;
}

/** Returns [value of the digits first..last]: their value after a rotation. */
export function windowMap(digits: number, first: number, last: number, rotation: Rotation): Uint32Array {
  const scratch = new Array<number>(digits).fill(0);
  let values = 1;
  for (let j = first; j <= last; j++) values *= digits - j;
  const map = new Uint32Array(values);
  for (let value = 0; value < values; value++) {
    writeDigits(value, scratch, first, last);
    rotateWindow(scratch, first, last, rotation);
    map[value] = readDigits(scratch, first, last);
  }
  return map;
}

/**
 * Returns the cells of a board in the order of its path: by rows or by columns, whichever keeps neighbours closer. See above for ties.
 */
export function boardPath(board: Board): number[] {
  const byRows = snake(board, rowOf, columnOf);
  const byColumns = snake(board, columnOf, rowOf);
  const difference = farthestNeighbours(board, byRows) - farthestNeighbours(board, byColumns);
  if (difference !== 0) return difference < 0 ? byRows : byColumns;
  return board.rows >= board.columns ? byRows : byColumns;
}

/** Returns the cells lane by lane, there and back. */
function snake(board: Board, laneOf: typeof rowOf, stepOf: typeof rowOf): number[] {
  const cells = Array.from({ length: board.cells }, (_, cell) => cell);
  const forwards = (cell: number) => (laneOf(board, cell) % 2 === 0 ? stepOf(board, cell) : -stepOf(board, cell));
  return cells.sort((a, b) => laneOf(board, a) - laneOf(board, b) || forwards(a) - forwards(b));
}

/** Returns the maximum distance of two neighbours on the path. */
function farthestNeighbours(board: Board, path: readonly number[]): number {
  const placeOf = placesOnPath(path);
  return Math.max(
    ...path.map((cell, place) => Math.max(...neighbours(board, cell).map((other) => Math.abs(placeOf[other] - place)))),
  );
}

/** Returns [cell]: its place on a path. */
export function placesOnPath(path: readonly number[]): number[] {
  const placeOf = path.map(() => 0);
  for (const [place, cell] of path.entries()) placeOf[cell] = place;
  return placeOf;
}
