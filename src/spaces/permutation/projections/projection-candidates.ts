/** Projections that may number a puzzle well, found without numbering it. */

import type { ColouredPuzzle } from '../colourings/colouring.js';
import type { CandidateProjections } from './candidate.js';
import { exactProjections, exactScatteredProjections } from './exact-projections.js';
import { orderedProjections, orderedScatteredProjections } from './ordered-projections.js';
import { stabiliserChain } from './stabiliser-chain.js';

/**
 * Yields projections that may number the states of a puzzle: those with words first, the best words first, then those without. Some of them
 * may prove wrong: numberStates says so. None are yielded if there are too many states for all of them.
 *
 * If merged pieces can be arranged in all ways but for ties (see ties.ts), frames are ordered. Else they are exact.
 */
export function* projectionCandidates(puzzle: ColouredPuzzle): Generator<CandidateProjections> {
  const chain = stabiliserChain(puzzle);
  if (chain === null) return;
  yield* orderedProjections(puzzle, chain[0].states);
  yield* exactProjections(puzzle, chain);
  yield* orderedScatteredProjections(puzzle, chain[0].states);
  yield* exactScatteredProjections(chain);
}
