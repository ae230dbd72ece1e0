/** Explorations: the choice of the engine, the layers of any run as events and counts, and runs that hold their states in memory. */

import { freeMemory } from '#machine/machine.js';
import { checkMemory, MemoryError } from '../../base/memory.js';
import { type DistributionStatistics, statisticsOf } from '../../base/statistics.js';
import { InputError } from '../../base/text.js';
import { checkThreads } from '../../base/threads.js';
import { boardsEngine } from '../../engines/boards/engine.js';
import type { Engine, EngineName, EnginePlan, FoundLayer, LayerRun, PlanRequest } from '../../engines/engine.js';
import type { SpaceSource } from '../../space/space.js';
import type { NamedOrigin } from '../../spaces/source-of-text.js';
import type { TableContents } from '../../table/contents.js';

export type ExploreEvent =
  /** The memory is allocated and the search begins. `states` counts the states that moves reach, or all states if that is unknown. */
  | { readonly type: 'start'; readonly states: number; readonly bytes: number; readonly threads: number }
  /** A layer is complete: `fresh` states of this depth, `found` of `states` in all. */
  | {
      readonly type: 'layer';
      readonly depth: number;
      readonly fresh: number;
      readonly found: number;
      readonly states: number;
      /** Seconds since the allocation of the memory, including the earlier parts of a resumed run. */
      readonly seconds: number;
      /** Bytes read from and written to files for this layer; 0 for runs in memory. */
      readonly bytesRead: number;
      readonly bytesWritten: number;
    }
  /**
   * A checkpoint of the states up to `depth` is complete, of this many bytes, so that a run can resume from it. Writing it took
   * `seconds`.
   */
  | { readonly type: 'checkpoint'; readonly depth: number; readonly bytes: number; readonly seconds: number }
  /**
   * A checkpoint could not be saved; `message` gives the reason. The previous checkpoint remains valid. The exploration continues, and
   * tries again.
   */
  | { readonly type: 'checkpoint-failed'; readonly depth: number; readonly message: string };

/** The table of an exploration, which exists unless it was declined by `table: false`. */
export type MadeTable = TableContents | null;

/** A finished exploration. `states` and all statistics refer to the states reached. */
export interface Exploration<Made extends MadeTable = MadeTable> extends DistributionStatistics {
  /** Full name of the space, which is stored in its files. */
  readonly name: string;
  readonly source: SpaceSource;
  /** The engine that enumerated the space. */
  readonly engine: EngineName;
  /** The metric, if the space specifies it. */
  readonly metric: string | null;
  /** Number of states that have numbers, whether reached or not. */
  readonly size: number;
  readonly notReached: number;
  /** Texts of the states that distances are counted from. */
  readonly starts: readonly string[];
  /** Number of states of each depth 0, 1, 2 ... */
  readonly histogram: readonly number[];
  /**
   * Texts of the first states of the maximum depth: up to the number requested, and at most 1,000,000. Positions of boards are sorted
   * by tiles, other states by number.
   */
  readonly antipodes: readonly string[];
  readonly threads: number;
  /** Seconds from the allocation of the memory to the end of the last layer. */
  readonly seconds: number;
  /** Number of reached states. */
  readonly statesPerSecond: number;
  /** Bytes held during the exploration, including the table. */
  readonly bytes: number;
  /** The table for saveTable; null if it was declined. */
  readonly table: Made;
}

/**
 * Explores a space by an opened run.
 * @param layers the layers of the run, if they are watched on the way
 * @param secondsBefore seconds that earlier processes have taken for the run, which `layers` already count
 * @throws the errors of LayerRun.layers; Error if the number of states found differs from the number that moves reach
 */
export async function exploreRun(
  plan: Pick<EnginePlan, 'engine' | 'facts' | 'reached' | 'threads' | 'request'>,
  run: LayerRun,
  onEvent: ((event: ExploreEvent) => void) | undefined,
  layers: AsyncIterable<FoundLayer> = run.layers(),
  secondsBefore = 0,
): Promise<Exploration> {
  const { engine, facts, reached, threads, request } = plan;
  const before = request.from ?? { histogram: [], first: [] };
  const states = reached ?? facts.size;
  const histogram = [...before.histogram];
  let found = histogram.reduce((sum, count) => sum + count, 0);
  let last = before.first;
  onEvent?.({ type: 'start', states, bytes: run.bytes, threads });
  for await (const { depth, fresh, first, seconds, bytesRead, bytesWritten } of layers) {
    histogram.push(fresh);
    found += fresh;
    last = first;
    onEvent?.({ type: 'layer', depth, fresh, found, states, seconds, bytesRead, bytesWritten });
  }
  const statistics = statisticsOf(histogram);
  if (reached !== null && found !== reached) {
    throw new Error(
      `found ${found} states, but moves reach ${reached} from any goal: this is an error of the machine or of this program`,
    );
  }
  const seconds = secondsBefore + run.seconds;
  return {
    name: facts.name,
    source: facts.source,
    engine,
    metric: facts.metric,
    size: facts.size,
    notReached: facts.size - found,
    ...statistics,
    starts: run.starts,
    histogram,
    antipodes: await run.texts(last),
    threads,
    seconds,
    statesPerSecond: Math.round(found / seconds),
    bytes: run.bytes,
    table: request.table ? run.contents(histogram) : null,
  };
}

/** Maximum number of states kept of every layer, any of which may be the last. */
export const MOST_KEPT = 10_000;
/** Maximum number of antipodes that are listed. Their texts take about 100 MB. */
export const MOST_ANTIPODES = 1_000_000;
const DEFAULT_ANTIPODES = 20;

/** The options of a request, without defaults. */
export type PlanOptions = Pick<InMemoryOptions, 'threads' | 'table' | 'antipodes' | 'signal'>;

/** Validates a request and adds its defaults. @throws InputError if a number is out of range; the signal's reason */
export function planRequest(options: PlanOptions): PlanRequest {
  const { threads, table = true, antipodes = DEFAULT_ANTIPODES, signal } = options;
  if (threads !== undefined) checkThreads(threads);
  const listed = antipodes === 'all' ? MOST_ANTIPODES : antipodes;
  if (!(Number.isInteger(listed) && listed >= 0 && listed <= MOST_ANTIPODES)) {
    throw new InputError(`antipodes must be 'all' or a whole number from 0 to ${MOST_ANTIPODES}, found ${antipodes}`);
  }
  signal?.throwIfAborted();
  return { table, first: Math.min(listed, MOST_KEPT), antipodes: listed, threads, signal };
}

/** Error of a run that has been stopped after a layer on request. */
export class StoppedError extends Error {
  override readonly name = 'StoppedError';
  /** Depth of the last saved layer, or of the last searched layer if nothing could be saved. */
  readonly depth: number;
  /** Folder to resume from; null if nothing could be saved. */
  readonly folder: string | null;

  constructor(depth: number, folder: string | null) {
    super(
      folder === null
        ? `the exploration was stopped after depth ${depth}, and nothing was saved`
        : `the exploration was stopped after depth ${depth}; resume it from ${folder}`,
    );
    this.depth = depth;
    this.folder = folder;
  }
}

/* Explorations that hold their states in memory. */

export interface InMemoryOptions extends NamedOrigin {
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
  /** Called with every event, on the calling thread. */
  readonly onEvent?: ((event: ExploreEvent) => void) | undefined;
  /** When aborted, ends the exploration and its threads; the promise rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

/** Options that request a table, as by default. */
export type WithTable<Options> = Options & { readonly table?: true | undefined };
/** Options that decline the table. */
export type WithoutTable<Options> = Options & { readonly table: false };

/** Options of the library for Node alone. */
const OF_FILES = ['checkpoints', 'disk', 'output', 'stop'];

/**
 * Enumerates every state that moves can reach from the starts of a space, in memory.
 * @returns the distribution of distances, the first antipodes, and the table unless it is declined
 * @throws InputError if an option is wrong or there is no such space; SpaceError if the space fails or contradicts itself; MemoryError
 * if the space does not fit into memory; WorkerError if a thread dies; the signal's reason if it aborts
 * @example
 * ```ts
 * import { explore } from 'antipode';
 *
 * const { maxDepth, histogram } = await explore({ space: '3x3' }); // 31, [1, 2, 4, 8, ...]
 * ```
 */
export async function exploreSpace(options: WithTable<InMemoryOptions>): Promise<Exploration<TableContents>>;
export async function exploreSpace(options: WithoutTable<InMemoryOptions>): Promise<Exploration<null>>;
export async function exploreSpace(options: InMemoryOptions): Promise<Exploration>;
export async function exploreSpace(options: InMemoryOptions): Promise<Exploration> {
  const ofFiles = Object.entries(options).find(([name, value]) => OF_FILES.includes(name) && value !== undefined);
  if (ofFiles !== undefined) {
    throw new InputError(
      `${ofFiles[0]} is for explorations that are kept in files, and this one is in memory: leave it out`,
    );
  }
  const plan = await planOf(options);
  return withAllAntipodes(await exploreInMemory(plan, options.onEvent), plan.request);
}

/**
 * Returns the plan of a requested exploration.
 * @param check checks the request further, once its source is known
 * @throws as exploreSpace, and what `check` throws
 * @internal
 */
export async function planOf(
  options: InMemoryOptions,
  check?: (source: SpaceSource) => Promise<void>,
): Promise<EnginePlan> {
  const { engine } = options;
  if (engine !== undefined && engine !== 'general') {
    throw new InputError(`engine must be 'general', or omitted to choose the fastest one; found '${engine}'`);
  }
  const source = await sourceOf(options);
  const request = planRequest(options);
  await check?.(source);
  return planRun(source, request, engine);
}

/** All engines, the fastest first. */
const ENGINES: readonly (readonly [EngineName, () => Promise<Engine>])[] = [
  ['boards', async () => boardsEngine],
  ['groups', async () => (await import('../../engines/groups/engine.js')).groupsEngine],
  ['patterns', async () => (await import('../../engines/patterns/engine.js')).patternsEngine],
  ['general', async () => (await import('../../engines/general/engine.js')).generalEngine],
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

/**
 * Explores a space by its plan, and closes the plan.
 * @throws as exploreSpace
 * @internal
 */
export async function exploreInMemory(plan: EnginePlan, onEvent?: InMemoryOptions['onEvent']): Promise<Exploration> {
  try {
    checkMemory(plan.label, plan.memory, plan.threads, freeMemory(), plan.held);
    const run = await plan.open();
    try {
      return await exploreRun(plan, run, onEvent);
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
    const again = await exploreInMemory(await planRun(source, request, engine));
    return { ...exploration, antipodes: again.antipodes };
  } catch (error) {
    if (error instanceof MemoryError || (stop?.aborted && !signal?.aborted)) return exploration;
    throw error;
  }
}

/** Returns the source of a space. @throws InputError if there is no such space */
async function sourceOf({ space, goal, start, metric, pattern }: InMemoryOptions): Promise<SpaceSource> {
  if (typeof space === 'string') {
    return (await import('../../spaces/source-of-text.js')).sourceOfText(space, { goal, start, metric, pattern });
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
