/**
 * Surveys: a space that is small enough is enumerated again for states of each depth. A worker does it, so that the server's own
 * thread answers other requests meanwhile.
 */

import { checkMemory, freeMemory, MemoryError, type MemoryNeeds } from '../../base/memory.js';
import { offeredThreads } from '../../base/threads/thread-count.js';
import { WorkerPool } from '../../base/threads/worker-pool.js';
import { planBoard } from '../../engines/bits/layout/board-plan.js';
import { depthsBytes, threadsForDepths } from '../../runs/replay/space-depths.js';
import { formatBoard } from '../../spaces/board/board.js';
import type { Table } from '../../table/table.js';
import type { BoardWalker } from '../../table/walker/board-walker.js';
import type { SampledLayers } from './sampled-layers.js';
import type { SurveyOutcome, SurveyTask } from './survey-task.js';

/** Larger spaces are not enumerated again. */
export interface SurveyLimits {
  readonly states: number;
  /** Of memory. */
  readonly bytes: number;
}

export const SURVEY_LIMITS: SurveyLimits = { states: 500e6, bytes: 1e9 };

/** States that are kept of a layer, or some more. */
const PER_LAYER = 300;
/** States that are kept of all layers together, at most, 8 bytes each; if there are very many layers, fewer of each. */
const MOST_KEPT = 1_000_000;
/** Antipodes that are kept. */
const ANTIPODES = 1000;

/** Enumerates a space. @throws MemoryError if the machine lacks the memory; WorkerError; the signal's reason */
export type Surveying = (signal: AbortSignal) => Promise<SampledLayers>;

/** Makes the survey of a board. @returns undefined if the board is too large */
export function surveyOfBoard(table: BoardWalker, limits: SurveyLimits): Surveying | undefined {
  const { board, goal, metric, histogram } = table;
  const plan = planBoard(board, { metric, table: false, fresh: false });
  const { geometry, bytes, threads } = plan;
  if (geometry.states > limits.states || bytes > limits.bytes) return undefined;
  const task = { kind: 'board', board, goal, metric, histogram, perLayer: PER_LAYER, antipodes: ANTIPODES } as const;
  return (signal) => askWorker(formatBoard(board), plan, { ...task, threads: atMost(threads) }, signal);
}

/** Makes the survey of a space. @param path of its table's file @returns undefined if the space is too large */
export function surveyOfSpace(table: Table, path: string, seed: number, limits: SurveyLimits): Surveying | undefined {
  const { fullName: name, space, histogram } = table;
  const bytes = depthsBytes(table);
  if (space.size > limits.states || bytes > limits.bytes || histogram.length > MOST_KEPT) return undefined;
  const perLayer = Math.min(PER_LAYER, Math.floor(MOST_KEPT / histogram.length));
  const task = { kind: 'space', path, histogram, seed, perLayer, antipodes: ANTIPODES } as const;
  return (signal) => askWorker(name, { bytes }, { ...task, threads: atMost(threadsForDepths(space.size)) }, signal);
}

/** Limits threads to one less than the machine offers, which is left to the server; at least one. @param worth threads that the survey can use */
function atMost(worth: number): number {
  return Math.max(1, Math.min(worth, offeredThreads() - 1));
}

async function askWorker(
  name: string,
  needs: MemoryNeeds,
  task: SurveyTask,
  signal: AbortSignal,
): Promise<SampledLayers> {
  signal.throwIfAborted();
  checkMemory(name, needs, task.threads + 1, freeMemory());
  const pool = new WorkerPool<SurveyTask, SurveyOutcome>('survey-layers.cjs', 1);
  try {
    const [outcome] = await pool.runOnAll(task, 'while it looked for states of each depth', signal);
    if (outcome.kind === 'no memory') throw new MemoryError(outcome.message);
    return outcome.layers;
  } finally {
    // Not awaited: the thread ends while the caller goes on.
    void pool.destroy();
  }
}
