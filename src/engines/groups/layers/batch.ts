/** What the coordinator and the workers of a search through a group say to each other. */

import type { SharedPlanes } from '../planes/shared-planes.js';
import type { KeptWords } from './fresh-words.js';

/** How long the workers go on by themselves. */
export interface PlanesBatch {
  /** Layers are begun for so long. */
  readonly seconds: number;
  /** The last layer to find. */
  readonly lastDepth: number;
  readonly workers: number;
  /** Whether waiting workers may keep a processor busy. */
  readonly spin: boolean;
  /** Whether whole depths are written. */
  readonly depths: boolean;
  /** How many first states of a layer each worker keeps. */
  readonly first: number;
  /** The first layer of which they are kept. */
  readonly keepFrom: number;
}

export interface PlanesTask {
  readonly planes: SharedPlanes;
  readonly batch: PlanesBatch;
}

/** A worker's part of a batch. */
export interface PlanesResult {
  /** The layers that this worker was the last to end; each is in the result of one worker. */
  readonly layers: readonly { readonly depth: number; readonly fresh: number }[];
  readonly kept: KeptWords;
}
