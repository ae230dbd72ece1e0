/** The layers of a run, as its coordinator asks the workers for them, batch by batch. */

import { availableParallelism } from 'node:os';
import { beginRounds } from '../../base/threads/rounds.js';
import type { WorkerPool } from '../../base/threads/worker-pool.js';
import type { FoundLayer, Need } from '../engine.js';
import type { RunBatchResult, RunBatchTask, SharedRun } from './batch.js';

/** Time of a batch of layers. A layer that takes longer is a batch by itself. */
const BATCH_SECONDS = 0.1;

export interface BatchedRun<Shared extends SharedRun> {
  readonly need: Need;
  readonly pool: WorkerPool<RunBatchTask<Shared>, RunBatchResult>;
  readonly shared: Shared;
  /** The states of depth 0, ascending. */
  readonly starts: readonly number[];
  /** Returns the states of a word that a worker has kept. */
  statesOf(block: number, word: number, bits: readonly number[]): number[];
  /** Returns the last depth that a batch may reach if it begins with the layer `next`. */
  lastDepth(next: number): number;
  /** Returns the seconds that the run has taken until now. */
  elapsed(): number;
}

/**
 * Yields the layers in turn, those that were found before left out.
 * @param singly as LayerRun.layers has it
 * @throws what lastDepth throws; WorkerError; the signal's reason
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
      // The workers keep the first states of a batch's last layer alone: only that layer may be the last of all.
      const kept = isLatest ? firstOf(run, results, at) : [];
      yield layer(at, fresh, kept, isLatest && !isComplete);
      depth = at + 1;
    }
    run.elapsed();
    if (isComplete) return;
  }
}

/** Returns the smallest states of a layer, ascending, of those that the workers kept. */
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
