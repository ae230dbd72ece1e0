/** Piscina entry point: one worker's share of a step of the check of a space's distances. */

import { loadSpace } from '../src/space/open-space.js';
import type { StateSpace } from '../src/space/state-space.js';
import { checkSpaceRules, type SpaceDistancesTask, type SpaceRulesResult } from '../src/verify/space-distance-rules.js';

/** A worker lives for one array. */
let space: StateSpace | undefined;

export default async function verifySpaceDistances(task: SpaceDistancesTask): Promise<SpaceRulesResult> {
  space ??= await loadSpace(task.source);
  return checkSpaceRules(space, task);
}
