import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { isPauseDue, newSlots, Once, pause, WhileAwaited } from '#src/serve/work.js';

describe('pauses', () => {
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
});

test('a value is computed once for all callers, and is available from then on', async () => {
  let found = 0;
  const once = new Once(async () => ++found);
  expect(once.now()).toBeUndefined();
  expect(await Promise.all([once.get(), once.get()])).toEqual([1, 1]);
  expect(once.now()).toBe(1);
});

test('a caller that does not wait gets the error on its next call, and then the computation is repeated', async () => {
  let tries = 0;
  const once = new Once(async () => {
    tries++;
    if (tries === 1) throw new Error('no memory');
    return tries;
  });
  expect(once.now()).toBeUndefined();
  await expect(once.get()).rejects.toThrow('no memory');
  await expect.poll(() => tries).toBe(1);
  expect(() => once.now()).toThrow('no memory');
  expect(once.now()).toBeUndefined();
  expect(await once.get()).toBe(2);
});

test('a value is computed for all who wait for it, until the last of them leaves', async () => {
  const begun: AbortSignal[] = [];
  let finish = (_value: number) => {};
  const value = new WhileAwaited<number>((abandoned) => {
    begun.push(abandoned);
    return new Promise((resolve) => {
      finish = resolve;
    });
  });
  const clients = [new AbortController(), new AbortController()];
  const left = clients.map(({ signal }) => expect(value.get(signal)).rejects.toThrow('left'));
  clients[0].abort(new Error('left'));
  await left[0];
  expect([begun.length, begun[0].aborted, value.isAwaited]).toEqual([1, false, true]);
  clients[1].abort(new Error('left'));
  await left[1];
  expect([begun[0].aborted, value.isAwaited]).toEqual([true, false]);
  const found = [value.get(), value.get(new AbortController().signal)];
  finish(7);
  expect(await Promise.all(found)).toEqual([7, 7]);
  expect(await value.get(AbortSignal.abort())).toBe(7);
  expect([begun.length, value.value]).toEqual([2, 7]);
});

test('tasks take slots, then wait in order up to a limit; one that is aborted leaves the queue', async () => {
  const slots = newSlots(1, 2, () => new Error('full'));
  const ends: (() => void)[] = [];
  const ran: string[] = [];
  const run = (name: string, signal?: AbortSignal) =>
    slots.run(async () => {
      ran.push(name);
      await new Promise<void>((resolve) => ends.push(resolve));
    }, signal);
  const leaving = new AbortController();
  const [one, two, three] = [run('one'), run('two', leaving.signal), run('three')];
  await expect(run('four')).rejects.toThrow('full');
  expect(() => slots.check()).toThrow('full');
  leaving.abort(new Error('gone'));
  await expect(two).rejects.toThrow('gone');
  slots.check();
  ends[0]();
  await one;
  await expect.poll(() => ran).toEqual(['one', 'three']);
  ends[1]();
  await three;
});
