import { availableParallelism } from 'node:os';
import { describe, expect, test } from 'vitest';
import { MOST_THREADS, offeredThreads, threadsFor } from '#src/base/threads.js';
import { FULL } from '../suite.js';
import { inProcess } from './in-process.js';

test('the number of threads does not exceed the number of pieces of work', () => {
  expect(threadsFor(256, 0, 5)).toBe(5);
  expect(threadsFor(3, 0, 5)).toBe(3);
  expect(threadsFor(3, 0, 0)).toBe(1);
  expect(threadsFor(undefined, 1e3, 1)).toBe(1);
});

describe('by default', () => {
  test('work of less than a fifth of a second has one thread, and unlimited work has all threads of the machine', () => {
    const usual = (seconds: number) => threadsFor(undefined, seconds, MOST_THREADS);
    for (const seconds of [0, 1e-6, 0.09, 0.19]) expect(usual(seconds)).toBe(1);
    for (const seconds of [1e3, 1e15, Number.POSITIVE_INFINITY]) expect(usual(seconds)).toBe(offeredThreads());
    expect(offeredThreads()).toBe(Math.min(availableParallelism(), MOST_THREADS));
  });

  test('each thread has a tenth of a second of work, up to the threads of the machine and the maximum number', () => {
    const threadsOf = (processors: number) =>
      inProcess(
        `
        const { threadsFor } = await import('#src/base/threads.js');
        console.log(JSON.stringify([0.15, 0.25, 0.55, 1.05, 1.55, 1.65, 30, 1e6].map((seconds) => threadsFor(undefined, seconds, 256))));
      `,
        processors,
      );
    if (FULL) expect(threadsOf(1)).toEqual([1, 1, 1, 1, 1, 1, 1, 1]);
    if (FULL) expect(threadsOf(16)).toEqual([1, 2, 5, 10, 15, 16, 16, 16]);
    expect(threadsOf(1000)).toEqual([1, 2, 5, 10, 15, 16, 256, 256]);
  });

  test('a board has more threads if states take longer, or if every goal is explored with the same threads', () => {
    const found = inProcess(
      `
      const { parseBoard } = await import('#src/spaces/board/board.js');
      const { planBoard } = await import('#src/engines/boards/board-plan.js');
      const board = parseBoard('3x4');
      const counts = [[board, 'single', 1], [board, 'single', 4], [board, 'multi', 1], [parseBoard('2x6'), 'single', 3]];
      const threadsOf = ([of, metric, times]) => planBoard(of, { metric, table: true, fresh: false }, undefined, times).threads;
      console.log(JSON.stringify(counts.map(threadsOf)));
    `,
      64,
    );
    // 239,500,800 states, 500 million a second by moves and 150 million by sweeps, a tenth of a second each.
    expect(found).toEqual([4, 19, 15, 14]);
  });

  test.runIf(FULL)(
    'small boards and spaces are explored by one thread, and larger ones by the reported number of threads',
    () => {
      const found = inProcess(
        `
      const { exploreAllGoals } = await import('#src/runs/all-goals.js');
      const told = [];
      const tell = async (work) => {
        const before = threads;
        const { threads: used } = await work();
        told.push([used, threads - before]);
      };
      const known = (space) => explore({ space: { kind: 'known', space }, table: false, antipodes: 0 });
      await tell(() => explore({ space: '2x5' }));
      await tell(() => exploreAllGoals({ board: '3x3' }));
      await tell(() => known('pancake:6'));
      ${FULL ? "await tell(() => known('pancake:12'));" : ''}
      await tell(() => explore({ space: '3x4', table: false }));
      console.log(JSON.stringify(told));
    `,
        16,
      );
      expect(found).toEqual([
        [1, 1],
        // The thread of 2x5 is reused.
        [1, 0],
        [1, 1],
        // The thread of pancake:6 is replaced by thirteen.
        ...(FULL ? [[13, 13]] : []),
        [4, 4],
      ]);
    },
  );
});
