/** Projections that may number a puzzle well, found without numbering it. */

import type { ColouredPuzzle } from '../colourings/colouring.js';
import type { CandidateProjections } from './candidate.js';
import { exactProjections, exactScatteredProjections } from './exact-projections.js';
import { orderedProjections, orderedScatteredProjections, structureOf } from './ordered-projections.js';
import { stabiliserChain } from './stabiliser-chain.js';

/** Random products that generate stabilisers: more, if those do not explain the number of states. */
const PRODUCTS = 10;
const MORE_PRODUCTS = 40;

/**
 * Yields projections that may number the states of a puzzle: those with words first, the best words first, then those without. Some of them
 * may prove wrong: numberStates says so. None are yielded if there are too many states for all of them.
 *
 * If merged pieces can be arranged in all ways but for ties (see ties.ts), frames are ordered. Else they are exact.
 */
export function* projectionCandidates(puzzle: ColouredPuzzle): Generator<CandidateProjections> {
  let chain = stabiliserChain(puzzle, PRODUCTS);
  let structure = chain && structureOf(puzzle, chain[0].states);
  if (chain && !structure) {
    chain = stabiliserChain(puzzle, MORE_PRODUCTS);
    structure = chain && structureOf(puzzle, chain[0].states);
  }
  if (chain === null) return;
  if (structure) yield* orderedProjections(puzzle, structure);
  yield* exactProjections(puzzle, chain);
  if (structure) yield* orderedScatteredProjections(puzzle, structure);
  yield* exactScatteredProjections(chain);
}
