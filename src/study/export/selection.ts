/** The selection of states that are exported as rows. */

import { InputError } from '../../base/text.js';
import { SeededRandom } from '../../spaces/board/random.js';

/** The layers first..last, and optionally a random sample of their states. */
export interface Selection {
  /** First depth, 0..maximum depth. */
  readonly first: number;
  /** Last depth, first..maximum depth. */
  readonly last: number;
  /** Number of states, 0..LARGEST_SAMPLE, and seed, 0..2^32 - 1. @default all states of the layers */
  readonly sample?: { readonly size: number; readonly seed: number } | undefined;
}

/** Maximum size of a sample: drawing this many numbers blocks the thread for seconds. */
export const LARGEST_SAMPLE = 10_000_000;

/** Checks a selection. @throws InputError if the layers do not exist, or have fewer states than the sample */
export function checkSelection(histogram: readonly number[], { first, last, sample }: Selection): void {
  const maxDepth = histogram.length - 1;
  if (!(Number.isInteger(first) && Number.isInteger(last) && first >= 0 && first <= last && last <= maxDepth)) {
    throw new InputError(`the layers must be distances from 0 to ${maxDepth}, ascending; found ${first}..${last}`);
  }
  if (sample === undefined) return;
  const { size, seed } = sample;
  if (!(Number.isInteger(size) && size >= 0 && size <= LARGEST_SAMPLE)) {
    throw new InputError(`a sample has 0 to ${LARGEST_SAMPLE} states, found ${size}`);
  }
  if (!(Number.isInteger(seed) && seed >= 0 && seed < 2 ** 32)) {
    throw new InputError(`a seed is a whole number from 0 to ${2 ** 32 - 1}, found ${seed}`);
  }
  const states = rowsOf(histogram, { first, last });
  if (size > states) throw new InputError(`a sample of ${size} states was asked for, and there are only ${states}`);
}

/** Returns the number of rows of a selection. */
export function rowsOf(histogram: readonly number[], { first, last, sample }: Selection): number {
  if (sample !== undefined) return sample.size;
  return histogram.slice(first, last + 1).reduce((sum, count) => sum + count, 0);
}

/**
 * Returns the chosen states of each layer, as places in the layer; undefined if all are chosen. All states of the layers are equally
 * likely.
 * @returns places by [depth]
 */
export function choiceOf(histogram: readonly number[], selection: Selection): (Float64Array | undefined)[] {
  const { first, last, sample } = selection;
  if (sample === undefined) return [];
  const states = rowsOf(histogram, { first, last });
  const chosen = randomSubset(states, sample.size, new SeededRandom(sample.seed));
  let begin = 0;
  let passed = 0;
  return histogram.map((count, depth) => {
    if (depth < first || depth > last) return new Float64Array(0);
    let end = begin;
    while (end < chosen.length && chosen[end] < passed + count) end++;
    const ofLayer = chosen.subarray(begin, end).map((number) => number - passed);
    begin = end;
    passed += count;
    return ofLayer;
  });
}

/**
 * Returns different numbers 0..n-1 in ascending order; all subsets are equally likely. Numbers are drawn until there are enough
 * different ones. If the subset is more than half of all, the numbers to leave out are drawn instead. Memory: 8 bytes per number.
 * @param n up to 2^53
 * @param count up to n
 */
export function randomSubset(n: number, count: number, random: SeededRandom): Float64Array {
  if (count > n / 2) return complement(randomSubset(n, n - count, random), n);
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
function complement(numbers: Float64Array, n: number): Float64Array {
  const others = new Float64Array(n - numbers.length);
  let length = 0;
  let next = 0;
  for (let number = 0; number < n; number++) {
    if (number === numbers[next]) next++;
    else others[length++] = number;
  }
  return others;
}
