/** Piscina entry point: states of each depth, of a board or another space. */

import type { SampledLayers } from '../src/serve/sampled-layers.js';
import { type SurveyTask, sampleLayersOf } from '../src/serve/survey-task.js';

export default function surveyLayers(task: SurveyTask): Promise<SampledLayers> {
  return sampleLayersOf(task);
}
