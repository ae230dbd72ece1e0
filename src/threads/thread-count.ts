/** How many threads to use. */

import { availableParallelism } from 'node:os';

export const MOST_THREADS = 256;

/** Threads that the machine offers. */
export function defaultThreads(): number {
  return availableParallelism();
}
