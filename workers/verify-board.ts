/** Piscina entry point: one worker's share of the check of a board's table or distances. */

import { plainBoardStates } from '../src/verify/board-numbering.js';
import type { RulesResult } from '../src/verify/faults.js';
import { type BoardOrigin, type CheckTask, checkStep, type PlainStates } from '../src/verify/steps.js';

/** The board of the check that this worker has joined. */
let states: PlainStates | undefined;

export function release(): void {
  states = undefined;
}

export default function verifyBoard(task: CheckTask & { readonly origin: BoardOrigin }): number | RulesResult {
  states ??= plainBoardStates(task.origin);
  return checkStep(task, states);
}
