/** The run of an engine whose workers find layers in batches, as its coordinator sees it. */

import { availableParallelism } from 'node:os';
import { beginRounds } from '../base/threads.js';
import { WorkerPool } from '../base/worker-pool.js';
import type { TableContents } from '../table/files/contents.js';
import type { RunBatchResult, RunBatchTask, SharedRun } from './batches.js';
import type { EnginePlan, FoundLayer, MemoryRun, Need } from './engine.js';
import type { Snapshot } from './snapshot.js';

/** Target time of a batch of layers. A layer that takes longer has a batch to itself. */
const BATCH_SECONDS = 0.1;

/** The threads of a run. */
export type BatchThreads<Shared extends SharedRun, Entry> = WorkerPool<RunBatchTask<Shared>, RunBatchResult<Entry>>;

/** What distinguishes the run of an engine. */
interface RunParts<Shared extends SharedRun, Entry> {
  readonly plan: Pick<EnginePlan, 'facts' | 'need'>;
  readonly pool: Pick<BatchThreads<Shared, Entry>, 'threads' | 'runOnAll' | 'leave'>;
  /** Texts of the states that distances are counted from. */
  readonly starts: readonly string[];
  /** Time at which the memory was allocated, in milliseconds. */
  readonly begin: number;
  /** Returns the memory, which may be replaced between two batches. */
  shared(): Shared;
  bytes(): number;
  /**
   * Returns the maximum depth of a batch if it begins with the layer `next`; by default unlimited.
   * @throws MemoryError if the layer needs more memory than there is
   */
  lastDepth?(next: number): number;
  /** Returns the states of an entry that a worker has kept. */
  statesOf(entry: Entry): readonly number[];
  texts(states: readonly number[]): readonly string[] | Promise<readonly string[]>;
  snapshot(): Snapshot;
  table(histogram: readonly number[]): Pick<TableContents, 'encoding' | 'bytes'>;
}

/** A run whose layers are requested from workers batch by batch. */
export class BatchedRun<Shared extends SharedRun, Entry> implements MemoryRun {
  readonly starts: readonly string[];
  readonly #parts: RunParts<Shared, Entry>;
  #seconds = 0;

  constructor(parts: RunParts<Shared, Entry>) {
    this.starts = parts.starts;
    this.#parts = parts;
  }

  get bytes(): number {
    return this.#parts.bytes();
  }

  get seconds(): number {
    return this.#seconds;
  }

  async *layers(singly?: () => boolean): AsyncGenerator<FoundLayer, void> {
    const { plan, pool } = this.#parts;
    const { first, keepFrom = 0, from, signal } = plan.need;
    if (from === undefined) {
      const starts = distinctStarts(plan.facts.starts);
      yield this.#found(0, starts.length, starts.slice(0, first), true);
    }
    const workers = pool.threads;
    const spin = workers <= availableParallelism();
    for (let depth = foundDepth(plan.need) + 1; ; ) {
      const lastDepth = this.#parts.lastDepth?.(depth) ?? Number.POSITIVE_INFINITY;
      const shared = this.#parts.shared();
      beginRounds(shared.progress.counters);
      const seconds = singly?.() === true ? 0 : BATCH_SECONDS;
      const batch = { seconds, lastDepth, workers, spin, first, keepFrom };
      const results = await pool.runOnAll({ shared, batch }, 'in the middle of a layer', signal);
      const layers = results.flatMap((result) => result.layers).sort((one, other) => one.depth - other.depth);
      const latest = layers.at(-1)?.depth;
      const isComplete = shared.progress.found.every((states) => states === 0);
      for (const { depth: at, fresh } of layers) {
        const isLatest = at === latest;
        // Workers keep first states only of a batch's last layer, because no other layer can be the last of all.
        const kept = isLatest ? this.#firstOf(results, at) : [];
        yield this.#found(at, fresh, kept, isLatest && !isComplete);
        depth = at + 1;
      }
      this.#elapsed();
      if (isComplete) return;
    }
  }

  async snapshot(): Promise<Snapshot> {
    return this.#parts.snapshot();
  }

  async texts(states: readonly number[]): Promise<readonly string[]> {
    return this.#parts.texts(states);
  }

  contents(histogram: readonly number[]): TableContents {
    const facts = { ...this.#parts.plan.facts, startTexts: this.starts };
    return { facts, histogram, ...this.#parts.table(histogram) };
  }

  async close(): Promise<void> {
    // Not awaited: the threads end, or are made ready for another run, while the caller continues.
    void this.#parts.pool.leave(this.bytes);
  }

  #found(depth: number, fresh: number, first: readonly number[], isLatest: boolean): FoundLayer {
    return { depth, fresh, first, seconds: this.#elapsed(), bytesRead: 0, bytesWritten: 0, isLatest };
  }

  /** Returns the smallest states of a layer that the workers kept, in ascending order. */
  #firstOf(results: readonly RunBatchResult<Entry>[], depth: number): number[] {
    return results
      .filter(({ kept }) => kept.depth === depth)
      .flatMap(({ kept }) => kept.entries.flatMap((entry) => this.#parts.statesOf(entry)))
      .sort((one, other) => one - other)
      .slice(0, this.#parts.plan.need.first);
  }

  #elapsed(): number {
    this.#seconds = (performance.now() - this.#parts.begin) / 1000;
    return this.#seconds;
  }
}

/** Starts the threads of a run, and ends them if it cannot be opened. @param file of dist/workers */
export async function openOnThreads<Shared extends SharedRun, Entry>(
  file: string,
  threads: number,
  open: (pool: BatchThreads<Shared, Entry>) => Promise<MemoryRun>,
): Promise<MemoryRun> {
  const pool: BatchThreads<Shared, Entry> = new WorkerPool(file, threads);
  try {
    return await open(pool);
  } catch (error) {
    void pool.leave(0);
    throw error;
  }
}

/** Returns the depth of the last layer that was found earlier; 0 if the run begins with the starts. */
export function foundDepth({ from }: Need): number {
  return (from?.histogram.length ?? 1) - 1;
}

/** Returns each start once, in ascending order. */
export function distinctStarts(starts: readonly number[]): number[] {
  return [...new Set(starts)].sort((one, other) => one - other);
}
