import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { isPauseDue, pause } from '#src/serve/work.js';

/** Milliseconds of a clock that only work advances. */
let now = 0;
/** Steps since the last turn of the event loop. */
let steps = 0;

beforeEach(() => {
  now = performance.now();
  vi.spyOn(performance, 'now').mockImplementation(() => now);
});
afterEach(async () => {
  vi.restoreAllMocks();
  // Other tests of this process go on with its own clock.
  await pause();
});

/** Works in steps of half a millisecond. */
async function work(count: number): Promise<void> {
  for (let step = 0; step < count; step++) {
    if (isPauseDue()) await pause();
    now += 0.5;
    steps++;
  }
}

/** Returns the steps between two turns of the event loop, until work is done. */
async function stepsOfTurns(done: Promise<unknown>): Promise<number[]> {
  const turns: number[] = [];
  let isDone = false;
  void done.then(() => {
    isDone = true;
  });
  while (!isDone) {
    await new Promise(setImmediate);
    turns.push(steps);
    steps = 0;
  }
  return turns;
}

test('the event loop runs as often for many pieces of work as for one', async () => {
  const turns = await stepsOfTurns(Promise.all(Array.from({ length: 100 }, () => work(10))));
  expect(turns.reduce((sum, count) => sum + count)).toBe(1000);
  // Five milliseconds, and the step in which they end; with 100 separate clocks it would be all of them.
  expect(Math.max(...turns)).toBeLessThanOrEqual(12);
});

test('pieces of work take turns', async () => {
  const ended: number[] = [];
  const works = [40, 1, 20].map((count, index) => work(count).then(() => ended.push(index)));
  await Promise.all(works);
  expect(ended).toEqual([1, 2, 0]);
});
