/** One exploration: the layers of a run are told as events and counted, whatever the engine, and wherever its bits lie. */

import { InputError } from '../../base/input-error.js';
import { type DistributionStatistics, statisticsOf } from '../../base/statistics/distribution.js';
import { checkThreads } from '../../base/threads/thread-count.js';
import type { EngineName, EnginePlan, LayerRun, Need } from '../../engines/engine.js';
import type { SpaceSource } from '../../space/space-source.js';
import type { TableContents } from '../../table/contents/contents.js';

export type ExploreEvent =
  /** The memory is allocated and the search begins; `states` are those that moves reach, or all if that is not known. */
  | { readonly type: 'start'; readonly states: number; readonly bytes: number; readonly threads: number }
  /** A layer is complete: `fresh` states of this depth, `found` of `states` in all. */
  | {
      readonly type: 'layer';
      readonly depth: number;
      readonly fresh: number;
      readonly found: number;
      readonly states: number;
      /** Since the allocation of the memory; of a run that was resumed, with the time that it took before. */
      readonly seconds: number;
      /** Bytes read from files for this layer, and written to them: none for runs in memory. */
      readonly bytesRead: number;
      readonly bytesWritten: number;
    }
  /**
   * A checkpoint of the states up to `depth` is complete, of this many bytes; a run resumes from there. Layers may
   * have been completed since; it took `seconds` from its beginning.
   */
  | { readonly type: 'checkpoint'; readonly depth: number; readonly bytes: number; readonly seconds: number }
  /** A checkpoint could not be saved, and why; the one before stays valid. The exploration continues, and tries again. */
  | { readonly type: 'checkpoint-failed'; readonly depth: number; readonly message: string };

/** The table of an exploration: there is one unless `table: false` has declined it. */
export type MadeTable = TableContents | null;

/** A finished exploration; `states` and all statistics are of the states that were reached. */
export interface Exploration<Made extends MadeTable = MadeTable> extends DistributionStatistics {
  /** The space's full name, which its files carry. */
  readonly name: string;
  readonly source: SpaceSource;
  /** The engine that enumerated it. */
  readonly engine: EngineName;
  /** The metric, if the space names it. */
  readonly metric: string | null;
  /** Numbered states of the space, reached or not. */
  readonly size: number;
  readonly notReached: number;
  /** Texts of the states that distances are counted from. */
  readonly starts: readonly string[];
  /** States of each depth 0, 1, 2 ... */
  readonly histogram: readonly number[];
  /**
   * Texts of the first states of the greatest depth: all of them, if no more were found than asked for, and no more than
   * 1,000,000. Those of boards are sorted by tiles, others by number.
   */
  readonly antipodes: readonly string[];
  readonly threads: number;
  /** From the allocation of the memory to the end of the last layer. */
  readonly seconds: number;
  /** Reached states. */
  readonly statesPerSecond: number;
  /** Bytes of what was held, the table included. */
  readonly bytes: number;
  /** The table for saveTable; null if it was declined. */
  readonly table: Made;
}

/**
 * Explores a space by a run that has been opened.
 * @throws as LayerRun.layers; Error if other states are found than moves reach
 */
export async function exploreRun(
  { engine, facts, reached, threads, need }: Pick<EnginePlan, 'engine' | 'facts' | 'reached' | 'threads' | 'need'>,
  run: LayerRun,
  onEvent: ((event: ExploreEvent) => void) | undefined,
): Promise<Exploration> {
  const before = need.from ?? { histogram: [], first: [] };
  const states = reached ?? facts.size;
  const histogram = [...before.histogram];
  let found = histogram.reduce((sum, count) => sum + count, 0);
  let last = before.first;
  onEvent?.({ type: 'start', states, bytes: run.bytes, threads });
  for await (const { depth, fresh, first, seconds, bytesRead, bytesWritten } of run.layers()) {
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
  const { seconds } = run;
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
    table: need.table ? run.contents(histogram) : null,
  };
}

/** The most states that are kept of every layer, because each may be the last. */
export const MOST_KEPT = 10_000;
/** The most antipodes that are listed. Their texts take about 100 MB. */
export const MOST_ANTIPODES = 1_000_000;
const DEFAULT_ANTIPODES = 20;

/** The request of an exploration, with its defaults left out. */
export interface AskedNeed {
  readonly threads?: number | undefined;
  readonly table?: boolean | undefined;
  readonly antipodes?: number | 'all' | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Checks what is asked for, and fills in what is not. @throws InputError if a number is out of its range; the signal's reason */
export function needOf({ threads, table = true, antipodes = DEFAULT_ANTIPODES, signal }: AskedNeed): Need {
  if (threads !== undefined) checkThreads(threads);
  const listed = antipodes === 'all' ? MOST_ANTIPODES : antipodes;
  if (!(Number.isInteger(listed) && listed >= 0 && listed <= MOST_ANTIPODES)) {
    throw new InputError(`antipodes must be 'all' or a whole number from 0 to ${MOST_ANTIPODES}, found ${antipodes}`);
  }
  signal?.throwIfAborted();
  return { table, first: Math.min(listed, MOST_KEPT), antipodes: listed, threads, signal };
}
