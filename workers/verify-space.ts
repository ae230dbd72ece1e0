/** Piscina entry point: one worker's share of a step of a space's replay. */

import { loadSpace } from '../src/space/open-space.js';
import type { NumberedSpace } from '../src/space/space.js';
import { stepOf } from '../src/verify/space/space-replay.js';
import type { SpaceReplayTask } from '../src/verify/space/space-replay-steps.js';

/** Of the replay that this worker takes part in. */
let space: NumberedSpace | undefined;

export function release(): void {
  space = undefined;
}

/** @returns the states that this worker added to the layer; 0 where none are to be added */
export default async function verifySpace(task: SpaceReplayTask): Promise<number> {
  space ??= await loadSpace(task.replay.source);
  return stepOf(task, space);
}
