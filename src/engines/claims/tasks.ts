/** What the coordinator and the workers of a search through a state space say to each other. */

import { InputError } from '../../base/input-error.js';
import { SpaceError } from '../../space/errors.js';
import type { SpaceOutline } from '../../space/facts.js';
import type { SpaceSource } from '../../space/space-source.js';
import type { FirstOfLayer } from './first-states.js';
import type { SharedSearch } from './shared-search.js';

/**
 * The coordinator never runs code of a space: one that takes forever keeps a worker busy, and that one can be ended. So the
 * workers also open the space, check it, and write its states.
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
  /** Codes to look at and to claim, shared by all workers; no search. */
  readonly words: Int32Array;
}

/** How long the workers go on by themselves. */
export interface LayerBatch {
  /** Layers are begun for so long. */
  readonly seconds: number;
  /** The last layer to find. */
  readonly lastDepth: number;
  readonly workers: number;
  /** Whether waiting workers may keep a processor busy. */
  readonly spin: boolean;
  /** How many first states of a layer each worker keeps. */
  readonly first: number;
  /** The first layer of which they are kept. */
  readonly keepFrom: number;
}

/** A worker's part of a batch. */
export interface BatchResult {
  /** The layers that this worker was the last to end; each is in the result of one worker. */
  readonly layers: readonly { readonly depth: number; readonly fresh: number }[];
  readonly kept: FirstOfLayer;
}

/** Threads hand errors over without their class; so what is wrong with a space comes as a result. */
export type SpaceOutcome =
  | { readonly step: 'open'; readonly outline: SpaceOutline }
  | { readonly step: 'check'; readonly startTexts: readonly string[] }
  | { readonly step: 'speed'; readonly statesPerSecond: number }
  | { readonly step: 'layers'; readonly result: BatchResult }
  | { readonly step: 'format'; readonly texts: readonly string[] }
  | { readonly step: 'failed'; readonly kind: 'input' | 'space'; readonly message: string };

/** The outcome of an error that a space or its source is to blame for. @throws every other error */
export function failureOf(error: unknown): SpaceOutcome {
  if (error instanceof SpaceError) return { step: 'failed', kind: 'space', message: error.message };
  if (error instanceof InputError) return { step: 'failed', kind: 'input', message: error.message };
  throw error;
}

/** The error that became a failure. */
export function errorOf({ kind, message }: SpaceOutcome & { readonly step: 'failed' }): Error {
  return kind === 'space' ? new SpaceError(message) : new InputError(message);
}
