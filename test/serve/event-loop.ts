/** Measures how long work on a thread blocks its event loop, and so every client that waits for an answer. */

import { existsSync, readFileSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';

/** File with the nanoseconds of processor time of this thread, on Linux. */
const OWN_TIME = '/proc/thread-self/schedstat';

/**
 * Returns the milliseconds of processor time of this thread. If the system does not provide them, they are those of the clock, which also
 * advances while other processes have the processors.
 */
const ownTime = existsSync(OWN_TIME)
  ? () => Number.parseInt(readFileSync(OWN_TIME, 'latin1'), 10) / 1e6
  : () => performance.now();

/** Samples the event loop continuously. @returns the thread's work between two rounds of the event loop, in milliseconds, ascending */
export async function gapsUntil(work: Promise<unknown>): Promise<number[]> {
  const gaps: number[] = [];
  let over = false;
  void work.finally(() => (over = true));
  for (let last = ownTime(); !over; ) {
    await setImmediate();
    const now = ownTime();
    gaps.push(now - last);
    last = now;
  }
  return gaps.toSorted((a, b) => a - b);
}
