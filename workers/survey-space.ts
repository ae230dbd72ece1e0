/** Piscina entry point: states of each depth of a space. */

import { type SampledDepths, type SurveyTask, sampleDepths } from '../src/serve/sampled-depths.js';

export default function surveySpace(task: SurveyTask): Promise<SampledDepths> {
  return sampleDepths(task);
}
