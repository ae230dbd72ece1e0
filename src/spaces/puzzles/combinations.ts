/**
 * Sets of K of the numbers 0..n-1, numbered without gaps: the combinatorial number system.
 *
 * The set c[1] < c[2] < ... < c[K] has the number
 *
 *     C(c[1], 1) + C(c[2], 2) + ... + C(c[K], K)
 *
 * Example: the sets of 2 of 4 are, in order, 01 02 12 03 13 23; 13 is C(1,1) + C(3,2) = 1 + 3 = 4. If an element is replaced
 * by another one, its own place in the set changes. The places of the elements in between change by one, and all other terms
 * remain.
 *
 * Source: D. E. Knuth, "The Art of Computer Programming", volume 4A, 7.2.1.3, theorem L.
 */

/** Numbering of the sets with a fixed number of elements. */
export interface Combinations {
  /** C(n, K), exact if it is below 2^53; otherwise no other number here can be used. */
  readonly size: number;
  /** Returns the number of a set. @param set ascending */
  rank(set: ArrayLike<number>): number;
  /**
   * Writes the set of a number.
   * @param set receives it in ascending order. Its old content is tried first, so ascending numbers are faster than others
   */
  unrank(rank: number, set: Int32Array): void;
  /** Returns the change of the number if element j is replaced by a greater one that is not in the set. */
  changeUp(set: Int32Array, j: number, element: number): number;
  /** Returns the change of the number if element j is replaced by a smaller one that is not in the set. */
  changeDown(set: Int32Array, j: number, element: number): number;
}

/** Returns the numbering of the sets of `elements` of the numbers 0..n-1. @param elements K: 1 to n */
export function combinations(n: number, elements: number): Combinations {
  const stride = n + 1;
  const choose = pascalsTriangle(n, elements);
  return {
    size: choose[choose.length - 1],

    rank(set) {
      let rank = 0;
      for (let j = 0; j < elements; j++) rank += choose[(j + 1) * stride + set[j]];
      return rank;
    },

    // From the greatest element on, each is the greatest whose term fits in the rest of the number.
    unrank(rank, set) {
      let rest = rank;
      let high = n;
      for (let k = elements; k > 1; k--) {
        const row = k * stride;
        let low = set[k - 1];
        if (choose[row + low] > rest || choose[row + low + 1] <= rest) {
          low = k - 1;
          // The element is in low..high-1.
          while (high - low > 1) {
            const middle = (low + high) >> 1;
            if (choose[row + middle] <= rest) low = middle;
            else high = middle;
          }
          set[k - 1] = low;
        }
        rest -= choose[row + low];
        high = low;
      }
      set[0] = rest;
    },

    changeUp(set, j, element) {
      let row = (j + 1) * stride;
      let change = -choose[row + set[j]];
      for (let at = j + 1; at < elements && set[at] < element; at++) {
        change += choose[row + set[at]] - choose[row + stride + set[at]];
        row += stride;
      }
      return change + choose[row + element];
    },

    changeDown(set, j, element) {
      let row = (j + 1) * stride;
      let change = -choose[row + set[j]];
      for (let at = j - 1; at >= 0 && set[at] > element; at--) {
        change += choose[row + set[at]] - choose[row - stride + set[at]];
        row -= stride;
      }
      return change + choose[row + element];
    },
  };
}

/** Returns [k * (n + 1) + m]: C(m, k), for k of 0..most and m of 0..n. */
function pascalsTriangle(n: number, most: number): Float64Array {
  const stride = n + 1;
  const table = new Float64Array((most + 1) * stride).fill(1, 0, stride);
  for (let k = 1; k <= most; k++) {
    for (let m = k; m <= n; m++) table[k * stride + m] = table[k * stride + m - 1] + table[(k - 1) * stride + m - 1];
  }
  return table;
}
