/** Piscina entry point: one worker's share of a step of the check of a space's distances. */

import { loadSpace } from '../src/space/open-space.js';
import type { NumberedSpace } from '../src/space/space.js';
import {
  checkSpaceRules,
  type SpaceDistancesTask,
  type SpaceRulesResult,
} from '../src/verify/distances/space-distance-rules.js';

/** Of the array that this worker takes part in. */
let space: NumberedSpace | undefined;

export function release(): void {
  space = undefined;
}

export default async function verifySpaceDistances(task: SpaceDistancesTask): Promise<SpaceRulesResult> {
  space ??= await loadSpace(task.source);
  return checkSpaceRules(space, task);
}
