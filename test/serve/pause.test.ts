import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { isTurnOver, nextTurn } from '#src/serve/pause.js';

/** Works for a while, in steps of half a millisecond. */
async function work(steps: number): Promise<void> {
  for (let step = 0; step < steps; step++) {
    if (isTurnOver()) await nextTurn();
    const end = performance.now() + 0.5;
    while (performance.now() < end);
  }
}

/** Looks as often as it can. @returns how long the event loop was away, in milliseconds, ascending */
async function gapsUntil(work: Promise<unknown>): Promise<number[]> {
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

test('however many work, the event loop comes round as if it were one', async () => {
  const gaps = await gapsUntil(Promise.all(Array.from({ length: 100 }, () => work(10))));
  // 100 clocks of their own would let it come round twice, after 300 ms each.
  expect(gaps.length).toBeGreaterThan(50);
  expect(gaps[Math.floor(0.9 * gaps.length)]).toBeLessThan(50);
});

test('those who work have their turns one after the other', async () => {
  const ended: number[] = [];
  const works = [40, 1, 20].map((steps, index) => work(steps).then(() => ended.push(index)));
  await Promise.all(works);
  expect(ended).toEqual([1, 2, 0]);
});
