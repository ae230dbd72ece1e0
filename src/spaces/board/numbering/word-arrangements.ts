/**
 * The arrangements of one word after the other: what positionOf does for a state, for those who go through all states
 * of a board.
 *
 * The states of a word have their first places in common; on the last five the five labels that are left stand in each
 * of their 60 orders of one parity. So the first places are worked out once for a word, and an order is looked up.
 */

import { fromLehmerDigits } from '../../permutation/lehmer.js';
import { type Geometry, LOW_DIGITS, STATES_PER_WORD, writeDigits } from './geometry.js';

/**
 * For either parity of the digits in front, [bit * 5 + place]: which of the five labels left, ascending, stands on each of
 * the last five places.
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
  /** The labels along the path without the blank, one for each tile: those of the state that was read last. */
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

  /** @param word 0..words-1 @param cell of the blank, which the parity of the arrangements depends on */
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

  /** @param bit 0..59, of the word that was read */
  readState(bit: number): void {
    const { digits, still, isLine } = this.#geometry;
    if (isLine) return;
    const low = digits - LOW_DIGITS;
    const orders = this.#orders;
    // On boards of fewer than five tiles the first of the five labels belong to tiles that do not exist.
    for (let place = still; place < LOW_DIGITS; place++) {
      this.labels[low + place - still] = this.#left[orders[bit * LOW_DIGITS + place]] - still;
    }
  }
}
