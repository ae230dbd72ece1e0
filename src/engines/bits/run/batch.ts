/** What coordinator and workers say to each other. */

import type { SharedExploration } from '../kernel/memory.js';

/** Layers to be searched one after the other: at least one, and more as long as they take less than `seconds`. */
export interface Batch {
  /** Of the first layer. */
  readonly depth: number;
  /** No layer beyond is searched. */
  readonly lastDepth: number;
  /** Cells of the blank at even and at odd depth: all of them, where they have no colours. */
  readonly cells: readonly [readonly number[], readonly number[]];
  /** Whether a claim is all units of a block, or else a single one. */
  readonly claimWholeBlocks: boolean;
  readonly seconds: number;
  /** Workers that take part, each with a task of its own. */
  readonly workers: number;
  /** Whether there is a processor for each of them. */
  readonly spin: boolean;
}

export interface BatchTask<Request> {
  readonly exploration: SharedExploration;
  readonly batch: Batch;
  /** The request that the workers' observers are made for; plain data. */
  readonly request: Request;
}

/** What one worker found in one layer. */
export interface LayerResult<Observed> {
  readonly fresh: number;
  /** What its observer has observed. */
  readonly observed: Observed;
}
