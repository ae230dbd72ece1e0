/** Piscina entry point: one worker's share of the census of a space. */

import { reportStrayErrors } from '../src/space/definition.js';
import { loadSpace } from '../src/spaces/open-space.js';
import { withCompiledMoves } from '../src/spaces/permutation/moves/compile-moves.js';
import { censusOfStates, type StateCensus, type StateCensusTask } from '../src/study/state-passes.js';

reportStrayErrors();

/** Tasks leave nothing in memory. */
export function release(): void {}

export default async function censusSpace(task: StateCensusTask): Promise<StateCensus> {
  return censusOfStates(withCompiledMoves(await loadSpace(task.source)), task);
}
