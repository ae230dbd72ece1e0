/** How long the event loop, and with it whoever waits for an answer, has to wait for work on its thread. */

import { setImmediate } from 'node:timers/promises';

/** Looks as often as it can. @returns how long the event loop was away, in milliseconds, ascending */
export async function gapsUntil(work: Promise<unknown>): Promise<number[]> {
  const gaps: number[] = [];
  let over = false;
  void work.finally(() => (over = true));
  for (let last = performance.now(); !over; ) {
    await setImmediate();
    const now = performance.now();
    gaps.push(now - last);
    last = now;
  }
  return gaps.toSorted((a, b) => a - b);
}
