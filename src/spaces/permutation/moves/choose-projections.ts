/** Choice of the projections that number a puzzle: words hold as many states, and moves take as few steps, as possible. */

import { MOST_NUMBERED_STATES, numberOfStates } from '../../../permutations/group-facts.js';
import { permutationGroup } from '../../../permutations/permutation-group.js';
import { MOST_SCATTERED_STATES } from '../colourings/block-bases.js';
import { hasBlocks, type PuzzleNumbering } from '../colourings/numbering.js';
import { areAllDifferent, type ColouredPuzzle } from '../colourings/puzzle.js';
import { numberPuzzle, rankedStates } from '../colourings/ranked-numbering.js';
import {
  type CandidateProjections,
  exactProjections,
  exactScatteredProjections,
  type KindLevel,
  kindChain,
  largestStructure,
  orderedProjections,
  orderedScatteredProjections,
  type Structure,
  structureOf,
  type WantedProjections,
  wordValue,
} from './candidates.js';
import { compileMoves } from './compile-moves.js';
import type { BitPermutations, CompiledMoves } from './compiled-moves.js';

export interface ChosenProjections {
  readonly numbering: PuzzleNumbering;
  /** Compiled moves; null if states are ranked; the reason if moves cannot be compiled: then no other projections were better. */
  readonly moves: CompiledMoves | string | null;
}

/** Score with which the search for projections ends: words of 108 states, permuted by exchanges. Others could gain little. */
const GOOD_SCORE = 108;

/** Value of a state of a word, by the time for permuting its bits. */
const VALUES: Readonly<Record<BitPermutations['kind'], number>> = { three: 1, nibbles: 0.7 };

/** Maximum number of candidates of a sort that are tried. The first one is the best for nearly all puzzles. */
const MOST_TRIED = 4;

/** Number of moves of words that take as long as one more candidate. */
const MOVED_WORDS_OF_A_TRY = 1e8;

/**
 * Returns the best of the proposed projections, or why none numbers the puzzle. The choice does not depend on time, so it is the same on
 * every machine.
 */
export function chooseProjections(puzzle: ColouredPuzzle): ChosenProjections | string {
  let best: ChosenProjections | null = null;
  let bestScore = Number.NEGATIVE_INFINITY;
  // Sorts are ordered or exact frames, with or without words.
  const tried = new Map<string, number>();
  let isCounted = false;
  let refusal: string | null = null;
  for (const { projections, wordStates, isProved } of projectionCandidates(puzzle)) {
    const bound = projections.word === null ? wordStates - 1 : wordValue(wordStates);
    const sort = `${projections.frames} ${projections.word !== null}`;
    const triedOfSort = tried.get(sort) ?? 0;
    if (bound <= bestScore || triedOfSort === MOST_TRIED) continue;
    tried.set(sort, triedOfSort + 1);
    const numbering = numberPuzzle(puzzle, projections);
    if (typeof numbering === 'string') {
      refusal = numbering;
      continue;
    }
    const choice = withMoves(numbering);
    const score = scoreOf(choice);
    if (score > bestScore) {
      best = choice;
      isCounted = isProved;
      bestScore = score;
    }
    if (score >= GOOD_SCORE) break;
    if (score > 0 && (numbering.size * puzzle.moves.length) / score < MOVED_WORDS_OF_A_TRY) break;
  }
  if (best === null) {
    const most = MOST_SCATTERED_STATES.toLocaleString('en-US');
    return refusal ?? `merged pieces do not divide them into blocks of at most ${most}`;
  }
  return typeof best.moves === 'string' && !isCounted ? counted(puzzle, best) : best;
}

function withMoves(numbering: PuzzleNumbering): ChosenProjections {
  return { numbering, moves: hasBlocks(numbering) ? compileMoves(numbering) : null };
}

/**
 * Returns a choice without compiled moves, with its states counted: no rows have proved that there are as many as expected. Or returns why
 * there is none.
 */
function counted(puzzle: ColouredPuzzle, { numbering, moves }: ChosenProjections): ChosenProjections | string {
  const again = numberPuzzle(puzzle, { ...numbering.projections, states: undefined });
  if (typeof again === 'string') return again;
  return again.size === numbering.size ? { numbering: again, moves } : withMoves(again);
}

/** Returns the value of the states of a word: 0 if states are ranked, negative if moves cannot be compiled. */
function scoreOf({ moves }: ChosenProjections): number {
  if (moves === null) return 0;
  return typeof moves === 'string' ? -1 : moves.places.statesPerWord * VALUES[moves.permutations.kind];
}

/* Projections that may number a puzzle well, found without numbering it. */

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
 * If merged pieces have all arrangements apart from ties (see merges.ts), frames are ordered. The number of states is then proved: by the
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
  for (const { projections, wordStates } of candidateProjections(puzzle, explained)) {
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

/** Returns the structure of a puzzle if its group proves the number of states; null if not. */
function structureOfGroup(puzzle: ColouredPuzzle): Structure | null {
  const { moves, solved } = puzzle;
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

function* candidateProjections(
  puzzle: ColouredPuzzle,
  { structure, chain }: ExplainedStates,
): Generator<WantedProjections> {
  if (structure) yield* orderedProjections(puzzle, structure);
  // Exact frames of two colours give no blocks that ordered ones lack, and no words: all states, or one. If states are ranked, they give
  // no words that ordered ones lack.
  const hasExact = structure === null || (puzzle.colours.length > 2 && rankedStates(puzzle) !== structure.states);
  const levels = hasExact ? chain() : null;
  if (levels) yield* exactProjections(puzzle, levels);
  if (structure) yield* orderedScatteredProjections(puzzle, structure);
  if (levels) yield* exactScatteredProjections(levels);
}
