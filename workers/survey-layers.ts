/** Piscina entry point: sample states of each depth, of a board or another space. */

import { type SurveyOutcome, type SurveyTask, sampleLayersOf } from '../src/serve/layer-samples.js';
import { reportStrayErrors } from '../src/space/definition.js';

reportStrayErrors();

export default function surveyLayers(task: SurveyTask): Promise<SurveyOutcome> {
  return sampleLayersOf(task);
}
