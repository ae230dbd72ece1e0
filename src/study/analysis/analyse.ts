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
   * The most worker threads, 1..256.
   * @default as many as the machine offers, fewer for small spaces
   */
  readonly threads?: number;
  /** Called with the text of each antipode, in the order in which states are numbered, and waited for. */
  readonly onAntipode?: (text: string) => unknown;
  /** Takes the work that is done, and all of it, now and then, on the calling thread. Boards count states, other spaces visits of states. */
  readonly onProgress?: (done: number, of: number) => void;
  readonly signal?: AbortSignal;
}

export interface HeuristicAnalysis extends EstimateQuality {
  readonly heuristic: string;
}

export interface Analysis extends DistanceAnalysis {
  /** Full name of the space. */
  readonly space: string;
  /** Texts of the states that distances are counted from: of a board, its goal. */
  readonly starts: readonly string[];
  readonly metric: string | null;
  /** Numbered states, reached or not. */
  readonly size: number;
  /** True if every move can be undone. If not, distances are those from the starts. */
  readonly reversible: boolean;
  /** Null of spaces that are not enumerated as boards. */
  readonly board: BoardView | null;
  /**
   * Heuristics of boards in the metric `single`, in which they do not overestimate, and those that other spaces bring if moves can
   * be undone.
   */
  readonly heuristics: readonly HeuristicAnalysis[];
  readonly threads: number;
  readonly seconds: number;
}

/**
 * Returns the bytes of memory that an analysis takes.
 *
 * Boards take two bits a state in the metric `single` and more in `multi`, and 8 bytes a state while shortest solutions are
 * counted. Other spaces take a depth for each state, and 12 bytes a state while shortest solutions are counted.
 * @param threads the most, as for `analyse`
 */
export function bytesToAnalyse(table: Table, threads?: number): number {
  const { census } = replayOf(table).needs;
  return census.bytes(census.threads(threads));
}

/**
 * Counts the states of every layer of a table's space: distances, neighbours, shortest solutions, estimates of heuristics.
 * @throws TableError if the table contradicts itself or its space; InputError if an option is wrong; SpaceError, or WorkerError with its
 * text, if the space fails; MemoryError; WorkerError if a thread dies; the signal's reason
 * @example
 * ```ts
 * import { analyse, Table } from 'antipode';
 *
 * const { mean, localMaxima } = await analyse(await Table.open('out/3x3.table'));
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
