/**
 * The heuristics of a space against its distances, over all states, for the API. All states are counted when a client first asks, by a
 * worker with threads of its own, so that the server's main thread can answer other requests meanwhile.
 */

import { MemoryError } from '../base/memory.js';
import { estimateQuality, MOST_SINGLE_DEPTHS } from '../base/statistics.js';
import { onThread } from '../base/worker-pool.js';
import { SpacePool } from '../space/space-module.js';
import { formatPosition } from '../spaces/board/position.js';
import { heuristicsOf } from '../study/layer-census.js';
import { checkPass } from '../study/layer-replay.js';
import { estimatedBy } from '../study/state-passes.js';
import { replayOf } from '../study/table-replay.js';
import { contentsOfSections, type SharedContents } from '../table/contents.js';
import { sharedContents } from '../table/parts.js';
import { Table } from '../table/table.js';
import type { HeuristicAnswer } from './answers.js';
import { atMost, isSmall, newSurveyQueues, type SamplingOptions, SURVEY_LIMITS } from './layer-samples.js';
import { NotKnownError } from './responses.js';
import { type Abandoned, WhileAwaited } from './work.js';

/** The task of the worker, as plain data: a table in a file, with its board's goal and its module, or in memory. */
export interface QualityTask {
  readonly of:
    | { readonly path: string; readonly goal: string | undefined; readonly module: string | undefined }
    | { readonly contents: SharedContents };
  readonly threads: number;
}

/**
 * Returns the function that answers with the quality of each heuristic, which is counted once.
 * @param name name of the space, for messages
 */
export function heuristicQuality(
  name: string,
  table: Table,
  { path = null, module, limits = SURVEY_LIMITS, queues = newSurveyQueues() }: SamplingOptions,
) {
  const { space, histogram } = table;
  const { board, size } = space;
  const queue = isSmall(size) ? queues.small : queues.large;
  const counted = new WhileAwaited((signal) => queue.run(() => count(signal), signal));

  async function count(signal: AbortSignal): Promise<readonly HeuristicAnswer[]> {
    const replay = replayOf(table);
    const plan = replay.plan('census');
    const tooLarge = size > limits.states || plan.bytes > limits.bytes || histogram.length > MOST_SINGLE_DEPTHS;
    if (tooLarge) throw new NotKnownError(`${name} is too large to count its estimates here: use antipode analyse`);
    const threads = atMost(plan.threads);
    try {
      checkPass(replay, plan);
    } catch (error) {
      throw error instanceof MemoryError ? new NotKnownError(error.message) : error;
    }
    const goal = board === null ? undefined : formatPosition(board.goal);
    const of = path === null ? { contents: sharedContents(table.contents) } : { path, goal, module };
    const pool = new SpacePool<QualityTask, readonly HeuristicAnswer[]>('survey-layers', 1);
    return onThread(pool, { of, threads }, 'while counting the estimates of all states', { signal });
  }

  return {
    /** @throws NotKnownError if the space is too large; TableError, SpaceError, WorkerError; the signal's reason */
    async answer(abandoned: Abandoned): Promise<readonly HeuristicAnswer[]> {
      const heuristics = board === null ? estimatedBy(space) : heuristicsOf(board.metric);
      if (heuristics.length === 0) return [];
      return counted.get(isSmall(size) ? undefined : abandoned());
    },
    close: () => counted.close(),
  };
}

/** Counts the estimates of all states of a table. @throws as analyse */
export async function countEstimates({ of, threads }: QualityTask): Promise<readonly HeuristicAnswer[]> {
  const table = 'path' in of ? await Table.open(of.path, of) : await Table.of(contentsOfSections(of.contents));
  try {
    const { estimates } = await replayOf(table).census({ threads }, async () => {});
    return estimates.map(({ heuristic, counts }) => ({ heuristic, ...estimateQuality(counts) }));
  } finally {
    table.close();
  }
}
