/** Enumerates all states of a space: in memory, in memory with checkpoints, or on disk. */

import { freeMemory } from '#machine/machine.js';
import { checkMemory } from '../base/memory.js';
import { BoardEnginePlan } from '../engines/boards/engine.js';
import type { EnginePlan } from '../engines/engine.js';
import type { TableContents } from '../table/contents.js';
import type { CheckpointOptions } from './disk/checkpointed-run.js';
import type { DiskOptions } from './disk/disk-run.js';
import type { SavedRun } from './disk/saved-run.js';
import {
  type Exploration,
  exploreInMemory,
  type InMemoryOptions,
  planOf,
  type WithoutTable,
  type WithTable,
  withAllAntipodes,
} from './exploration/exploration.js';

export interface ExploreOptions extends InMemoryOptions {
  /** Saves checkpoints. The last one is kept even after the exploration is complete, see discardSavedRun. */
  readonly checkpoints?: CheckpointOptions | undefined;
  /**
   * Keeps the bits of a board in files, for the metric `single`. After every layer a run can be resumed from the folder. It is kept
   * after the exploration, because the table is read from it, see discardSavedRun.
   */
  readonly disk?: DiskOptions | undefined;
  /** With `checkpoints` or `disk`: absolute path of the folder for results, saved for resuming. */
  readonly output?: string | undefined;
  /**
   * With `checkpoints` or `disk`: when aborted, the layer in progress is finished and saved, and the promise rejects with StoppedError.
   */
  readonly stop?: AbortSignal | undefined;
}

/**
 * Enumerates every state that moves can reach from the starts of a space.
 * @returns the distribution of distances, the first antipodes, and the table unless it is declined
 * @throws InputError if an option is wrong or there is no such space; SpaceError if the space fails or contradicts itself; MemoryError
 * if the space does not fit into memory; WorkerError if a thread dies; the signal's reason if it aborts. With `checkpoints` or `disk`
 * also StoppedError if the exploration was stopped on request. StorageError if the folder holds an unfinished exploration or files with
 * its names, is used by another process, has too little space, or cannot be written
 * @example
 * ```ts
 * import { explore, saveTable } from 'antipode';
 *
 * const { maxDepth, table } = await explore({ space: '3x3' });
 * await saveTable(table, `3x3-${maxDepth}.table`);
 * ```
 */
export async function explore(options: WithTable<ExploreOptions>): Promise<Exploration<TableContents>>;
export async function explore(options: WithoutTable<ExploreOptions>): Promise<Exploration<null>>;
export async function explore(options: ExploreOptions): Promise<Exploration>;
export async function explore(options: ExploreOptions): Promise<Exploration> {
  const { checkpoints, disk, engine, output, stop } = options;
  const plan = await planOf(options, async (source) => {
    // Only the place in which states are kept can conflict with other options.
    if ([checkpoints, disk, output, stop].every((option) => option === undefined)) return;
    const { checkRequest } = await import('./request.js');
    const request = { source, engine, checkpoints, disk, work: disk, output, stop };
    checkRequest(request, (name) => OPTION_NAMES[name] ?? name);
  });
  return explorePlanned(plan, options);
}

/** Names in messages that are not those of options. */
const OPTION_NAMES: Readonly<Record<string, string>> = {
  halved: 'boards in the metric single, without the option engine',
  saving: 'checkpoints',
};

/** Options of a planned run; `disk` is for boards in the metric `single`. */
interface PlannedOptions extends Pick<ExploreOptions, 'checkpoints' | 'disk' | 'output' | 'stop' | 'onEvent'> {
  /** The run in the folder of `checkpoints` or `disk` to resume, with a matching plan; by default a new run is begun. */
  readonly saved?: SavedRun | undefined;
}

/**
 * Explores a space by its plan, and closes the plan.
 * @throws the errors of explore
 * @internal
 */
export async function explorePlanned(plan: EnginePlan, options: PlannedOptions): Promise<Exploration> {
  return withAllAntipodes(await exploreOnce(plan, options), plan.request, options.stop);
}

async function exploreOnce(plan: EnginePlan, options: PlannedOptions): Promise<Exploration> {
  const { checkpoints, disk, saved, ...hooks } = options;
  if (disk !== undefined && plan instanceof BoardEnginePlan) {
    const { exploreOnDisk } = await import('./disk/disk-run.js');
    return exploreOnDisk(plan, disk, saved, hooks).finally(() => plan.close());
  }
  if (checkpoints === undefined) return exploreInMemory(plan, hooks.onEvent);
  try {
    checkMemory(plan.label, plan.memory, plan.threads, freeMemory(), plan.held);
    const { exploreWithCheckpoints } = await import('./disk/checkpointed-run.js');
    return await exploreWithCheckpoints(plan, checkpoints, saved, hooks);
  } finally {
    await plan.close();
  }
}
