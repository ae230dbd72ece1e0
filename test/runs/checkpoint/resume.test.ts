import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type ExploreEvent, StoppedError } from '#src/runs/exploration/exploration.js';
import { discardSavedRun } from '#src/runs/exploration/run-folder.js';
import { readSavedRun } from '#src/runs/exploration/saved-run.js';
import { resumeExploration } from '#src/runs/resumed-run.js';
import { type BoardOptions, exploreBoard, exploreWithCheckpoints } from '../../board-exploration.js';
import { temporaryFolder } from '../../program/run.js';
import { FULL, rows } from '../../suite.js';
import { resultOf } from './digest.js';

/** Returns a signal that aborts when a layer is complete, and the listener that triggers it. */
function stopAfter(depth: number, heard: ExploreEvent[] = []) {
  const controller = new AbortController();
  const onEvent = (event: ExploreEvent) => {
    heard.push(event);
    if (event.type === 'layer' && event.depth >= depth) controller.abort();
  };
  return { stop: controller.signal, onEvent };
}

/** Returns the depth at which a run stops. */
async function depthOfStop(exploring: Promise<unknown>, folder: string): Promise<number> {
  const error = await exploring.then(
    () => undefined,
    (reason) => reason,
  );
  expect(error).toBeInstanceOf(StoppedError);
  expect(error.folder).toBe(folder);
  return error.depth;
}

const RUNS: readonly (BoardOptions & { readonly stops: readonly number[] })[] = [
  { board: '2x4', stops: [1, 2, 3, 4, 17, 34, 35] },
  { board: '2x5', stops: [6, 29, 40, 54] },
  { board: '3x3', goal: '1 2 3 4 x 5 6 7 8', stops: [1, 2, 15, 24, 29] },
  { board: '3x3', table: false, stops: [1, 2, 15, 16, 29] },
  { board: '..#/.../...', stops: [3, 8, 21, 30] },
  { board: '3x3', metric: 'multi', stops: [1, 2, 3, 10, 20] },
  { board: '2x5', metric: 'multi', antipodes: 3, stops: [7, 15, 25] },
  { board: '3x4', stops: [23, 25, 28, 30] },
];

describe('an exploration that is stopped and resumed repeatedly', () => {
  test.each(rows(RUNS, [2, 3, 4, 5]))(
    'of $board, metric $metric, table $table, has the result of an uninterrupted one',
    async (run) => {
      const { stops, ...options } = run;
      const folder = join(temporaryFolder(), 'checkpoint');
      const whole = await exploreBoard(options);
      const heard: ExploreEvent[] = [];
      let complete = 0;
      for (const [index, depth] of stops.entries()) {
        const hooks = { threads: 1 + (index % 3), everySeconds: 0, ...stopAfter(depth, heard) };
        const exploring =
          index === 0 ? exploreWithCheckpoints({ ...options, ...hooks, folder }) : resumeExploration(folder, hooks);
        complete = await depthOfStop(exploring, folder);
        expect(complete).toBeGreaterThanOrEqual(depth);
        const saved = await readSavedRun(folder);
        expect(saved?.histogram).toEqual(whole.histogram.slice(0, complete + 1));
      }
      const resumed = await resumeExploration(folder, { threads: 2, onEvent: (event) => heard.push(event) });
      expect(resultOf(resumed)).toEqual(resultOf(whole));
      // Every layer was searched once, and reported with the totals up to it.
      const layers = heard.filter((event) => event.type === 'layer');
      expect(layers.map(({ depth }) => depth)).toEqual(whole.histogram.map((_, depth) => depth));
      let found = 0;
      let seconds = 0;
      for (const layer of layers) {
        found += layer.fresh;
        expect(layer.found).toBe(found);
        expect(layer.seconds).toBeGreaterThanOrEqual(seconds);
        seconds = layer.seconds;
      }
      expect(heard.filter(({ type }) => type === 'checkpoint').length).toBeGreaterThanOrEqual(stops.length);
      expect(heard.filter(({ type }) => type === 'checkpoint-failed')).toEqual([]);
      await discardSavedRun(folder);
      expect(existsSync(folder)).toBe(false);
    },
  );

  test('resumes from the goal if it was stopped before the first layer', async () => {
    const folder = temporaryFolder();
    const stop = AbortSignal.abort();
    expect(await depthOfStop(exploreWithCheckpoints({ board: '2x3', folder, threads: 2, stop }), folder)).toBe(0);
    expect(await depthOfStop(resumeExploration(folder, { threads: 2, stop }), folder)).toBe(0);
    expect(resultOf(await resumeExploration(folder, { threads: 2 }))).toEqual(
      resultOf(await exploreBoard({ board: '2x3' })),
    );
  });

  test('has nothing left to search if its last layer was saved', async () => {
    const folder = temporaryFolder();
    const whole = await exploreBoard({ board: '2x3' });
    // The run does not know yet that the last layer is the last one.
    const last = whole.histogram.length - 1;
    const stopped = exploreWithCheckpoints({ board: '2x3', folder, threads: 2, everySeconds: 0, ...stopAfter(last) });
    expect(await depthOfStop(stopped, folder)).toBe(last);
    const heard: ExploreEvent[] = [];
    const resumed = await resumeExploration(folder, { threads: 2, onEvent: (event) => heard.push(event) });
    expect(resultOf(resumed)).toEqual(resultOf(whole));
    expect(heard.map(({ type }) => type)).toEqual(['start']);
  });
});

describe('an exploration that saves checkpoints and is not stopped', () => {
  test.runIf(FULL)('of 3x4 has the same result, and its checkpoints are of complete layers', async () => {
    const folder = temporaryFolder();
    const heard: ExploreEvent[] = [];
    const exploration = await exploreWithCheckpoints({
      board: '3x4',
      folder,
      threads: 2,
      everySeconds: 0,
      output: '/results',
      onEvent: (event) => heard.push(event),
    });
    const whole = resultOf(await exploreBoard({ board: '3x4' }));
    expect(resultOf(exploration)).toEqual(whole);
    const checkpoints = heard.filter((event) => event.type === 'checkpoint');
    expect(checkpoints.length).toBeGreaterThan(2);
    // The last checkpoint stays until the results are saved.
    const saved = await readSavedRun(folder);
    expect(saved).toMatchObject({ store: 'memory', output: '/results', facts: { metric: 'single' }, table: true });
    expect(saved?.histogram).toHaveLength((checkpoints.at(-1)?.depth ?? 0) + 1);
    expect(resultOf(await resumeExploration(folder, { threads: 2 }))).toEqual(whole);
  });

  test('rejects with the error that a listener throws on a checkpoint', async () => {
    const reason = new Error('no more paper');
    const exploring = exploreWithCheckpoints({
      board: '2x4',
      folder: temporaryFolder(),
      threads: 2,
      everySeconds: 0,
      onEvent: ({ type }) => {
        if (type === 'checkpoint') throw reason;
      },
    });
    await expect(exploring).rejects.toBe(reason);
  });
});
