/** How long the event loop, and with it whoever waits for an answer, has to wait for work on its thread. */

import { existsSync, readFileSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';

/** Holds the nanoseconds that this thread has had a processor, on Linux. */
const OWN_TIME = '/proc/thread-self/schedstat';

/**
 * Returns the milliseconds that this thread has worked. Where the system does not tell them, they are those of the clock,
 * which goes on too while other processes have the processors.
 */
const ownTime = existsSync(OWN_TIME)
  ? () => Number.parseInt(readFileSync(OWN_TIME, 'latin1'), 10) / 1e6
  : () => performance.now();

/** Looks as often as it can. @returns how long this thread worked each time without the event loop, in milliseconds, ascending */
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
