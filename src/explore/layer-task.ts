/** What coordinator and workers say to each other. */

import type { State } from '../numbering/numbering.js';
import type { LayerWork, Marks } from './advance.js';
import type { Layout } from './layout.js';

/** Counters in shared memory. */
export interface Claims {
  /** The next claim of this layer; the coordinator sets it to 0. */
  readonly next: Int32Array;
  /** How many workers have joined this exploration. */
  readonly workers: Int32Array;
}

/** All that a worker needs to take part; the same for every layer. */
export interface SharedExploration {
  readonly id: string;
  readonly layout: Layout;
  readonly memories: readonly WebAssembly.Memory[];
  readonly kernel: WebAssembly.Module;
  readonly marks: Marks;
  readonly claims: Claims;
}

/** Advance the blocks of these cells, units being numbered block by block, cell by cell. */
export interface Layer {
  readonly cells: readonly number[];
  readonly unitsPerClaim: number;
  readonly work: LayerWork;
}

export interface LayerTask {
  readonly exploration: SharedExploration;
  readonly layer: Layer;
}

export interface LayerResult {
  /** Fresh states that this worker found. */
  readonly fresh: number;
  /** The first of them, in the order of their units. */
  readonly kept: readonly State[];
}
