/** Numbers of threads. */

import { availableParallelism } from 'node:os';
import { InputError } from '../input-error.js';

export const MOST_THREADS = 256;

/**
 * Work that is worth a thread, in seconds of one processor. To start a thread takes 50 to 75 ms of a processor, and to compile its
 * code once more up to as long again. Measured with whole processes on 2 cores that others used too, a second thread made work of 0.15 s
 * a fifth slower, and work of 0.4 s as fast or a fifth faster.
 */
const SECONDS_PER_THREAD = 0.1;

/** Threads that the machine offers. */
export function offeredThreads(): number {
  return Math.min(availableParallelism(), MOST_THREADS);
}

/**
 * Returns the number of threads for work of a known size.
 * @param asked the most to start; by default as many as the machine offers and are worth their start
 * @param seconds that the work takes one thread, roughly: what there is to do by what a thread does in a second
 * @param pieces that threads claim one by one: any further thread would find nothing to do
 * @returns at least 1
 */
export function threadsFor(asked: number | undefined, seconds: number, pieces: number): number {
  return Math.max(1, Math.min(asked ?? defaultThreads(seconds), pieces));
}

function defaultThreads(seconds: number): number {
  return Math.min(offeredThreads(), Math.floor(seconds / SECONDS_PER_THREAD));
}

/** @throws InputError if the number of threads is not a whole number from 1 to 256 */
export function checkThreads(threads: number): void {
  if (Number.isInteger(threads) && threads >= 1 && threads <= MOST_THREADS) return;
  throw new InputError(`threads must be a whole number from 1 to ${MOST_THREADS}, found ${threads}`);
}
