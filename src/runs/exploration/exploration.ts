/** One exploration: reports the layers of a run as events and counts them, for any engine, in memory or on disk. */

import { type DistributionStatistics, statisticsOf } from '../../base/statistics.js';
import { InputError } from '../../base/text.js';
import { checkThreads } from '../../base/threads.js';
import type { EngineName, EnginePlan, FoundLayer, LayerRun, PlanRequest } from '../../engines/engine.js';
import type { SpaceSource } from '../../space/space.js';
import type { TableContents } from '../../table/files/contents.js';

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
  {
    engine,
    facts,
    reached,
    threads,
    request,
  }: Pick<EnginePlan, 'engine' | 'facts' | 'reached' | 'threads' | 'request'>,
  run: LayerRun,
  onEvent: ((event: ExploreEvent) => void) | undefined,
  layers: AsyncIterable<FoundLayer> = run.layers(),
  secondsBefore = 0,
): Promise<Exploration> {
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
export interface PlanOptions {
  readonly threads?: number | undefined;
  readonly table?: boolean | undefined;
  readonly antipodes?: number | 'all' | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Validates a request and adds its defaults. @throws InputError if a number is out of range; the signal's reason */
export function planRequest({
  threads,
  table = true,
  antipodes = DEFAULT_ANTIPODES,
  signal,
}: PlanOptions): PlanRequest {
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
