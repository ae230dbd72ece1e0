/** Checkpoints of all kinds of spaces: runs that are stopped and resumed, and spaces that have changed. */

import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { InputError } from '#src/base/text.js';
import { StorageError } from '#src/files/files.js';
import { discardSavedRun } from '#src/runs/disk/run-folder.js';
import { readSavedRun, writeSavedRun } from '#src/runs/disk/saved-run.js';
import type { ExploreEvent } from '#src/runs/exploration/exploration.js';
import { type ExploreOptions, explore } from '#src/runs/explore.js';
import { resumeExploration } from '#src/runs/resumed-run.js';
import { resultOf } from '../../board-exploration.js';
import { temporaryFolder } from '../../program/run.js';
import { fixtureSpace, ModuleFolder, ringModule } from '../../spaces.js';
import { count, rows } from '../../suite.js';
import { checkpointOf, savedIn, stoppedAt } from './saved.js';

const modules = new ModuleFolder();
afterAll(() => modules.remove());

/** A path of 300 states in one direction. */
const path = modules.ring(`size: 300, reversible: false,
  neighbours(state, next) { next[0] = -1; next[1] = state < 299 ? state + 1 : -1; }`);

const RUNS: readonly (Pick<ExploreOptions, 'space' | 'goal' | 'metric' | 'table' | 'antipodes' | 'engine'> & {
  readonly stops: readonly number[];
  /** The stops before which every layer is saved; by default all. Before other stops, layers are handed out in batches. */
  readonly singly?: readonly number[];
})[] = [
  // Layers from lists, from the codes, and from the unreached states.
  { space: 'pancake:9', engine: 'general', antipodes: 3, stops: [6, 7, 8, 9] },
  { space: fixtureSpace('one-way'), stops: [5, 12] },
  // Two bits per state for moves that cannot be undone.
  { space: fixtureSpace('one-way'), table: false, stops: [4, 5, 6, 20] },
  // The last layers before 16 and 32 bits are needed, and the next ones.
  { space: fixtureSpace('one-way-path'), stops: [254, 65_534, 65_540], singly: [65_540] },
  { space: path, stops: [253, 254, 260] },
  // Planes of bits.
  { space: 'pancake:9', antipodes: 3, stops: [7, 9] },
  // Boards by their own engines.
  { space: '2x4', stops: [1, 4, 17, 35] },
  { space: '2x5', stops: [6, 29, 40, 54] },
  { space: '3x3', table: false, stops: [1, 2, 15, 16, 29] },
  { space: '2x5', metric: 'multi', antipodes: 3, stops: [7, 15, 25] },
  { space: '3x4', stops: [23, 28] },
];

describe('an exploration that is stopped and resumed repeatedly, with other threads each time', () => {
  test.each(rows(RUNS, [5, 6]))('of $space, table $table, has the result of an uninterrupted one', async (run) => {
    const { stops, singly = stops, ...options } = run;
    const folder = join(temporaryFolder(), 'checkpoint');
    const whole = await explore({ ...options, threads: 1 });
    const heard: ExploreEvent[] = [];
    for (const [index, depth] of stops.entries()) {
      const threads = 1 + (index % count(2, 3));
      const everySeconds = singly.includes(depth) ? 0 : 300;
      const stopped = await stoppedAt(
        depth,
        (hooks) =>
          index === 0
            ? explore({ ...options, threads, checkpoints: { folder, everySeconds }, ...hooks })
            : resumeExploration(folder, { threads, everySeconds, ...hooks }),
        heard,
      );
      expect(stopped).toBeGreaterThanOrEqual(depth);
      expect((await readSavedRun(folder))?.histogram).toEqual(whole.histogram.slice(0, stopped + 1));
    }
    const resumed = await resumeExploration(folder, { threads: 2, onEvent: (event) => heard.push(event) });
    expect(resultOf(resumed)).toEqual(resultOf(whole));
    expect(resumed.starts).toEqual(whole.starts);
    // Every layer was searched once.
    const layers = heard.filter((event) => event.type === 'layer');
    expect(layers.map(({ depth }) => depth)).toEqual(whole.histogram.map((_, depth) => depth));
    expect(layers.at(-1)?.found).toBe(whole.states);
    const seconds = layers.map((layer) => layer.seconds);
    expect(seconds).toEqual(seconds.toSorted((one, other) => one - other));
    expect(heard.filter(({ type }) => type === 'checkpoint-failed')).toEqual([]);
    await discardSavedRun(folder);
    expect(existsSync(folder)).toBe(false);
  });

  test('has nothing left to search if its last layer was saved, and begins again if nothing was saved', async () => {
    const options = { space: 'pancake:6', threads: 1 };
    const whole = await explore(options);
    for (const depth of [0, whole.histogram.length - 1]) {
      const folder = temporaryFolder();
      const checkpoints = { folder, everySeconds: depth === 0 ? 300 : 0 };
      const stop = depth === 0 ? AbortSignal.abort() : undefined;
      const stopped = await stoppedAt(depth, (hooks) =>
        explore({ ...options, checkpoints, ...hooks, ...(stop && { stop }) }),
      );
      expect(stopped).toBe(depth);
      expect(resultOf(await resumeExploration(folder, { threads: 2 }))).toEqual(resultOf(whole));
    }
  });

  test('rejects with the error that a listener throws on a checkpoint', async () => {
    const reason = new Error('no more paper');
    const onEvent = ({ type }: ExploreEvent) => {
      if (type === 'checkpoint') throw reason;
    };
    const checkpoints = { folder: temporaryFolder(), everySeconds: 0 };
    await expect(explore({ space: '2x4', threads: 2, checkpoints, onEvent })).rejects.toBe(reason);
  });
});

describe('a space that has changed since its run was begun', () => {
  test('is refused: its size, starts, moves, reversible, or metric', async () => {
    // The module itself and its digest are unchanged.
    const { path: imported } = modules.write('export default {};');
    const { path } = modules.write(`import fields from './${basename(imported)}';\n${ringModule('...fields')}`);
    const folder = await checkpointOf({ space: { kind: 'module', path } }, 5);
    const { name } = (await savedIn(folder)).facts;
    const others = {
      size: 'size: 1001',
      starts: 'starts: [1]',
      moves: "moves: ['left', 'east']",
      reversible: 'reversible: false',
      metric: "metric: 'step'",
    };
    for (const [property, fields] of rows(Object.entries(others), [1, 3])) {
      writeFileSync(imported, `export default { ${fields} };`);
      await expect(resumeExploration(folder, { threads: 1 })).rejects.toThrow(
        new StorageError(
          `${folder}/manifest: the space ${name} has changed since the run was begun (its ${property}): restore the space as it was, or explore it again with another folder`,
        ),
      );
    }
    writeFileSync(imported, 'export default {};');
    const { maxDepth } = await resumeExploration(folder, { threads: 1, everySeconds: 300 });
    expect(maxDepth).toBe(500);
  });

  test('is refused if its states have other numbers, as in permutation puzzles since version 0.1', async () => {
    const source = { kind: 'known', space: 'pancake:7' } as const;
    const folder = await checkpointOf({ space: source }, 3);
    const saved = await savedIn(folder);
    expect(saved.facts.source).toHaveProperty('numbering');
    await writeSavedRun(folder, { ...saved, facts: { ...saved.facts, source } });
    await expect(resumeExploration(folder, { threads: 1 })).rejects.toThrow(
      new StorageError(
        `${folder}/manifest: the space pancake:7 has changed since the run was begun (its numbering): restore the space as it was, or explore it again with another folder`,
      ),
    );
  });

  test('is refused if its module has changed or is missing', async () => {
    const { path } = modules.ring();
    const folder = await checkpointOf({ space: { kind: 'module', path } }, 5);
    const before = readFileSync(path);
    const refusal = (at: string, fault: string) =>
      `${folder}/manifest: its space is the module ${at}, ${fault}: restore it as it was, or if it was moved, give its path: antipode explore <module> --resume ${folder}`;
    writeFileSync(path, `${before}// Nothing else.\n`);
    const changed = refusal(path, 'which has changed since');
    await expect(resumeExploration(folder)).rejects.toThrow(new StorageError(changed));
    // Giving its path does not help: the earlier layers may be those of another space.
    await expect(resumeExploration(folder, { module: path })).rejects.toThrow(new StorageError(changed));
    rmSync(path);
    const gone = refusal(path, 'which no longer exists');
    await expect(resumeExploration(folder)).rejects.toThrow(new InputError(gone));
    const { path: moved } = modules.write(String(before));
    expect((await resumeExploration(folder, { module: moved, everySeconds: 300 })).maxDepth).toBe(500);
  });
});
