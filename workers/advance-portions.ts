/** Piscina entry point: one worker's share of a portion of a layer on disk. */

import {
  advancePortion,
  type PortionResult,
  type PortionTask,
  releasePortions,
} from '../src/runs/disk/staged-portion.js';

export { releasePortions as release };

export default function advancePortions(task: PortionTask): PortionResult {
  return advancePortion(task);
}
