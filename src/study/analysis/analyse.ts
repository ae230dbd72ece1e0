/** The analysis of a space that has a table. */

import { checkMemory, freeMemory } from '../../base/memory.js';
import { type EstimateQuality, estimateQualityOf } from '../../base/statistics/estimate-quality.js';
import { checkThreads } from '../../base/threads/thread-count.js';
import type { BoardView } from '../../space/space.js';
import type { Table } from '../../table/table.js';
import { replayOf } from '../replay/replay-of.js';
import { type DistanceAnalysis, distanceAnalysis } from './distance-analysis.js';

export interface AnalyseOptions {
  /**
   * Maximum number of worker threads, 1..256.
   * @default all available, fewer for small spaces
   */
  readonly threads?: number;
  /** Called with the text of each antipode, in the order of the states' numbers, and awaited. */
  readonly onAntipode?: (text: string) => unknown;
  /** Called at intervals with the work done so far and the total: states of a board, or visits of another space's states. */
  readonly onProgress?: (done: number, of: number) => void;
  readonly signal?: AbortSignal;
}

export interface HeuristicAnalysis extends EstimateQuality {
  readonly heuristic: string;
}

export interface Analysis extends DistanceAnalysis {
  /** Full name of the space. */
  readonly space: string;
  /** Texts of the states that distances are counted from; for a board, its goal. */
  readonly starts: readonly string[];
  readonly metric: string | null;
  /** Number of numbered states, reached or not. */
  readonly size: number;
  /** True if every move can be undone. If not, distances are those from the starts. */
  readonly reversible: boolean;
  /** The board; null if the space is not enumerated as a board. */
  readonly board: BoardView | null;
  /**
   * Heuristics of boards in the metric `single`, in which they do not overestimate, and heuristics of other spaces whose moves can be
   * undone.
   */
  readonly heuristics: readonly HeuristicAnalysis[];
  readonly threads: number;
  readonly seconds: number;
}

/**
 * Returns the bytes of memory that an analysis takes.
 *
 * Boards take two bits per state in the metric `single` and more in `multi`, and 8 bytes per state while shortest solutions are
 * counted. Other spaces take a depth for each state, and 12 bytes per state while shortest solutions are counted.
 * @param threads maximum number of worker threads, as for `analyse`
 * @example
 * ```ts
 * import { bytesToAnalyse, Table } from 'antipode';
 *
 * using table = await Table.open('out/3x3.table');
 * console.log(`${(bytesToAnalyse(table) / 1e6).toFixed(1)} MB`); // 1.5 MB
 * ```
 */
export function bytesToAnalyse(table: Table, threads?: number): number {
  const { census } = replayOf(table).needs;
  return census.bytes(census.threads(threads));
}

/**
 * Counts the states of every layer of a table's space: distances, neighbours, shortest solutions, estimates of heuristics.
 * @param table an open table
 * @throws TableError if the table contradicts itself or its space; InputError if an option is wrong; SpaceError, or WorkerError with its
 * text, if the space fails; MemoryError; WorkerError if a thread dies; the signal's reason
 * @example
 * ```ts
 * import { analyse, Table } from 'antipode';
 *
 * using table = await Table.open('out/3x3.table');
 * const { mean, localMaxima } = await analyse(table);
 * console.log(mean.toFixed(4), localMaxima); // 21.9724 25077
 * ```
 */
export async function analyse(
  table: Table,
  { onAntipode, onProgress, signal, ...options }: AnalyseOptions = {},
): Promise<Analysis> {
  const replay = replayOf(table);
  const { facts, histogram, needs, board } = replay;
  if (options.threads !== undefined) checkThreads(options.threads);
  const threads = needs.census.threads(options.threads);
  const { label, threadBytes } = replay;
  checkMemory(label, { bytes: needs.census.bytes(threads), threadBytes }, threads, freeMemory(), needs.census.held);
  const begin = performance.now();
  const lastDepth = histogram.length - 1;
  const census = await replay.census({ threads, onProgress, signal }, async ({ depth, inOrder }) => {
    if (onAntipode === undefined || depth !== lastDepth) return;
    for (const state of inOrder()) await onAntipode(replay.text(state));
  });
  return {
    space: facts.name,
    starts: facts.startTexts,
    metric: facts.metric,
    size: facts.size,
    reversible: facts.reversible,
    board,
    ...distanceAnalysis(facts.size, histogram, census),
    heuristics: census.estimates.map(({ heuristic, counts }) => ({ heuristic, ...estimateQualityOf(counts) })),
    threads,
    seconds: (performance.now() - begin) / 1000,
  };
}
