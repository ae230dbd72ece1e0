/** Piscina entry point: one worker's share of a step of a replayed layer. */

import { expand, type ReplayTask, settle } from '../src/verify/board/replay-steps.js';
import { Space } from '../src/verify/board/space.js';

/** Of the replay that this worker takes part in. */
let space: Space | undefined;

export function release(): void {
  space = undefined;
}

/** @returns the states that this worker added to the layer; 0 where none are to be added */
export default function verifyLayers(task: ReplayTask): number {
  const { replay, depth, cells } = task;
  space ??= new Space(replay.board, replay.goalCell, undefined, replay.metric);
  if (task.step === 'settle') return settle(replay, space, depth, cells, task.planes);
  expand(replay, space, depth, cells);
  return 0;
}
