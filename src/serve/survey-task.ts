/** What a worker does to find states of each depth: it enumerates the space once more, on threads of its own. */

import { type BoardSurvey, sampleBoard } from './board-sample.js';
import type { SampledLayers } from './sampled-layers.js';
import { type SpaceSurvey, sampleSpace } from './space-sample.js';

/** Plain data. */
export type SurveyTask = BoardSurvey | SpaceSurvey;

/** @throws MemoryError where the machine has not the memory; TableError; SpaceError; WorkerError */
export function sampleLayersOf(task: SurveyTask): Promise<SampledLayers> {
  return task.kind === 'board' ? sampleBoard(task) : sampleSpace(task);
}
