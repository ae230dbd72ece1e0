/** The layers of a run, requested from the workers batch by batch. */

import { availableParallelism } from 'node:os';
import { beginRounds } from '../../base/threads/rounds.js';
import type { WorkerPool } from '../../base/threads/worker-pool.js';
import type { FoundLayer, Need } from '../engine.js';
import type { RunBatchResult, RunBatchTask, SharedRun } from './batch.js';

/** Target time of a batch of layers. A layer that takes longer has a batch to itself. */
const BATCH_SECONDS = 0.1;

export interface BatchedRun<Shared extends SharedRun> {
  readonly need: Need;
  readonly pool: WorkerPool<RunBatchTask<Shared>, RunBatchResult>;
  readonly shared: Shared;
  /** States of depth 0, in ascending order. */
  readonly starts: readonly number[];
  /** Returns the states that a worker has kept of a word. */
  statesOf(block: number, word: number, bits: readonly number[]): number[];
  /** Returns the maximum depth of a batch if it begins with the layer `next`. */
  lastDepth(next: number): number;
  /** Returns the seconds that the run has taken so far. */
  elapsed(): number;
}

/**
 * Yields the layers in order, without those that were found earlier.
 * @param singly see LayerRun.layers
 * @throws whatever lastDepth throws; WorkerError; the signal's reason
 */
export async function* batchedLayers<Shared extends SharedRun>(
  run: BatchedRun<Shared>,
  singly: (() => boolean) | undefined,
): AsyncGenerator<FoundLayer, void> {
  const { need, pool, shared, starts } = run;
  const { first, keepFrom = 0, from, signal } = need;
  const { counters, found } = shared.progress;
  const workers = pool.threads;
  const layer = (depth: number, fresh: number, kept: readonly number[], isLatest: boolean): FoundLayer => {
    return { depth, fresh, first: kept, seconds: run.elapsed(), bytesRead: 0, bytesWritten: 0, isLatest };
  };
  if (from === undefined) yield layer(0, starts.length, starts.slice(0, first), true);
  const spin = workers <= availableParallelism();
  for (let depth = from?.histogram.length ?? 1; ; ) {
    const lastDepth = run.lastDepth(depth);
    beginRounds(counters);
    const seconds = singly?.() === true ? 0 : BATCH_SECONDS;
    const batch = { seconds, lastDepth, workers, spin, first, keepFrom };
    const results = await pool.runOnAll({ shared, batch }, 'in the middle of a layer', signal);
    const layers = results.flatMap((result) => result.layers).sort((one, other) => one.depth - other.depth);
    const latest = layers.at(-1)?.depth;
    const isComplete = found.every((states) => states === 0);
    for (const { depth: at, fresh } of layers) {
      const isLatest = at === latest;
      // Workers keep first states only of a batch's last layer, because no other layer can be the last of all.
      const kept = isLatest ? firstOf(run, results, at) : [];
      yield layer(at, fresh, kept, isLatest && !isComplete);
      depth = at + 1;
    }
    run.elapsed();
    if (isComplete) return;
  }
}

/** Returns the smallest states of a layer that the workers kept, in ascending order. */
function firstOf<Shared extends SharedRun>(
  run: BatchedRun<Shared>,
  results: readonly RunBatchResult[],
  depth: number,
): number[] {
  return results
    .map(({ kept }) => kept)
    .filter((kept) => kept.depth === depth)
    .flatMap(({ words }) => words)
    .flatMap(([block, word, bits]) => run.statesOf(block, word, bits))
    .sort((one, other) => one - other)
    .slice(0, run.need.first);
}
