/** What the threads of a check share: blocks of words that they claim, memory, distances; and the reports of progress. */

import { bytesText } from '../base/text.js';

/** Words per block: enough to make claims rare, few enough that all threads end at about the same time. */
const BLOCK_WORDS = 1024;

/**
 * Claims the blocks of one worker, in ascending order.
 * @param words number of all words
 * @param claims [0]: the number of blocks claimed so far; 0 before the run
 */
export function* claimedBlocks(
  words: number,
  claims: Int32Array,
): Generator<{ readonly begin: number; readonly end: number }> {
  for (;;) {
    const begin = Atomics.add(claims, 0, 1) * BLOCK_WORDS;
    if (begin >= words) return;
    yield { begin, end: Math.min(begin + BLOCK_WORDS, words) };
  }
}

/** Returns the number of blocks of this many words. */
export function blocksToClaim(words: number): number {
  return Math.ceil(words / BLOCK_WORDS);
}

/** Returns the share of the blocks of this many words that has been claimed, 0..1. */
export function claimedShare(words: number, claims: Int32Array): number {
  return Math.min(Atomics.load(claims, 0) / blocksToClaim(words), 1);
}

/** Allocates memory that threads share. @throws Error if the machine refuses it */
export function newSharedBytes(bytes: number): SharedArrayBuffer {
  try {
    return new SharedArrayBuffer(bytes);
  } catch (cause) {
    if (!(cause instanceof RangeError)) throw cause;
    throw new Error(`the machine refused ${bytesText(bytes)} of memory: ${cause.message}`, { cause });
  }
}

/* Distances of states; the largest value of the type means that a state is not reached. */

export type DistanceValues = Uint8Array | Uint16Array | Uint32Array;

/** Returns the value for states that are not reached. */
export function unreachedValue(values: DistanceValues): number {
  return 2 ** (8 * values.BYTES_PER_ELEMENT) - 1;
}

/**
 * Receives the name of each step before it begins.
 * @param share returns how much of the step is done, 0..1
 */
export type Progress = (what: string, share: () => number) => void;

/** Announces a piece of work. @returns a function that receives the number of steps done */
export function follower(what: string, steps: number, onProgress: Progress | undefined): (done: number) => void {
  let now = 0;
  onProgress?.(what, () => now / steps);
  return (done) => {
    now = done;
  };
}
