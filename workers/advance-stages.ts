/** Piscina entry point: one worker's share of a stage of a layer on disk. */

import { advanceStage, releaseStages, type StageResult, type StageTask } from '../src/runs/disk/stage-advancer.js';

export { releaseStages as release };

export default function advanceStages(task: StageTask): StageResult {
  return advanceStage(task);
}
