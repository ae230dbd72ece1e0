/** The task of a worker that enumerates a space again for states of each depth, on its own threads. */

import { MemoryError } from '../../base/memory.js';
import { type BoardSurvey, sampleBoard } from './board-sample.js';
import type { SampledLayers } from './sampled-layers.js';
import { sampleTable, type TableSurvey } from './table-sample.js';

/** The task, as plain data. */
export type SurveyTask = BoardSurvey | TableSurvey;

/** The outcome. Errors are part of it, since an error loses its class between two threads. */
export type SurveyOutcome =
  | { readonly kind: 'sampled'; readonly layers: SampledLayers }
  /** The machine lacks the memory. */
  | { readonly kind: 'no memory'; readonly message: string };

/** Enumerates a space by the task's method. @throws TableError, SpaceError, WorkerError */
export async function sampleLayersOf(task: SurveyTask): Promise<SurveyOutcome> {
  try {
    return { kind: 'sampled', layers: await (task.kind === 'board' ? sampleBoard(task) : sampleTable(task)) };
  } catch (error) {
    if (error instanceof MemoryError) return { kind: 'no memory', message: error.message };
    throw error;
  }
}
