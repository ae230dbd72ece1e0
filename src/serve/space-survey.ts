/** Samples of all layers of a space, from the distances of all of its states, which a worker thread finds. */

import { checkMemory, freeMemory } from '../explore/requirements.js';
import { depthsBytes } from '../general/space-depths.js';
import type { SpaceTable } from '../table/space-table.js';
import { WorkerPool } from '../threads/worker-pool.js';
import { ANTIPODES_KEPT, STATES_KEPT, type Survey, type SurveyLimits } from './layer-samples.js';
import type { SampledDepths, SurveyTask } from './sampled-depths.js';
import { surveyThreads } from './survey-threads.js';

/** States that are kept of all layers together, at most, 8 bytes each: fewer of each, where there are very many depths. */
const MOST_KEPT = 1_000_000;

export function canSurveySpace(table: SpaceTable, limits: SurveyLimits): boolean {
  return table.space.size <= limits.states && depthsBytes(table) <= limits.bytes && table.histogram.length <= MOST_KEPT;
}

/**
 * @param path of the table's file, which the worker opens for itself
 * @param seed of the random choice
 * @throws MemoryError where the machine has not the memory; WorkerError where the worker fails, and says of what; the signal's reason
 */
export async function surveySpace(
  table: SpaceTable,
  path: string,
  seed: number,
  signal: AbortSignal,
): Promise<Survey<number>> {
  signal.throwIfAborted();
  const threads = surveyThreads();
  checkMemory(table.name, depthsBytes(table), threads + 1, freeMemory(), 'its distances');
  const { histogram } = table;
  const task: SurveyTask = {
    path,
    histogram,
    threads,
    seed,
    perLayer: Math.min(STATES_KEPT, Math.floor(MOST_KEPT / histogram.length)),
    antipodes: ANTIPODES_KEPT,
  };
  const pool = new WorkerPool<SurveyTask, SampledDepths>('survey-space.cjs', 1);
  try {
    const [{ states, ends, antipodes }] = await pool.runOnAll(task, 'while it looked for states of each depth', signal);
    return { layer: (depth) => states.subarray(depth === 0 ? 0 : ends[depth - 1], ends[depth]), antipodes };
  } finally {
    // Not awaited: the thread ends while the caller goes on.
    void pool.destroy();
  }
}
