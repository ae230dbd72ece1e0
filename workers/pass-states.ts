/** Piscina entry point: one worker's share of a pass over all states of a space: walks from all of them, or their census. */

import { reportStrayErrors } from '../src/space/definition.js';
import { loadSpace } from '../src/spaces/open-space.js';
import { withCompiledMoves } from '../src/spaces/permutation/moves/compile-moves.js';
import {
  censusOfStates,
  type StateCensus,
  type StateCensusTask,
  type WalksTask,
  walkStates,
} from '../src/study/state-passes.js';

reportStrayErrors();

/** Tasks leave nothing in memory. */
export function release(): void {}

export default async function passStates(task: WalksTask | StateCensusTask): Promise<StateCensus | number | undefined> {
  const isWalk = 'claims' in task;
  const space = withCompiledMoves(await loadSpace(isWalk ? task.claims.facts.source : task.source));
  return isWalk ? walkStates(space, task) : censusOfStates(space, task);
}
