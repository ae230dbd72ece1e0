/** Numbers of threads. */

import { availableParallelism } from 'node:os';
import { InputError } from '../input-error.js';

export const MOST_THREADS = 256;

/**
 * Work that is worth a thread, in seconds of one processor. Starting a thread takes 50 to 75 ms of a processor, and compiling its code
 * again takes up to the same time. Measured with whole processes on 2 cores that others used too: a second thread made work of 0.15 s a
 * fifth slower, and work of 0.4 s as fast or a fifth faster.
 */
const SECONDS_PER_THREAD = 0.1;

/** Returns the number of threads that the machine offers. */
export function offeredThreads(): number {
  return Math.min(availableParallelism(), MOST_THREADS);
}

/**
 * Returns the number of threads for work of a known size.
 * @param asked maximum number of threads; by default as many as the machine offers and the work justifies
 * @param seconds approximate time of the work on one thread
 * @param pieces number of pieces that threads claim; more threads than pieces would find nothing to do
 * @returns at least 1
 */
export function threadsFor(asked: number | undefined, seconds: number, pieces: number): number {
  return Math.max(1, Math.min(asked ?? defaultThreads(seconds), pieces));
}

function defaultThreads(seconds: number): number {
  return Math.min(offeredThreads(), Math.floor(seconds / SECONDS_PER_THREAD));
}

/** Validates a number of threads. @throws InputError if the number of threads is not a whole number from 1 to 256 */
export function checkThreads(threads: number): void {
  if (Number.isInteger(threads) && threads >= 1 && threads <= MOST_THREADS) return;
  throw new InputError(`threads must be a whole number from 1 to ${MOST_THREADS}, found ${threads}`);
}
