/** What a worker does to find states of each depth: it enumerates the space once more, on threads of its own. */

import { MemoryError } from '../../base/memory.js';
import { type BoardSurvey, sampleBoard } from './board-sample.js';
import type { SampledLayers } from './sampled-layers.js';
import { type SpaceSurvey, sampleSpace } from './space-sample.js';

/** Plain data. */
export type SurveyTask = BoardSurvey | SpaceSurvey;

/** What a worker finds out: an error would lose its class on the way from one thread to another. */
export type SurveyOutcome =
  | { readonly kind: 'sampled'; readonly layers: SampledLayers }
  /** The machine has not the memory. */
  | { readonly kind: 'no memory'; readonly message: string };

/** @throws TableError, SpaceError, WorkerError */
export async function sampleLayersOf(task: SurveyTask): Promise<SurveyOutcome> {
  try {
    return { kind: 'sampled', layers: await (task.kind === 'board' ? sampleBoard(task) : sampleSpace(task)) };
  } catch (error) {
    if (error instanceof MemoryError) return { kind: 'no memory', message: error.message };
    throw error;
  }
}
