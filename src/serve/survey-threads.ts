/** How many threads enumerate while a server answers. */

import { defaultThreads } from '../threads/thread-count.js';

/** One less than the machine offers, which is left to those who ask; at least one. */
export function surveyThreads(): number {
  return Math.max(1, defaultThreads() - 1);
}
