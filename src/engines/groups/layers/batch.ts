/** Messages between the coordinator and the workers of a run: a batch of layers to find, and their results. */

import type { SharedPlanes } from '../planes/shared-planes.js';
import type { KeptWords } from './fresh-words.js';

/** A batch of layers that the workers find by themselves. */
export interface PlanesBatch {
  /** Seconds in which new layers are begun. */
  readonly seconds: number;
  /** The last layer to find. */
  readonly lastDepth: number;
  readonly workers: number;
  /** True if waiting workers may keep a processor busy. */
  readonly spin: boolean;
  /** True if whole depths are written. */
  readonly depths: boolean;
  /** The most first states of a layer that each worker keeps. */
  readonly first: number;
  /** The depth from which on first states are kept. */
  readonly keepFrom: number;
}

export interface PlanesTask {
  readonly planes: SharedPlanes;
  readonly batch: PlanesBatch;
}

/** A worker's part of a batch. */
export interface PlanesResult {
  /** The layers that this worker finished last; each layer is in the result of one worker. */
  readonly layers: readonly { readonly depth: number; readonly fresh: number }[];
  readonly kept: KeptWords;
}
