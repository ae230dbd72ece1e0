/** Random subsets of numbers. */

import type { SeededRandom } from '../../spaces/board/random.js';

/**
 * Returns different numbers 0..n-1 in ascending order; all subsets are equally likely. Numbers are drawn until there are enough
 * different ones. If the subset is more than half of all, the numbers to leave out are drawn instead. Memory: 8 bytes per number.
 * @param n up to 2^53
 * @param count up to n
 */
export function randomSubset(n: number, count: number, random: SeededRandom): Float64Array {
  if (count > n / 2) return complementOf(randomSubset(n, n - count, random), n);
  const chosen = new Float64Array(count);
  for (let different = 0; different < count; ) {
    for (let index = different; index < count; index++) chosen[index] = random.state(n);
    chosen.sort();
    different = 0;
    for (const number of chosen) if (different === 0 || number !== chosen[different - 1]) chosen[different++] = number;
  }
  return chosen;
}

/** Returns the numbers 0..n-1 that are not in an ascending list. */
function complementOf(numbers: Float64Array, n: number): Float64Array {
  const others = new Float64Array(n - numbers.length);
  let length = 0;
  let next = 0;
  for (let number = 0; number < n; number++) {
    if (number === numbers[next]) next++;
    else others[length++] = number;
  }
  return others;
}
