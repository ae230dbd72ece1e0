/**
 * Surveys: a space that is small enough is enumerated again for states of each depth. This happens in a worker, so that the server's main
 * thread can answer other requests meanwhile.
 */

import { checkMemory, freeMemory, MemoryError, type MemoryNeeds } from '../../base/memory.js';
import { offeredThreads } from '../../base/threads/thread-count.js';
import { planBoard } from '../../engines/bits/layout/board-plan.js';
import { depthsBytes, threadsForDepths } from '../../runs/replay/space-depths.js';
import { SpacePool } from '../../space/space-pool.js';
import { formatBoard } from '../../spaces/board/board.js';
import type { Table } from '../../table/table.js';
import type { SampledLayers } from './sampled-layers.js';
import type { SurveyOutcome, SurveyTask } from './survey-task.js';

/** Maximum size of the spaces that are enumerated again. */
export interface SurveyLimits {
  readonly states: number;
  /** Bytes of memory. */
  readonly bytes: number;
}

const SURVEY_LIMITS: SurveyLimits = { states: 500e6, bytes: 1e9 };

/** The file of a served table. */
export interface SurveyedFile {
  /** Path of the table; null if it is in memory. @default null */
  readonly path?: string | null;
  /** Path of the result of its exploration, which need not exist. @default the path beside the table */
  readonly result?: string | null;
  /** Module named for the table. */
  readonly module?: string | undefined;
  readonly limits?: SurveyLimits;
}

/** Approximate number of states kept of a layer. */
const PER_LAYER = 300;
/** Maximum number of states kept of all layers together, at 8 bytes each. If there are very many layers, fewer are kept of each. */
const MOST_KEPT = 1_000_000;
/** Maximum number of antipodes kept. */
const ANTIPODES = 1000;

/** Enumerates a space. @throws MemoryError if the machine lacks the memory; WorkerError; the signal's reason */
export type Surveying = (signal: AbortSignal) => Promise<SampledLayers>;

/**
 * Returns the function that surveys a table's space.
 * @param file file of the table; without its path, only boards can be enumerated
 * @param seed seed of the choice of states
 * @returns undefined if the space is too large
 */
export function surveyOf(
  table: Table,
  { path = null, module, limits = SURVEY_LIMITS }: SurveyedFile,
  seed: number,
): Surveying | undefined {
  const { fullName, space, histogram } = table;
  const { board: view, size } = space;
  const perLayer = Math.min(PER_LAYER, Math.floor(MOST_KEPT / histogram.length));
  if (size > limits.states || perLayer === 0) return undefined;
  const survey = { histogram, perLayer, antipodes: ANTIPODES };
  if (view !== null) {
    const { board, metric } = view;
    const plan = planBoard(board, { metric, table: false, fresh: false });
    if (plan.bytes > limits.bytes) return undefined;
    const threads = atMost(plan.threads);
    return (signal) => askWorker(formatBoard(board), plan, { kind: 'board', view, threads, ...survey }, signal);
  }
  const bytes = depthsBytes(table.claims);
  if (path === null || bytes > limits.bytes) return undefined;
  const threads = atMost(threadsForDepths(table.claims));
  return (signal) => askWorker(fullName, { bytes }, { kind: 'table', path, module, seed, threads, ...survey }, signal);
}

/** Limits threads to one less than the machine offers, leaving one for the server. @param worth number of threads that the survey can use */
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
  const pool = new SpacePool<SurveyTask, SurveyOutcome>('survey-layers.cjs', 1);
  try {
    const [outcome] = await pool.runOnAll(task, 'while sampling the states of each depth', signal);
    if (outcome.kind === 'no memory') throw new MemoryError(outcome.message);
    return outcome.layers;
  } finally {
    // Not awaited: the thread ends while the caller continues.
    void pool.destroy();
  }
}
