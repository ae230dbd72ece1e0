/**
 * Colexicographic ranks of sets of places, as ./geometry.ts defines them: the number of smaller masks with k bits set.
 *
 * A mask is looked up in two halves. The terms C(p_i, i) of the lower half depend on that half alone. Those of the upper half depend on
 * that half and on the number of bits in the lower half, where i continues.
 */

import { onesIn } from '../permutation/ones.js';

/** The ranks of the sets of k places out of n, n up to 32. */
export class SetRanks {
  /** Number of sets: n choose k. */
  readonly count: number;
  readonly #size: number;
  /** Number of places in the lower half, and in the upper half. */
  readonly lowBits: number;
  readonly highBits: number;
  /** [lower half]: its share of the rank. */
  readonly low: Uint32Array;
  /** [bits in the lower half << highBits | upper half]: the share of the upper half in the rank. */
  readonly high: Uint32Array;

  constructor(places: number, size: number) {
    const choose = binomials(places, size);
    this.count = choose[places][size];
    this.#size = size;
    this.lowBits = (places + 1) >> 1;
    this.highBits = places - this.lowBits;
    const shareOf = (half: number, firstPlace: number, before: number) => {
      let share = 0;
      let index = before;
      for (let rest = half; rest !== 0 && index < size; rest &= rest - 1) {
        share += choose[firstPlace + 31 - Math.clz32(rest & -rest)][++index];
      }
      return share;
    };
    this.low = Uint32Array.from({ length: 1 << this.lowBits }, (_, half) => shareOf(half, 0, 0));
    const halves = 1 << this.highBits;
    this.high = new Uint32Array((size + 1) * halves);
    for (let before = 0; before <= size; before++) {
      for (let half = 0; half < halves; half++) {
        this.high[before * halves + half] = shareOf(half, this.lowBits, before);
      }
    }
  }

  /** Returns the rank of a set, from 0. @param set a mask of k bits */
  rankOf(set: number): number {
    const half = set & ((1 << this.lowBits) - 1);
    return this.low[half] + this.high[(onesIn(half) << this.highBits) | (set >>> this.lowBits)];
  }

  /** Yields all sets in the order of their ranks, as unsigned masks: after each one, the next larger number with the same number of bits. */
  *all(): Generator<number, void> {
    let set = 2 ** this.#size - 1;
    for (let rank = 0; rank < this.count; rank++) {
      yield set;
      // The highest one of the lowest run of ones moves up by one place, and the others of the run move to the bottom.
      const lowest = set & -set;
      const carried = (set + lowest) >>> 0;
      const zeros = 31 - Math.clz32(lowest);
      set = (carried | (((set ^ carried) >>> 2) >>> zeros)) >>> 0;
    }
  }
}

/** Returns C(n, k) as [n][k]. */
function binomials(largest: number, most: number): number[][] {
  const rows = [[1, ...new Array<number>(most).fill(0)]];
  for (let n = 1; n <= largest; n++) {
    const above = rows[n - 1];
    rows.push(above.map((count, k) => count + (k === 0 ? 0 : above[k - 1])));
  }
  return rows;
}
