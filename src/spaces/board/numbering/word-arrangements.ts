/**
 * The arrangements of all states, word by word. This gives the same as positionOf, for callers that visit all states of a board.
 *
 * The states of a word have their first places in common. On the last five places, the five remaining labels have each of their 60 orders of
 * one parity. So the first places are computed once for a word, and the order of the last five is looked up.
 */

import { fromLehmerDigits } from '../../permutation/lehmer.js';
import { type Geometry, LOW_DIGITS, STATES_PER_WORD, writeDigits } from './geometry.js';

/**
 * [parity of the digits in front][bit * 5 + place]: which of the five remaining labels, ascending, is on each of the last five places.
 */
export const ORDERS_IN_WORD: readonly Uint8Array[] = [0, 1].map((parity) => {
  const orders = new Uint8Array(STATES_PER_WORD * LOW_DIGITS);
  for (let bit = 0; bit < STATES_PER_WORD; bit++) {
    const [x, y, z] = [Math.floor(bit / 12), Math.floor(bit / 3) % 4, bit % 3];
    orders.set(fromLehmerDigits([x, y, z, (x + y + z + parity) % 2, 0]), bit * LOW_DIGITS);
  }
  return orders;
});

export class WordArrangements {
  /** Labels along the path without the blank, one for each tile, of the state that was read last. */
  readonly labels: Uint8Array;
  readonly #geometry: Geometry;
  readonly #digits: number[];
  readonly #left: Uint8Array;
  #orders = ORDERS_IN_WORD[0];

  constructor(geometry: Geometry) {
    const tiles = geometry.board.cells - 1;
    this.#geometry = geometry;
    this.#digits = new Array<number>(geometry.digits).fill(0);
    this.#left = new Uint8Array(geometry.digits);
    this.labels = Uint8Array.from({ length: tiles }, (_, label) => label);
  }

  /** Reads a word. @param word 0..words-1 @param cell of the blank, which determines the parity of the arrangements */
  readWord(word: number, cell: number): void {
    const { digits, isLine, parityAt } = this.#geometry;
    if (isLine) return;
    const low = digits - LOW_DIGITS;
    writeDigits(word, this.#digits, 0, low - 1);
    const left = this.#left;
    for (let label = 0; label < digits; label++) left[label] = label;
    let sum: number = parityAt[cell];
    for (let place = 0; place < low; place++) {
      const digit = this.#digits[place];
      sum += digit;
      this.labels[place] = left[digit];
      for (let at = digit; at < digits - 1 - place; at++) left[at] = left[at + 1];
    }
    this.#orders = ORDERS_IN_WORD[sum % 2];
  }

  /** Reads a state of the word that was read last. @param bit 0..59 */
  readState(bit: number): void {
    const { digits, still, isLine } = this.#geometry;
    if (isLine) return;
    const low = digits - LOW_DIGITS;
    const orders = this.#orders;
    // On boards of fewer than five tiles, the first of the five labels are those of tiles that do not exist.
    for (let place = still; place < LOW_DIGITS; place++) {
      this.labels[low + place - still] = this.#left[orders[bit * LOW_DIGITS + place]] - still;
    }
  }
}
