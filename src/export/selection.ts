/** Which states of a space are exported as rows. */

import { InputError } from '../board/input-error.js';
import { randomSubset, SeededRandom } from '../board/random.js';

/** The layers first..last, and a random sample of their states where one is asked for. */
export interface Selection {
  readonly first: number;
  readonly last: number;
  readonly sample?: { readonly size: number; readonly seed: number } | undefined;
}

/** More numbers than this would take gigabytes of memory. */
export const LARGEST_SAMPLE = 10_000_000;

/** How many rows a selection has. @throws InputError where the sample is larger than what it is taken from */
export function rowsOf(histogram: readonly number[], { first, last, sample }: Selection): number {
  const states = histogram.slice(first, last + 1).reduce((sum, count) => sum + count, 0);
  if (sample === undefined) return states;
  if (!(Number.isInteger(sample.size) && sample.size >= 0 && sample.size <= LARGEST_SAMPLE)) {
    throw new InputError(`a sample has 0 to ${LARGEST_SAMPLE} states, found ${sample.size}`);
  }
  if (sample.size > states) {
    throw new InputError(`a sample of ${sample.size} states was asked for, and there are only ${states}`);
  }
  return sample.size;
}

/**
 * Which states of each layer are chosen, by their place in the layer; undefined where all are. Every state of the
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
