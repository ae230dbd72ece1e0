/** Messages between the coordinator and the workers of a run: a batch of layers that the workers find alone, and their results. */

import type { KeptWords } from './fresh-words.js';
import type { SharedProgress } from './progress.js';

export interface RunBatch {
  /** Seconds during which workers begin new layers. */
  readonly seconds: number;
  /** Maximum depth to find. */
  readonly lastDepth: number;
  readonly workers: number;
  /** True if waiting workers may keep a processor busy. */
  readonly spin: boolean;
  /** Maximum number of first states of a layer that each worker keeps. */
  readonly first: number;
  /** Minimum depth of layers whose first states are kept. */
  readonly keepFrom: number;
}

/** @template Shared the memory of a run, which its workers share */
export interface RunBatchTask<Shared extends SharedRun> {
  readonly shared: Shared;
  readonly batch: RunBatch;
}

/** Everything that a worker needs to join a run: plain data or shared memory. */
export interface SharedRun {
  /** Different for each run of a process. */
  readonly id: string;
  readonly progress: SharedProgress;
}

/** A worker's part of a batch. */
export interface RunBatchResult {
  /** The layers that this worker finished last; each layer is in the result of one worker. */
  readonly layers: readonly { readonly depth: number; readonly fresh: number }[];
  readonly kept: KeptWords;
}
