/** Projections that may number a puzzle well, found without numbering it. */

import { rankedStates } from '../arrangements/ranked-numbering.js';
import { areAllDifferent, type ColouredPuzzle } from '../colourings/colouring.js';
import { containsAllEven } from '../order/even-permutations.js';
import { MOST_NUMBERED_STATES, numberOfStates } from '../order/number-of-states.js';
import { permutationGroup } from '../order/permutation-group.js';
import type { CandidateProjections, WantedProjections } from './candidate.js';
import { exactProjections, exactScatteredProjections } from './exact-projections.js';
import { type KindLevel, kindChain } from './kind-chain.js';
import {
  largestStructure,
  orderedProjections,
  orderedScatteredProjections,
  type Structure,
  structureOf,
} from './ordered-projections.js';

/** Number of random products that generate stabilisers. It is increased if they do not explain the number of states. */
const PRODUCTS = 10;
const MORE_PRODUCTS = 40;
const MOST_PRODUCTS = 640;

/** Maximum number of states for a guess: numbering them by a wrong guess takes milliseconds. */
const MOST_GUESSED_STATES = 1e7;

/**
 * Yields projections that may number the states of a puzzle: those with words first, from the best on, then those without. Some of them
 * may turn out wrong, which numberStates detects. None are yielded if there are too many states for all of them.
 *
 * If merged pieces have all arrangements apart from ties (see ties.ts), frames are ordered. The number of states is then proved: by the
 * order of the group, or because orbits have this many states and ties allow no more. Otherwise frames are exact. If all colours are
 * different, the states are the elements of the group, whose order is proved. With identical pieces, orbits under random products may
 * have made fewer states than there are.
 *
 * Most small puzzles make everything that ties allow, so that is the first guess. If it is right, nothing else is computed. Its numbering
 * proves it, since all of its states are reached.
 */
export function* projectionCandidates(puzzle: ColouredPuzzle): Generator<CandidateProjections> {
  const guess = guessedCandidate(puzzle);
  if (guess) yield guess;
  const explained = explainedStates(puzzle);
  if (explained === null) return;
  const { states, isProved } = explained;
  // The same structure has the same first candidate.
  let tried = guess && explained.structure ? 1 : 0;
  for (const { projections, wordStates } of candidatesOf(puzzle, explained)) {
    if (tried-- > 0) continue;
    yield { projections: { ...projections, states }, wordStates, isProved };
  }
}

/** Returns the best candidate if all colours are different and moves make all arrangements that ties allow; null if there is none. */
function guessedCandidate(puzzle: ColouredPuzzle): CandidateProjections | null {
  if (!areAllDifferent(puzzle)) return null;
  const structure = largestStructure(puzzle);
  const { states } = structure;
  if (states > MOST_GUESSED_STATES) return null;
  for (const { projections, wordStates } of orderedProjections(puzzle, structure)) {
    return { projections: { ...projections, states }, wordStates, isProved: true };
  }
  return null;
}

interface ExplainedStates {
  readonly states: number;
  /** True if it is proved that there are no more states. */
  readonly isProved: boolean;
  readonly structure: Structure | null;
  /** Returns a chain of these states, null if it has too large orbits. */
  readonly chain: () => readonly KindLevel[] | null;
}

/** Returns the number of states and the basis on which it is known; null if there are too many states. */
function explainedStates(puzzle: ColouredPuzzle): ExplainedStates | null {
  // Orbits of identical pieces are large. The order of the group is known sooner.
  const structure = areAllDifferent(puzzle) ? null : structureOfGroup(puzzle);
  if (structure !== null) {
    return { states: structure.states, isProved: true, structure, chain: () => kindChain(puzzle, PRODUCTS) };
  }
  const chain = kindChain(puzzle, PRODUCTS);
  if (chain === null) return null;
  const [{ states }] = chain;
  const found = structureOf(puzzle, states);
  return found ? { states, isProved: true, structure: found, chain: () => chain } : statesOfMoreProducts(puzzle);
}

/**
 * Returns the structure of a puzzle if its group proves the number of states; null if not. If it contains all even permutations of its only
 * orbit, it makes all arrangements, since exchanging two identical pieces shows nothing.
 */
function structureOfGroup(puzzle: ColouredPuzzle): Structure | null {
  const { moves, solved } = puzzle;
  const ranked = rankedStates(puzzle);
  if (ranked !== null && ranked <= MOST_NUMBERED_STATES && containsAllEven(moves)) return structureOf(puzzle, ranked);
  const { states, exact } = numberOfStates(moves, solved, permutationGroup(moves));
  return exact && states <= MOST_NUMBERED_STATES ? structureOf(puzzle, Number(states)) : null;
}

function statesOfMoreProducts(puzzle: ColouredPuzzle): ExplainedStates | null {
  const order = areAllDifferent(puzzle) ? permutationGroup(puzzle.moves).order : null;
  for (let products = MORE_PRODUCTS; products <= MOST_PRODUCTS; products *= 2) {
    const chain = kindChain(puzzle, products);
    if (chain === null) return null;
    const [{ states }] = chain;
    const structure = structureOf(puzzle, states);
    const isProved = structure !== null || BigInt(states) === order;
    if (isProved || order === null) return { states, isProved, structure, chain: () => chain };
  }
  return null;
}

function* candidatesOf(puzzle: ColouredPuzzle, { structure, chain }: ExplainedStates): Generator<WantedProjections> {
  if (structure) yield* orderedProjections(puzzle, structure);
  // Exact frames of two colours give no blocks that ordered ones lack, and no words: all states, or one. If states are ranked, they give
  // no words that ordered ones lack.
  const hasExact = structure === null || (puzzle.colours.length > 2 && rankedStates(puzzle) !== structure.states);
  const levels = hasExact ? chain() : null;
  if (levels) yield* exactProjections(puzzle, levels);
  if (structure) yield* orderedScatteredProjections(puzzle, structure);
  if (levels) yield* exactScatteredProjections(levels);
}
