/** Files that another machine has written, but that may not be visible yet, because network file systems cache folders. */

import { setTimeout as wait } from 'node:timers/promises';

/** Initial and maximum milliseconds between two attempts. */
const SHORTEST = 20;
const LONGEST = 1000;

/**
 * Repeats a read until its result is visible.
 * @param read returns undefined as long as the result is not visible
 * @param patience milliseconds; 0 for a single attempt
 * @param check called between two attempts; throws to stop waiting
 * @returns undefined if the result did not become visible
 */
export async function whenVisible<Found>(
  read: () => Promise<Found | undefined>,
  patience: number,
  check: () => void,
): Promise<Found | undefined> {
  const end = performance.now() + patience;
  for (let pause = SHORTEST; ; pause = Math.min(2 * pause, LONGEST)) {
    const found = await read();
    const left = end - performance.now();
    if (found !== undefined || left <= 0) return found;
    check();
    await wait(Math.min(pause, left));
  }
}
