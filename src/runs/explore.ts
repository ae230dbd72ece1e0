/** Enumerates all states of a board. */

import { InputError } from '../base/input-error.js';
import { type DistributionStatistics, statisticsOf } from '../base/statistics/distribution.js';
import { checkThreads } from '../base/threads/thread-count.js';
import { type Board, boardOf } from '../spaces/board/board.js';
import { checkMetricName, type Metric } from '../spaces/board/metric.js';
import { positionOf, type State } from '../spaces/board/numbering/numbering.js';
import { BLANK, checkPosition, orderedPosition, type Position, parsePosition } from '../spaces/board/position.js';
import { boardClaims } from '../table/board-claims.js';
import type { TableContents } from '../table/contents.js';
import { checkMemory, freeMemory, requirementsOf, threadsToExplore } from './requirements.js';
import { MemorySearch, type StateSearch } from './state-search.js';

export interface ExploreOptions {
  /** ROWSxCOLUMNS such as '3x4', the rows of a map such as '..#/.../#..', or a board. */
  readonly board: string | Board;
  /** The position that distances are counted from; by default tiles in order and the blank last. */
  readonly goal?: string | Position;
  /** What counts as one move, by default `single`: a single tile moved by one cell. */
  readonly metric?: Metric;
  /** Worker threads, 1..256; by default as many as the machine offers, fewer for small boards. */
  readonly threads?: number;
  /** Whether to make the distance table; by default yes. It doubles the memory in the metric `single`, and takes no more in `multi`. */
  readonly table?: boolean;
  /** How many antipodes to list, 0..10000; by default 20. They are always all counted. */
  readonly antipodes?: number;
  /** Called with everything that happens, on the calling thread. */
  readonly onEvent?: (event: ExploreEvent) => void;
  /** Ends the exploration and its threads; the promise rejects with the signal's reason. */
  readonly signal?: AbortSignal;
}

export type ExploreEvent =
  /** The memory is allocated and the search begins; `states` are those that moves reach. */
  | { readonly type: 'start'; readonly states: number; readonly bytes: number; readonly threads: number }
  /** A layer is complete: `fresh` states of this depth, `found` of `states` in all. */
  | {
      readonly type: 'layer';
      readonly depth: number;
      readonly fresh: number;
      readonly found: number;
      readonly states: number;
      /** Since the allocation of the bitsets; where a run goes on from a checkpoint, with the time that it took before. */
      readonly seconds: number;
      /** Bytes of bitsets read from files for this layer, and written to them: none where they are in memory. */
      readonly bytesRead: number;
      readonly bytesWritten: number;
    }
  /**
   * A checkpoint is complete, and is what a run goes on from: that of the states up to `depth`, of so many bytes. Layers may
   * have been completed since; it took `seconds` from its beginning.
   */
  | { readonly type: 'checkpoint'; readonly depth: number; readonly bytes: number; readonly seconds: number }
  /** A checkpoint could not be saved, and why; the one before stays valid. The exploration goes on, and tries again. */
  | { readonly type: 'checkpoint-failed'; readonly depth: number; readonly message: string };

/** A finished exploration: its distribution, its antipodes, and its table in memory. */
export interface Exploration extends DistributionStatistics {
  readonly board: Board;
  readonly goal: Position;
  /** What counts as one move. */
  readonly metric: Metric;
  /** States of each depth 0, 1, 2 ... */
  readonly histogram: readonly number[];
  /** States that are numbered and that no moves reach: 0 on full boards. */
  readonly notReached: number;
  /** The first states of the greatest depth, sorted by tiles; all of them, where no more were found than asked for. */
  readonly antipodes: readonly Position[];
  readonly threads: number;
  /** From the allocation of the bitsets to the end of the last layer. */
  readonly seconds: number;
  readonly statesPerSecond: number;
  /** Bytes of the bitsets, the table's included. */
  readonly bytes: number;
  /** The table for saveTable and BoardWalker.of; null where none was asked for. */
  readonly table: TableContents | null;
}

/** So many states are kept of every layer, because each may be the last. */
export const MOST_ANTIPODES = 10_000;
const DEFAULT_ANTIPODES = 20;

/**
 * Enumerates every state that moves can reach from the goal.
 * @throws InputError where an option is wrong, MemoryError where the board does not fit into memory,
 * WorkerError where a thread dies, and the signal's reason where that aborts
 */
export async function explore(options: ExploreOptions): Promise<Exploration> {
  const settings = settingsOf(options);
  const goal = goalOf(settings.board, options.goal);
  const search = new MemorySearch(settings);
  try {
    return await exploreFrom(goal, search, settings);
  } finally {
    search.end();
  }
}

/**
 * The options beside the goal, checked and with their defaults.
 * @internal
 */
export interface Settings {
  readonly board: Board;
  readonly metric: Metric;
  readonly threads: number;
  readonly table: boolean;
  readonly antipodes: number;
  readonly onEvent: ExploreOptions['onEvent'];
  readonly signal: AbortSignal | undefined;
}

/**
 * @throws InputError where an option is wrong, MemoryError where the board does not fit into memory, and the signal's
 * reason where that has aborted
 * @internal
 */
export function settingsOf(options: Omit<ExploreOptions, 'goal'>): Settings {
  const settings = optionsOf(options);
  const { board, table, metric, threads } = settings;
  checkMemory(board, requirementsOf(board, table, metric).bytes, threads, freeMemory());
  return settings;
}

/**
 * The same where the bitsets need not fit into memory.
 * @throws InputError where an option is wrong, and the signal's reason where that has aborted
 * @internal
 */
export function optionsOf(options: Omit<ExploreOptions, 'goal'>): Settings {
  const board = boardOf(options.board);
  const { metric = 'single', table = true, antipodes = DEFAULT_ANTIPODES, onEvent, signal } = options;
  checkMetricName(metric);
  const { threads = threadsToExplore(board, metric) } = options;
  checkThreads(threads);
  if (!(Number.isInteger(antipodes) && antipodes >= 0 && antipodes <= MOST_ANTIPODES)) {
    throw new InputError(`antipodes must be a whole number from 0 to ${MOST_ANTIPODES}, found ${antipodes}`);
  }
  signal?.throwIfAborted();
  return { board, metric, threads, table, antipodes, onEvent, signal };
}

/** What of an exploration had been found before it was gone on with. @internal */
export interface FoundBefore {
  /** States of each depth up to the last layer that was complete. */
  readonly histogram: readonly number[];
  /** The first states of that layer. */
  readonly first: readonly State[];
}

/**
 * One exploration by a search that may serve another one afterwards.
 * @param before where it goes on with what was found before; the search's histogram has that too, but its layers have not
 * @throws as StateSearch.run
 * @internal
 */
export async function exploreFrom(
  goal: Position,
  search: StateSearch,
  { board, metric, threads, table, onEvent }: Settings,
  before: FoundBefore = { histogram: [], first: [] },
): Promise<Exploration> {
  let found = before.histogram.reduce((sum, count) => sum + count, 0);
  let last = before.first;
  const { geometry } = search;
  const { reached: states } = geometry;
  const { histogram, seconds, bytes, words } = await search.run(goal, {
    onStart: (bytes) => onEvent?.({ type: 'start', states, bytes, threads }),
    onLayer: ({ first, ...layer }) => {
      found += layer.fresh;
      last = first;
      onEvent?.({ type: 'layer', ...layer, found, states });
    },
    onEvent: (event) => onEvent?.(event),
  });
  const statistics = statisticsOf(histogram);
  if (statistics.states !== states) {
    throw new Error(
      `${statistics.states} states were found, and moves reach ${states} from any goal: the machine or this program has made an error`,
    );
  }
  const goalCell = goal.indexOf(BLANK);
  return {
    board,
    goal,
    metric,
    ...statistics,
    histogram,
    notReached: geometry.states - statistics.states,
    antipodes: last.map((state) => positionOf(geometry, goal, state)).sort(comparePositions),
    threads,
    seconds,
    statesPerSecond: Math.round(statistics.states / seconds),
    bytes,
    table: table ? { ...boardClaims(board, goalCell, metric, histogram), bytes: words } : null,
  };
}

/** @throws InputError where it is no position of the board @internal */
export function goalOf(board: Board, goal: string | Position | undefined): Position {
  if (goal === undefined) return orderedPosition(board);
  return typeof goal === 'string' ? parsePosition(goal, board) : checkPosition(goal, board);
}

function comparePositions(a: Position, b: Position): number {
  const different = a.findIndex((tile, cell) => tile !== b[cell]);
  return different < 0 ? 0 : a[different] - b[different];
}
