/** Piscina entry point: one worker's share of a portion of a layer on disk. */

import { advancePortion, type PortionResult, type PortionTask, release } from '../src/runs/disk/staged-portion.js';

/** Lets the coordinator wait until a worker has started. */
export function ready(): void {}

export { release };

export default function advancePortions(task: PortionTask): PortionResult {
  return advancePortion(task);
}
