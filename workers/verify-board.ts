/** Piscina entry point: one worker's share of the check of a board's table or distances. */

import { PlainBoard } from '../src/verify/board-numbering.js';
import {
  type BoardDistancesTask,
  type BoardReplayTask,
  checkBoardRules,
  replayBoardStep,
} from '../src/verify/board-steps.js';
import type { RulesResult } from '../src/verify/faults.js';

/** The board of the check that this worker has joined. */
let plain: PlainBoard | undefined;

export function release(): void {
  plain = undefined;
}

export default function verifyBoard(task: BoardReplayTask | BoardDistancesTask): number | RulesResult {
  const { board, goalCell, metric } = 'replay' in task ? task.replay : task;
  plain ??= new PlainBoard(board, goalCell, undefined, metric);
  return 'replay' in task ? replayBoardStep(task, plain) : checkBoardRules(plain, task.distances, task.claims);
}
