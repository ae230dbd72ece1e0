/** Piscina entry point: one worker's share of the check of a board's table or distances. */

import { type BoardDistancesTask, checkBoardRules } from '../src/verify/board/distance-rules.js';
import { PlainBoard } from '../src/verify/board/plain-board.js';
import { type BoardReplayTask, replayBoardStep } from '../src/verify/board/replay-steps.js';
import type { RulesResult } from '../src/verify/referee/broken-rules.js';

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
