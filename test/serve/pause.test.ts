import { expect, test } from 'vitest';
import { isPauseDue, pause } from '#src/serve/pause.js';
import { gapsUntil } from './event-loop.js';

/** Works for a while, in steps of half a millisecond. */
async function work(steps: number): Promise<void> {
  for (let step = 0; step < steps; step++) {
    if (isPauseDue()) await pause();
    const end = performance.now() + 0.5;
    while (performance.now() < end);
  }
}

test('the event loop runs as often for many pieces of work as for one', async () => {
  const gaps = await gapsUntil(Promise.all(Array.from({ length: 100 }, () => work(10))));
  // With 100 separate clocks it would run only twice, after 300 ms each.
  expect(gaps.length).toBeGreaterThan(50);
  expect(gaps[Math.floor(0.9 * gaps.length)]).toBeLessThan(50);
});

test('pieces of work take turns', async () => {
  const ended: number[] = [];
  const works = [40, 1, 20].map((steps, index) => work(steps).then(() => ended.push(index)));
  await Promise.all(works);
  expect(ended).toEqual([1, 2, 0]);
});
