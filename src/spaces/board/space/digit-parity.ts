/**
 * Parity of the sum of Lehmer digits, from their number: by a table for a few digits at a time.
 *
 * The digits are those that number the arrangements of one parity: all but the last two, with the radices m, m - 1, ... 3.
 */

import { quotient } from '../../permutation/quotient.js';

const LARGEST_TABLE = 1 << 15;

/**
 * Returns the parity function of arrangements with this many digits.
 * @param digits of the arrangement, m
 * @returns takes the number of the first m - 2 digits, below 2^50, and returns 0 if their sum is even, else 1
 */
export function digitParity(digits: number): (value: number) => number {
  const tables: { table: Uint8Array; inverse: number }[] = [];
  for (let radix = 3; radix <= digits; ) {
    let table = Uint8Array.of(0);
    for (; radix <= digits && table.length * radix <= LARGEST_TABLE; radix++) {
      const longer = new Uint8Array(table.length * radix);
      for (let value = 0; value < longer.length; value++) {
        longer[value] = table[value % table.length] ^ (Math.floor(value / table.length) & 1);
      }
      table = longer;
    }
    tables.push({ table, inverse: 1 / table.length });
  }
  return (value) => {
    let rest = value;
    let parity = 0;
    for (const { table, inverse } of tables) {
      const upper = quotient(rest, inverse);
      parity ^= table[rest - upper * table.length];
      rest = upper;
    }
    return parity;
  };
}
