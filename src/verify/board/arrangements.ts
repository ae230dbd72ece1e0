/**
 * The numbering of the tiles' arrangements, by docs/reference/table-format.md alone. The tiles along the path without the
 * blank, numbered by the goal, are a permutation. Its Lehmer digits d[0..D-1] are a mixed-radix number: the last five
 * digits give the bit, all others the word. An object holds one arrangement at a time and allocates nothing for the next.
 *
 * Example: the digits of the 3x3 arrangement 1 0 2 3 4 5 7 6 are 1 0 0 0 0 0 1 0, so the word is 1 * 7 * 6 = 42 and the
 * bit 0: the digit d[6] = 1 only makes the sum even. (With the blank on an odd cell of a map it makes the sum odd.)
 */

import { InputError } from '../../base/input-error.js';
import { type Board, formatBoard, isLine } from '../../spaces/board/board.js';
import type { Shift } from './moves.js';

/** States per 64-bit word, 5!/2. */
export const PLAIN_STATES_PER_WORD = 60;
/** 32-bit halves per word. */
export const HALVES_PER_WORD = 2;
/** Number of digits that determine the bit. */
const LOW = 5;

/** The number of arrangements, and their places in words. */
export interface Shape {
  /** Number of Lehmer digits, at least 5. */
  readonly digits: number;
  /** Number of leading digits that are always 0, on boards of fewer than five tiles. */
  readonly still: number;
  /** Words per blank cell. */
  readonly words: number;
  /** Arrangements per blank cell, numbered word * 60 + bit from 0. On some maps, moves do not reach all of them. */
  readonly arrangements: number;
}

/** Returns the shape of a board's table. @throws InputError if the board has more than 2^53 states */
export function shapeOf(board: Board): Shape {
  const tiles = board.cells - 1;
  // The tiles of a single row or column keep their order.
  if (isLine(board)) return { digits: LOW, still: 0, words: 1, arrangements: 1 };
  let permutations = 1;
  for (let k = 2; k <= tiles; k++) permutations *= k;
  const arrangements = permutations / 2;
  if (!Number.isSafeInteger(board.cells * arrangements)) {
    throw new InputError(`${formatBoard(board)} has more than 2^53 states, too many to check`);
  }
  return {
    digits: Math.max(tiles, LOW),
    still: Math.max(LOW - tiles, 0),
    words: Math.max(arrangements / PLAIN_STATES_PER_WORD, 1),
    arrangements,
  };
}

export class Arrangements {
  readonly #digits: number;
  /** Number of digits that determine the word. */
  readonly #high: number;
  readonly #still: number;
  /** The arrangement: the goal's number of each tile along the path, after the tiles that never move. */
  readonly #tiles: Uint8Array;
  /** Tiles not yet placed, in ascending order; after a word has been read, the last five. */
  readonly #left: Uint8Array;
  /** Index in LAST_FIVE of the first order for the word's parity. */
  #orders = 0;
  /** The arrangement after a move. */
  readonly #moved: Uint8Array;
  /** [number of `digits` bits]: its number of set bits. */
  readonly #ones: Uint8Array;

  /** Word of the last numbered arrangement. */
  word = 0;
  /** Bit of the last numbered arrangement. */
  bit = 0;

  constructor({ digits, still }: Shape) {
    this.#digits = digits;
    this.#high = digits - LOW;
    this.#still = still;
    this.#tiles = new Uint8Array(digits);
    this.#left = new Uint8Array(digits);
    this.#moved = new Uint8Array(digits);
    this.#ones = new Uint8Array(1 << digits);
    for (let set = 1; set < this.#ones.length; set++) this.#ones[set] = this.#ones[set >> 1] + (set & 1);
  }

  /**
   * Reads the digits of a word, so that takeBit can select its arrangements.
   * @param odd 1 if the arrangements of the blank cell are odd, else 0
   */
  takeWord(word: number, odd: number): void {
    const tiles = this.#tiles;
    const left = this.#left;
    const high = this.#high;
    let rest = word;
    let sum = odd;
    for (let j = high - 1; j >= 0; j--) {
      const radix = this.#digits - j;
      const quotient = Math.floor(rest / radix);
      tiles[j] = rest - quotient * radix;
      sum += tiles[j];
      rest = quotient;
    }
    for (let tile = 0; tile < left.length; tile++) left[tile] = tile;
    for (let j = 0; j < high; j++) {
      const digit = tiles[j];
      tiles[j] = left[digit];
      for (let k = digit; k < left.length - 1; k++) left[k] = left[k + 1];
    }
    this.#orders = (sum % 2) * LAST_FIVE_OF_A_PARITY;
  }

  /** Selects an arrangement of the word. @param bit 0..59 */
  takeBit(bit: number): void {
    const tiles = this.#tiles;
    const left = this.#left;
    const order = this.#orders + bit * LOW;
    for (let j = 0; j < LOW; j++) tiles[this.#high + j] = left[LAST_FIVE[order + j]];
  }

  /** Returns the number of each tile along the path, without the blank. */
  labels(): number[] {
    return Array.from(this.#tiles.subarray(this.#still), (tile) => tile - this.#still);
  }

  /** Sets `word` and `bit` to the number of the arrangement after one tile is shifted along the path. */
  numberAfter(from: number, into: number): void {
    this.numberAfterAll([{ from, into }]);
  }

  /** Sets `word` and `bit` to the number of the arrangement after consecutive shifts. */
  numberAfterAll(shifts: readonly Shift[]): void {
    const moved = this.#moved;
    moved.set(this.#tiles);
    for (let k = 0; k < shifts.length; k++) {
      const first = shifts[k].from + this.#still;
      const last = shifts[k].into + this.#still;
      const tile = moved[first];
      if (first < last) for (let j = first; j < last; j++) moved[j] = moved[j + 1];
      else for (let j = first; j > last; j--) moved[j] = moved[j - 1];
      moved[last] = tile;
    }
    this.#number(moved);
  }

  /** Computes word and bit. A digit counts the smaller tiles that follow: all smaller tiles minus those that came before. */
  #number(tiles: Uint8Array): void {
    const ones = this.#ones;
    const high = this.#high;
    let before = 0;
    let word = 0;
    for (let j = 0; j < high; j++) {
      const set = 1 << tiles[j];
      word = word * (this.#digits - j) + tiles[j] - ones[before & (set - 1)];
      before |= set;
    }
    let bit = 0;
    for (let j = high; j < high + 3; j++) {
      const set = 1 << tiles[j];
      bit = bit * (this.#digits - j) + tiles[j] - ones[before & (set - 1)];
      before |= set;
    }
    this.word = word;
    this.bit = bit;
  }
}

const LAST_FIVE_OF_A_PARITY = PLAIN_STATES_PER_WORD * LOW;

/**
 * Orders of the last five tiles for each bit: first for words whose sum of digits is even, then for odd sums. The bit
 * gives three digits with the radices 5, 4 and 3. The fourth digit makes the sum of all digits even. If arrangements
 * are odd, the two cases are swapped.
 */
const LAST_FIVE = new Uint8Array(2 * LAST_FIVE_OF_A_PARITY);
for (let parity = 0; parity < 2; parity++) {
  for (let bit = 0; bit < PLAIN_STATES_PER_WORD; bit++) {
    const digits = [Math.floor(bit / 12), Math.floor(bit / 3) % 4, bit % 3];
    digits.push((parity + digits[0] + digits[1] + digits[2]) % 2, 0);
    const left = [0, 1, 2, 3, 4];
    const order = digits.map((digit) => left.splice(digit, 1)[0]);
    LAST_FIVE.set(order, parity * LAST_FIVE_OF_A_PARITY + bit * LOW);
  }
}
