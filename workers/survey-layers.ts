/** Piscina entry point: sample states of each depth, of a board or another space; or count the estimates of its heuristics. */

import type { HeuristicAnswer } from '../src/serve/answers.js';
import { countEstimates, type QualityTask } from '../src/serve/heuristic-quality.js';
import { type SurveyOutcome, type SurveyTask, sampleLayersOf } from '../src/serve/layer-samples.js';
import { reportStrayErrors } from '../src/space/definition.js';

reportStrayErrors();

export default function surveyLayers(
  task: SurveyTask | QualityTask,
): Promise<SurveyOutcome | readonly HeuristicAnswer[]> {
  return 'perLayer' in task ? sampleLayersOf(task) : countEstimates(task);
}
