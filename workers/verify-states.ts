/** Piscina entry point: one worker's share of the check of the table or distances of a space whose states are numbers. */

import { reportStrayErrors } from '../src/space/definition.js';
import type { SpaceSource } from '../src/space/space.js';
import { loadSpace } from '../src/spaces/open-space.js';
import type { RulesResult } from '../src/verify/faults.js';
import { openCheckedSpace, plainStates } from '../src/verify/state-moves.js';
import { type CheckTask, checkStep, type PlainStates } from '../src/verify/steps.js';

reportStrayErrors();

/** The states of the check that this worker has joined. */
let states: PlainStates | undefined;

export function release(): void {
  states = undefined;
}

export default async function verifyStates(
  task: CheckTask & { readonly origin: SpaceSource },
): Promise<number | RulesResult> {
  states ??= plainStates(await openCheckedSpace(task.origin, loadSpace));
  return checkStep(task, states);
}
