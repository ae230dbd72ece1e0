/** Projections that may number a puzzle well, found without numbering it. */

import type { ColouredPuzzle } from '../colourings/colouring.js';
import type { CandidateProjections } from './candidate.js';
import { exactProjections, exactScatteredProjections } from './exact-projections.js';
import { type KindLevel, kindChain } from './kind-chain.js';
import { orderedProjections, orderedScatteredProjections, type Structure, structureOf } from './ordered-projections.js';

/** Random products that generate stabilisers: more, if those do not explain the number of states. */
const PRODUCTS = 10;
const MORE_PRODUCTS = 40;

/**
 * Yields projections that may number the states of a puzzle: those with words first, the best words first, then those without. Some of them
 * may prove wrong: numberStates says so. None are yielded if there are too many states for all of them.
 *
 * If merged pieces can be arranged in all ways but for ties (see ties.ts), frames are ordered. The number of states is then proved: orbits
 * make this many, and ties allow no more. Else frames are exact, and orbits under random products may have made fewer states than there are.
 */
export function* projectionCandidates(puzzle: ColouredPuzzle): Generator<CandidateProjections> {
  let chain = kindChain(puzzle, PRODUCTS);
  let structure = chain && structureOf(puzzle, chain[0].states);
  if (chain && !structure) {
    chain = kindChain(puzzle, MORE_PRODUCTS);
    structure = chain && structureOf(puzzle, chain[0].states);
  }
  if (chain === null) return;
  for (const { projections, wordStates } of candidatesOf(puzzle, chain, structure)) {
    yield { projections: { ...projections, states: chain[0].states }, wordStates };
  }
}

function* candidatesOf(
  puzzle: ColouredPuzzle,
  chain: readonly KindLevel[],
  structure: Structure | null,
): Generator<CandidateProjections> {
  if (structure) yield* orderedProjections(puzzle, structure);
  yield* exactProjections(puzzle, chain);
  if (structure) yield* orderedScatteredProjections(puzzle, structure);
  yield* exactScatteredProjections(chain);
}
