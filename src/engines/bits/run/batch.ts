/** Messages between the coordinator and the workers of a board's search. */

import type { SharedExploration } from '../kernel/memory.js';

/** Consecutive layers to search: at least one, and more as long as they take less than `seconds`. */
export interface Batch {
  /** Depth of the first layer. */
  readonly depth: number;
  /** Maximum depth to search. */
  readonly lastDepth: number;
  /** Cells of the blank at even and at odd depth: all cells, if they have no colours. */
  readonly cells: readonly [readonly number[], readonly number[]];
  /** True if a claim covers all units of a block; false if it covers a single unit. */
  readonly claimWholeBlocks: boolean;
  readonly seconds: number;
  /** Number of workers that take part, each with its own task. */
  readonly workers: number;
  /** True if each worker has a processor. */
  readonly spin: boolean;
}

export interface BatchTask<Request> {
  readonly exploration: SharedExploration;
  readonly batch: Batch;
  /** Request for the workers' observers; plain data. */
  readonly request: Request;
}

/** Results of one worker in one layer. */
export interface LayerResult<Observed> {
  readonly fresh: number;
  /** Observations of the worker's observer. */
  readonly observed: Observed;
}
