/** Which states of a space are exported as rows. */

import { InputError } from '../../base/input-error.js';
import { SeededRandom } from '../../spaces/board/random.js';
import { randomSubset } from './random-subset.js';

/** The layers first..last, and a random sample of their states if one is asked for. */
export interface Selection {
  readonly first: number;
  readonly last: number;
  readonly sample?: { readonly size: number; readonly seed: number } | undefined;
}

/** The largest sample: to draw this many numbers takes seconds, in which nothing else is done. */
export const LARGEST_SAMPLE = 10_000_000;

/** @throws InputError if there are no such layers, or not so many states to choose from */
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
 * Returns the chosen states of each layer, by their place in the layer; undefined if all are chosen. Every state of the
 * layers is as likely as any other.
 * @returns [depth]
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
