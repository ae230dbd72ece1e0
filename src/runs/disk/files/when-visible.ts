/** Files that another machine has written, and that this one may not see yet: network file systems keep folders in a cache. */

import { setTimeout as wait } from 'node:timers/promises';

/** Between two looks, milliseconds: first, and at most. */
const SHORTEST = 20;
const LONGEST = 1000;

/**
 * Looks for something until it is visible.
 * @param read undefined as long as it is not
 * @param patience milliseconds; 0 to look once
 * @param check called between two looks; throws if there is nothing to wait for any more
 * @returns undefined if it did not become visible
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
