/** The 60 orders in which the last five labels of an arrangement may stand: the bits of a word. */

import { fromLehmerDigits } from '../../permutation/lehmer.js';
import { LOW_DIGITS, STATES_PER_WORD } from './geometry.js';

/**
 * For either parity of the digits in front, [bit * 5 + place]: which of the five labels left, ascending, stands on each of
 * the last five places.
 */
export const LOW_ORDERS: readonly Uint8Array[] = [0, 1].map((parity) => {
  const orders = new Uint8Array(STATES_PER_WORD * LOW_DIGITS);
  for (let bit = 0; bit < STATES_PER_WORD; bit++) {
    const [x, y, z] = [Math.floor(bit / 12), Math.floor(bit / 3) % 4, bit % 3];
    orders.set(fromLehmerDigits([x, y, z, (x + y + z + parity) % 2, 0]), bit * LOW_DIGITS);
  }
  return orders;
});
