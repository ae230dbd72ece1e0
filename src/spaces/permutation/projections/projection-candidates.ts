/** Projections that may number a puzzle well, found without numbering it. */

import { areAllDifferent, type ColouredPuzzle } from '../colourings/colouring.js';
import { permutationGroup } from '../order/permutation-group.js';
import type { CandidateProjections, WantedProjections } from './candidate.js';
import { exactProjections, exactScatteredProjections } from './exact-projections.js';
import { type KindLevel, kindChain } from './kind-chain.js';
import { orderedProjections, orderedScatteredProjections, type Structure, structureOf } from './ordered-projections.js';

/** Random products that generate stabilisers: more, if those do not explain the number of states. */
const PRODUCTS = 10;
const MORE_PRODUCTS = 40;
const MOST_PRODUCTS = 640;

/**
 * Yields projections that may number the states of a puzzle: those with words first, the best words first, then those without. Some of them
 * may prove wrong: numberStates says so. None are yielded if there are too many states for all of them.
 *
 * If merged pieces can be arranged in all ways but for ties (see ties.ts), frames are ordered, and the number of states is proved: orbits
 * make this many, and ties allow no more. Else frames are exact. If all colours are different, the states are the elements of the group, whose
 * order is proved. With identical pieces, orbits under random products may have made fewer states than there are.
 */
export function* projectionCandidates(puzzle: ColouredPuzzle): Generator<CandidateProjections> {
  const first = kindChain(puzzle, PRODUCTS);
  const structure = first && structureOf(puzzle, first[0].states);
  const explained = first && !structure ? explainedChain(puzzle) : { chain: first, structure, isProved: true };
  if (explained === null || explained.chain === null) return;
  const { chain, isProved } = explained;
  for (const { projections, wordStates } of candidatesOf(puzzle, chain, explained.structure)) {
    yield { projections: { ...projections, states: chain[0].states }, wordStates, isProved };
  }
}

interface ExplainedChain {
  readonly chain: readonly KindLevel[];
  readonly structure: Structure | null;
  /** True if the chain has all states. */
  readonly isProved: boolean;
}

/** Returns a chain of more products; null if there are too many states. */
function explainedChain(puzzle: ColouredPuzzle): ExplainedChain | null {
  const order = areAllDifferent(puzzle) ? permutationGroup(puzzle.moves).order : null;
  for (let products = MORE_PRODUCTS; products <= MOST_PRODUCTS; products *= 2) {
    const chain = kindChain(puzzle, products);
    if (chain === null) return null;
    const structure = structureOf(puzzle, chain[0].states);
    const isProved = structure !== null || BigInt(chain[0].states) === order;
    if (isProved || order === null) return { chain, structure, isProved };
  }
  return null;
}

function* candidatesOf(
  puzzle: ColouredPuzzle,
  chain: readonly KindLevel[],
  structure: Structure | null,
): Generator<WantedProjections> {
  if (structure) yield* orderedProjections(puzzle, structure);
  yield* exactProjections(puzzle, chain);
  if (structure) yield* orderedScatteredProjections(puzzle, structure);
  yield* exactScatteredProjections(chain);
}
