/** Piscina entry point: one worker's share of a step of a replayed layer. */

import { expand, type ReplayTask, settle } from '../src/verify/replay-steps.js';
import { Space } from '../src/verify/space.js';

/** A worker lives for one replay. */
let space: Space | undefined;

/** @returns the states that this worker added to the layer; 0 where none are to be added */
export default function verifyLayers(task: ReplayTask): number {
  const { replay, cells } = task;
  space ??= new Space(replay.board, replay.goalCell);
  if (task.step === 'settle') return settle(replay, space, cells, task.residue);
  expand(replay, space, cells);
  return 0;
}
