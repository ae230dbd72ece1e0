/** Piscina entry point: one worker's share of the census of a space. */

import { reportStrayErrors } from '../src/space/definition.js';
import { loadSpace } from '../src/spaces/open-space.js';
import { withCompiledMoves } from '../src/spaces/permutation/moves/compile-moves.js';
import { censusOf, type StateCensus } from '../src/study/state-census.js';
import type { StateCensusTask } from '../src/study/table-replay.js';

reportStrayErrors();

/** Tasks leave nothing in memory. */
export function release(): void {}

export default async function censusSpace({ source, ...share }: StateCensusTask): Promise<StateCensus> {
  return censusOf(withCompiledMoves(await loadSpace(source)), share);
}
