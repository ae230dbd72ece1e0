/** Messages between the coordinator and the workers of a search of a state space. */

import { InputError } from '../../base/input-error.js';
import { SpaceError } from '../../space/errors.js';
import type { SpaceOutline } from '../../space/facts.js';
import type { SpaceSource } from '../../space/space-source.js';
import type { FirstOfLayer } from './first-states.js';
import type { SharedSearch } from './shared-search.js';

/**
 * A task of a worker. The coordinator never runs a space's code: code that takes forever keeps only a worker busy, which can be
 * terminated. So workers also open the space, check it, and write its states.
 */
export type SpaceTask =
  | { readonly step: 'open'; readonly source: SpaceSource }
  | { readonly step: 'check'; readonly source: SpaceSource }
  | SpeedTask
  | { readonly step: 'layers'; readonly source: SpaceSource; readonly search: SharedSearch; readonly batch: LayerBatch }
  | { readonly step: 'format'; readonly source: SpaceSource; readonly states: readonly number[] };

/** Measures the speed of a worker, while all others do the same. */
export interface SpeedTask {
  readonly step: 'speed';
  readonly source: SpaceSource;
  /** Codes to read and to claim, shared by all workers. They do not belong to a search. */
  readonly words: Int32Array;
}

/** Limits of a batch of layers. */
export interface LayerBatch {
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

/** A worker's part of a batch. */
export interface BatchResult {
  /** The layers that this worker finished last; each layer is in the result of one worker. */
  readonly layers: readonly { readonly depth: number; readonly fresh: number }[];
  readonly kept: FirstOfLayer;
}

/** Errors lose their class between threads, so errors of a space are returned as results. */
export type SpaceOutcome =
  | { readonly step: 'open'; readonly outline: SpaceOutline }
  | { readonly step: 'check'; readonly startTexts: readonly string[] }
  | { readonly step: 'speed'; readonly statesPerSecond: number }
  | { readonly step: 'layers'; readonly result: BatchResult }
  | { readonly step: 'format'; readonly texts: readonly string[] }
  | { readonly step: 'failed'; readonly kind: 'input' | 'space'; readonly message: string };

/** Returns the outcome of an error of a space or its source. @throws every other error */
export function failureOf(error: unknown): SpaceOutcome {
  if (error instanceof SpaceError) return { step: 'failed', kind: 'space', message: error.message };
  if (error instanceof InputError) return { step: 'failed', kind: 'input', message: error.message };
  throw error;
}

/** Returns the error that a failed outcome represents. */
export function errorOf({ kind, message }: SpaceOutcome & { readonly step: 'failed' }): Error {
  return kind === 'space' ? new SpaceError(message) : new InputError(message);
}
