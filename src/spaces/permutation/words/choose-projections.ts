/** Choice of the projections that number a puzzle: words hold as many states, and moves take as few steps, as possible. */

import { numberPuzzle, rankedStates } from '../arrangements/ranked-numbering.js';
import type { ColouredPuzzle } from '../colourings/colouring.js';
import { hasBlocks, type PuzzleNumbering } from '../colourings/puzzle-numbering.js';
import type { Projections } from '../colourings/puzzle-source.js';
import { MOST_SCATTERED_STATES } from '../colourings/scattered-base.js';
import { projectionCandidates } from '../projections/projection-candidates.js';
import { wordValue } from '../projections/sizes.js';
import { areRowsTooLarge, compileMoves } from './compile-moves.js';
import type { BitPermutations, CompiledMoves } from './compiled-moves.js';

export interface ChosenProjections {
  readonly numbering: PuzzleNumbering;
  /** Compiled moves; null if states are ranked; the reason if moves cannot be compiled: then no other projections were better. */
  readonly moves: CompiledMoves | string | null;
}

/** Score with which the search for projections ends: words of 116 states, permuted by five exchanges. Others could gain little. */
const GOOD_SCORE = 0.93 * 116;

/** Value of a state of a word, by the time for permuting its bits. */
const VALUES: Readonly<Record<BitPermutations['kind'], number>> = { three: 1, five: 0.93, nibbles: 0.7, scattered: 0 };

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
    // Another choice without rows gains nothing.
    if (best !== null && isTooLargeABlock(projections, puzzle)) continue;
    const bound = projections.word === null ? 0 : wordValue(wordStates);
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
  if (best === null) return refusal ?? noCandidates();
  return typeof best.moves === 'string' && !isCounted ? counted(puzzle, best) : best;
}

/** Returns whether all states are one block whose rows are too large. */
function isTooLargeABlock({ block, word, states = 0 }: Projections, puzzle: ColouredPuzzle): boolean {
  const isABlock = word === null && new Set(block).size === 1 && rankedStates(puzzle) !== states;
  return isABlock && areRowsTooLarge(states, puzzle.moves.length);
}

function withMoves(numbering: PuzzleNumbering): ChosenProjections {
  return { numbering, moves: hasBlocks(numbering) ? compileMoves(numbering) : null };
}

function noCandidates(): string {
  const most = MOST_SCATTERED_STATES.toLocaleString('en-US');
  return `merged pieces do not divide them into blocks of at most ${most}`;
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

/** Returns the value of the states of a word, negative if moves cannot be compiled. */
function scoreOf({ numbering, moves }: ChosenProjections): number {
  if (typeof moves === 'string') return -1;
  if (moves === null || !hasBlocks(numbering)) return 0;
  return (numbering.words?.states ?? 0) * VALUES[moves.permutations.kind];
}
