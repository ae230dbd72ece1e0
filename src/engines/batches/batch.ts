/** Messages between the coordinator and the workers of a run: a batch of layers that the workers find by themselves, and their results. */

import type { KeptWords } from './fresh-words.js';
import type { SharedProgress } from './progress.js';

export interface RunBatch {
  /** Seconds in which new layers are begun. */
  readonly seconds: number;
  /** The last layer to find. */
  readonly lastDepth: number;
  readonly workers: number;
  /** True if waiting workers may keep a processor busy. */
  readonly spin: boolean;
  /** The most first states of a layer that each worker keeps. */
  readonly first: number;
  /** The depth from which on first states are kept. */
  readonly keepFrom: number;
}

/** @template Shared the memory of a run, which its workers share */
export interface RunBatchTask<Shared extends SharedRun> {
  readonly shared: Shared;
  readonly batch: RunBatch;
}

/** Everything that a worker needs to take part: plain data or shared memory. */
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
