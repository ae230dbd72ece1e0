/** How many threads to use. */

import { availableParallelism } from 'node:os';
import { InputError } from '../board/input-error.js';

export const MOST_THREADS = 256;

/** Threads that the machine offers. */
export function defaultThreads(): number {
  return availableParallelism();
}

/** @throws InputError where there cannot be so many threads */
export function checkThreads(threads: number): void {
  if (Number.isInteger(threads) && threads >= 1 && threads <= MOST_THREADS) return;
  throw new InputError(`threads must be a whole number from 1 to ${MOST_THREADS}, found ${threads}`);
}
