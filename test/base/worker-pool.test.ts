import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { publishedHistogram } from '../spaces/puzzles/space-checks.js';
import { FULL } from '../suite.js';
import { inProcess } from './in-process.js';

test('consecutive explorations share threads, for any board, goal and metric', () => {
  const found = inProcess(`
    const boards = [];
    for (const board of ['2x3', '2x2', '2x4', '2x3']) {
      for (const metric of ['single', 'multi']) boards.push((await explore({ space: board, metric, threads: 2 })).histogram);
    }
    console.log(JSON.stringify({ boards, threads }));
  `);
  const expected = ['2x3', '2x2', '2x4', '2x3'].flatMap((board) =>
    ['single', 'multi'].map((metric) => publishedHistogram(board, metric)),
  );
  expect(found).toEqual({ boards: expected, threads: 2 });
});

test('simultaneous explorations have separate threads, and so have explorations with different numbers of threads', () => {
  const found = inProcess(`
    const one = () => explore({ space: '2x3', threads: 2 });
    await Promise.all([one(), one()]);
    const together = threads;
    await Promise.all([one(), one()]);
    const again = threads;
    await explore({ space: '2x3', threads: 3 });
    console.log(JSON.stringify({ together, again, threads }));
  `);
  expect(found).toEqual({ together: 4, again: 4, threads: 7 });
});

test.runIf(FULL)(
  'threads are not reused if they were given much memory, were interrupted, or have loaded a module',
  () => {
    const module = JSON.stringify(fileURLToPath(new URL('../fixtures/spaces/pairings.js', import.meta.url)));
    const found = inProcess(`
    const started = [];
    await explore({ space: '3x4', threads: 1 });
    await explore({ space: '2x3', threads: 1 });
    started.push(threads);
    const stop = new AbortController();
    const onEvent = ({ type }) => { if (type === 'layer') stop.abort(new Error('enough')); };
    await explore({ space: '3x4', threads: 1, signal: stop.signal, onEvent }).catch(() => {});
    started.push(threads);
    await explore({ space: '2x3', threads: 1 });
    started.push(threads);
    const space = { kind: 'module', path: ${module} };
    const histograms = [];
    for (let k = 0; k < 2; k++) histograms.push(String((await explore({ space, threads: 1 })).histogram));
    started.push(threads);
    console.log(JSON.stringify({ started, same: histograms[0] === histograms[1] }));
  `);
    // The thread of 2x3 is reused by the search that is aborted.
    expect(found).toEqual({ started: [2, 2, 3, 5], same: true });
  },
);

test('idle threads end after a moment, and do not keep a process running', () => {
  const found = inProcess(`
    await explore({ space: '2x3', threads: 1 });
    // The threads alone do not keep the process running.
    const alive = setInterval(() => {}, 1000);
    await ended;
    clearInterval(alive);
    await explore({ space: '2x3', threads: 1 });
    const end = performance.now();
    process.on('exit', () => console.log(JSON.stringify({ threads, left: performance.now() - end })));
  `);
  expect(found.threads).toBe(2);
  // They would stay idle for a second.
  expect(found.left).toBeLessThan(900);
});

test('a pool that is left or ended once more does not end the threads of the next one', () => {
  const found = inProcess(`
    const { IDLE, WorkerPool } = await import('#src/base/worker-pool.js');
    const newPool = () => new WorkerPool('make-coordinates', 1);
    const first = newPool();
    await first.ready();
    await first.leave(0);
    const second = newPool();
    // Threads that are left now are ended at once.
    IDLE.threads = 0;
    await first.leave(0);
    await first.destroy();
    await second.ready();
    const started = threads;
    await second.destroy();
    console.log(JSON.stringify({ started }));
  `);
  expect(found).toEqual({ started: 1 });
});
