/** Explorations that are stopped after a layer, and their checkpoints. */

import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { readSavedRun, type SavedRun } from '#src/runs/disk/saved-run.js';
import { type ExploreEvent, StoppedError } from '#src/runs/exploration/exploration.js';
import { type ExploreOptions, explore } from '#src/runs/explore.js';
import { temporaryFolder } from '../../program/run.js';

/** Runs until a layer is complete and saved. @returns the depth of the layer */
export async function stoppedAt(
  depth: number,
  exploring: (hooks: Pick<ExploreOptions, 'stop' | 'onEvent'>) => Promise<unknown>,
  heard: ExploreEvent[] = [],
): Promise<number> {
  const stop = new AbortController();
  const onEvent = (event: ExploreEvent) => {
    heard.push(event);
    if (event.type === 'layer' && event.depth >= depth) stop.abort();
  };
  const error = await exploring({ stop: stop.signal, onEvent }).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(StoppedError);
  return (error as StoppedError).depth;
}

/** Returns the run in a folder. */
export async function savedIn(
  folder: string,
): Promise<SavedRun & { readonly details: { readonly generation: number } }> {
  const run = await readSavedRun(folder);
  if (run === undefined) throw new Error(`${folder} has no manifest`);
  return run as SavedRun & { readonly details: { readonly generation: number } };
}

/** Creates a folder with only the checkpoint of a layer. */
export async function checkpointOf(
  options: Pick<ExploreOptions, 'space' | 'metric' | 'engine'>,
  depth: number,
): Promise<string> {
  const folder = temporaryFolder();
  const checkpoints = { folder, everySeconds: 0 };
  await stoppedAt(depth, (hooks) => explore({ ...options, threads: 1, checkpoints, ...hooks }));
  const { generation } = (await savedIn(folder)).details;
  for (const name of readdirSync(folder)) {
    if (!name.endsWith(`-${generation}`) && name !== 'manifest') rmSync(join(folder, name));
  }
  return folder;
}
