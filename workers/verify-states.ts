/** Piscina entry point: one worker's share of the check of the table or distances of a space whose states are numbers. */

import { reportStrayErrors } from '../src/space/definition.js';
import type { NumberedSpace } from '../src/space/space.js';
import { loadSpace } from '../src/spaces/open-space.js';
import type { RulesResult } from '../src/verify/faults.js';
import { openCheckedSpace } from '../src/verify/state-moves.js';
import {
  checkStatesRules,
  replayStatesStep,
  type StatesDistancesTask,
  type StatesReplayTask,
} from '../src/verify/state-steps.js';

reportStrayErrors();

/** The space of the check that this worker has joined. */
let space: NumberedSpace | undefined;

export function release(): void {
  space = undefined;
}

export default async function verifyStates(
  task: StatesReplayTask | StatesDistancesTask,
): Promise<number | RulesResult> {
  const { source } = 'replay' in task ? task.replay : task;
  space ??= await openCheckedSpace(source, loadSpace);
  return 'replay' in task ? replayStatesStep(task, space) : checkStatesRules(space, task);
}
