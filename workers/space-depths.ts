/** Piscina entry point: one worker's share of the walks from all states of a space. */

import { reportStrayErrors } from '../src/space/definition.js';
import { loadSpace } from '../src/spaces/open-space.js';
import { withCompiledMoves } from '../src/spaces/permutation/moves/compile-moves.js';
import { type WalksTask, walkStates } from '../src/study/state-passes.js';

reportStrayErrors();

/** Tasks leave nothing in memory. */
export function release(): void {}

export default async function spaceDepths(task: WalksTask): Promise<number | undefined> {
  return walkStates(withCompiledMoves(await loadSpace(task.claims.facts.source)), task);
}
