/** The checks of numbered states on threads: the replay of all layers, and the local rules of distances. */

import { SpacePool } from '../space/space-module.js';
import { bitsetWords } from './codes.js';
import type { RulesResult } from './faults.js';
import { claimedShare, type DistanceValues, newSharedBytes, type Progress } from './shared-work.js';
import {
  type CheckTask,
  checkStep,
  markStarts,
  type PlainStates,
  type Replay,
  type ReplayTask,
  type RulesTask,
  replayBytes,
} from './steps.js';

/** States, and the workers that check them. */
export interface CheckedStates {
  readonly states: PlainStates;
  readonly origin: object;
  /** File of the workers. */
  readonly worker: 'verify-board.cjs' | 'verify-states.cjs';
  /** True if nothing of the space stays in the workers. */
  readonly leavesNothing: boolean;
}

/** How a check runs. */
export interface Running {
  /** Number of worker threads. */
  readonly threads: number;
  readonly onProgress?: Progress | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Minimum neighbours of a step that is worth waking the workers. */
const NEIGHBOURS_FOR_WORKERS = 20_000;
/** Number of neighbours that are compared in the time that workers take to start. */
const NEIGHBOURS_WITHOUT_WORKERS = 200_000;
/** Layers searched on this thread before the event loop gets a turn: a few milliseconds. */
const LAYERS_AT_A_TIME = 64;

/**
 * Fills the memory of a new replay: a breadth-first search from the starts, layer by layer, until a layer is empty. Small
 * layers are searched on this thread. Some spaces have a hundred thousand layers.
 * @param all number of states that can be reached at most
 * @returns the number of states of each depth
 * @throws SpaceError if the space contradicts itself; WorkerError; the signal's reason
 */
export async function replayStates(
  { states, origin, worker, leavesNothing }: CheckedStates,
  replay: Replay,
  all: number,
  { threads, onProgress, signal }: Running,
): Promise<readonly number[]> {
  let pool: SpacePool<CheckTask, number> | undefined;
  const onWorkers = async (task: ReplayTask) => {
    replay.claims[0] = 0;
    pool ??= new SpacePool(worker, threads);
    const counts = await pool.runOnAll(task, 'in the middle of a layer', signal);
    return counts.reduce((sum, count) => sum + count, 0);
  };
  const here = (task: ReplayTask) => {
    replay.claims[0] = 0;
    return checkStep(task, states) as number;
  };
  markStarts(replay, states.starts);
  const histogram = [here({ origin, replay, step: 'settle', depth: 0 })];
  let found = histogram[0];
  try {
    for (let depth = 1; ; depth++) {
      onProgress?.(`replaying depth ${depth}`, () => found / all);
      if (depth % LAYERS_AT_A_TIME === 0) await new Promise(setImmediate);
      signal?.throwIfAborted();
      const does = histogram[depth - 1] * states.moves >= NEIGHBOURS_FOR_WORKERS ? onWorkers : here;
      await does({ origin, replay, step: 'expand', depth });
      const fresh = await does({ origin, replay, step: 'settle', depth });
      if (fresh === 0) return histogram;
      histogram.push(fresh);
      found += fresh;
    }
  } finally {
    await pool?.leave(replayBytes(replay.codes), leavesNothing);
  }
}

/**
 * Checks distances by the local rules.
 * @returns a result for each worker and step
 * @throws SpaceError if the space contradicts itself; WorkerError; the signal's reason
 */
export async function checkRules(
  { states, origin, worker, leavesNothing }: CheckedStates,
  parts: readonly DistanceValues[],
  parities: RulesTask['parities'],
  { threads, onProgress, signal }: Running,
): Promise<readonly RulesResult[]> {
  const words = bitsetWords(states.size);
  const marks = new Uint32Array(newSharedBytes(Uint32Array.BYTES_PER_ELEMENT * words));
  const claims = new Int32Array(newSharedBytes(Int32Array.BYTES_PER_ELEMENT));
  const pool =
    states.size * states.moves > NEIGHBOURS_WITHOUT_WORKERS
      ? new SpacePool<CheckTask, RulesResult>(worker, threads)
      : undefined;
  const results: RulesResult[] = [];
  try {
    for (const step of ['mark', 'find'] as const) {
      claims[0] = 0;
      onProgress?.('checking the distances', () => claimedShare(words, claims));
      const task = { origin, step, parts, marks, claims, parities };
      if (pool === undefined) results.push(checkStep(task, states) as RulesResult);
      else results.push(...(await pool.runOnAll(task, 'in the middle of the distances', signal)));
    }
    return results;
  } finally {
    const bytes = parts.reduce((sum, { byteLength }) => sum + byteLength, marks.byteLength);
    await pool?.leave(bytes, leavesNothing);
  }
}
