/** Enumerates all states of a space: in memory, in memory with checkpoints, or on disk. */

import { checkMemory, freeMemory, MemoryError } from '../base/memory.js';
import { InputError } from '../base/text.js';
import { BoardEnginePlan, boardsEngine } from '../engines/boards/engine.js';
import type { Engine, EngineName, EnginePlan, PlanRequest } from '../engines/engine.js';
import type { SpaceSource } from '../space/space.js';
import type { NamedOrigin } from '../spaces/source-of-text.js';
import type { TableContents } from '../table/files/contents.js';
import type { DiskOptions } from './disk/disk-run.js';
import type { CheckpointOptions } from './exploration/checkpointed-run.js';
import { type Exploration, type ExploreEvent, exploreRun, planRequest } from './exploration/exploration.js';
import type { SavedRun } from './exploration/saved-run.js';
import { checkRequest } from './request.js';

export interface ExploreOptions extends NamedOrigin {
  /**
   * The source of the space, or a text such as '3x4', '8-puzzle', the rows of a map '..#/.../#..', 'pancake:10' or './my-space.js'.
   * Every thread opens the space for itself.
   */
  readonly space: SpaceSource | string;
  /** The engine `general`, which explores any space, for comparison with others. @default the fastest engine that accepts the space */
  readonly engine?: 'general' | undefined;
  /** Maximum number of worker threads, 1..256. @default the number of processors, fewer for small spaces */
  readonly threads?: number | undefined;
  /**
   * True to make the distance table. It doubles the memory of boards in the metric `single`. If moves cannot be undone, it takes at
   * least 8 bits per state instead of 3. Otherwise it takes no further memory.
   * @default true
   */
  readonly table?: boolean | undefined;
  /**
   * Number of antipodes to list, 0..1,000,000, or 'all', which lists at most 1,000,000. All antipodes are counted in any case. If there
   * are more than 10,000, the space is enumerated twice; if there is not enough memory for that, 10,000 are listed.
   * @default 20
   */
  readonly antipodes?: number | 'all' | undefined;
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
  /** Called with every event, on the calling thread. */
  readonly onEvent?: ((event: ExploreEvent) => void) | undefined;
  /** When aborted, ends the exploration and its threads; the promise rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

/** Options that request a table, as by default. */
export type WithTable<Options> = Options & { readonly table?: true | undefined };
/** Options that decline the table. */
export type WithoutTable<Options> = Options & { readonly table: false };

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
  const { checkpoints, disk, engine } = options;
  if (engine !== undefined && engine !== 'general') {
    throw new InputError(`engine must be 'general', or omitted to choose the fastest one; found '${engine}'`);
  }
  const source = await sourceOf(options);
  const request = planRequest(options);
  const { output, stop } = options;
  checkRequest({ source, engine, checkpoints, disk, work: disk, output, stop }, (name) => OPTION_NAMES[name] ?? name);
  return explorePlanned(await planRun(source, request, engine), options);
}

/** Names in messages that are not those of options. */
const OPTION_NAMES: Readonly<Record<string, string>> = {
  halved: 'boards in the metric single, without the option engine',
  saving: 'checkpoints',
};

/** All engines, the fastest first. */
const ENGINES: readonly (readonly [EngineName, () => Promise<Engine>])[] = [
  ['boards', async () => boardsEngine],
  ['groups', async () => (await import('../engines/groups/engine.js')).groupsEngine],
  ['patterns', async () => (await import('../engines/patterns/engine.js')).patternsEngine],
  ['general', async () => (await import('../engines/general/engine.js')).generalEngine],
];

/**
 * Requests a plan from the engines in order.
 * @param only the only engine to try, or `fast` for all but the general one; by default all
 * @throws InputError if no requested engine accepts the space; the errors of Engine.plan
 */
export async function planRun(
  source: SpaceSource,
  request: PlanRequest,
  only?: EngineName | 'fast',
): Promise<EnginePlan> {
  const engines = ENGINES.filter(
    ([name]) => only === undefined || name === only || (only === 'fast' && name !== 'general'),
  );
  const refusals: string[] = [];
  let known = source;
  for (const [name, load] of engines) {
    const plan = await (await load()).plan(known, request);
    if (!('refused' in plan)) return plan;
    known = plan.source ?? known;
    refusals.push(`${name} ${plan.refused}`);
  }
  if (engines.length === 1)
    throw new InputError(`the engine ${refusals[0]}: choose another one, or let antipode choose`);
  throw new InputError(`no ${only === 'fast' ? 'fast ' : ''}engine accepts this space: ${refusals.join(', ')}`);
}

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

async function exploreOnce(
  plan: EnginePlan,
  { checkpoints, disk, saved, ...hooks }: PlannedOptions,
): Promise<Exploration> {
  try {
    if (disk !== undefined && plan instanceof BoardEnginePlan) {
      const { exploreOnDisk } = await import('./disk/disk-run.js');
      return await exploreOnDisk(plan, disk, saved, hooks);
    }
    checkMemory(plan.label, plan.memory, plan.threads, freeMemory(), plan.held);
    if (checkpoints !== undefined) {
      const { exploreWithCheckpoints } = await import('./exploration/checkpointed-run.js');
      return await exploreWithCheckpoints(plan, checkpoints, saved, hooks);
    }
    const run = await plan.open();
    try {
      return await exploreRun(plan, run, hooks.onEvent);
    } finally {
      await run.close();
    }
  } finally {
    await plan.close();
  }
}

/**
 * Lists the antipodes that were requested but not kept: enumerates the space again in memory, and keeps the states of the last layer.
 * @param stop ends the second enumeration, so that only the kept antipodes are listed
 * @returns the exploration unchanged if all were kept, or if there is not enough memory
 * @throws the errors of explore
 * @internal
 */
export async function withAllAntipodes(
  exploration: Exploration,
  { antipodes = 0, threads, signal }: Pick<PlanRequest, 'antipodes' | 'threads' | 'signal'>,
  stop?: AbortSignal,
): Promise<Exploration> {
  const { source, engine, maxDepth, antipodeCount } = exploration;
  const first = Math.min(antipodes, antipodeCount);
  if (exploration.antipodes.length >= first) return exploration;
  const ends = [stop, signal].filter((end) => end !== undefined);
  const request = { table: false, first, keepFrom: maxDepth, threads, signal: AbortSignal.any(ends) };
  try {
    const again = await exploreOnce(await planRun(source, request, engine), {});
    return { ...exploration, antipodes: again.antipodes };
  } catch (error) {
    if (error instanceof MemoryError || (stop?.aborted && !signal?.aborted)) return exploration;
    throw error;
  }
}

/** Returns the source of a space. @throws InputError if there is no such space */
async function sourceOf({ space, goal, start, metric, pattern }: ExploreOptions): Promise<SpaceSource> {
  if (typeof space === 'string') {
    return (await import('../spaces/source-of-text.js')).sourceOfText(space, { goal, start, metric, pattern });
  }
  if (typeof space !== 'object' || space === null || !('kind' in space)) {
    throw new InputError(
      "space must be a text such as '3x4' or 'pancake:10', or a source such as { kind: 'module', path: '/home/me/my-space.js' }, because every thread opens the space for itself",
    );
  }
  const given = Object.entries({ goal, start, metric, pattern }).find(([, value]) => value !== undefined);
  if (given !== undefined) throw new InputError(`${given[0]} is a part of the space's source: set it there`);
  return space;
}
