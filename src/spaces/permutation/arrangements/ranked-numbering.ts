/** Numbering of a puzzle whose moves make all arrangements of its colours, by lexicographic ranks. No states are listed. */

import type { ColouredPuzzle } from '../colourings/colouring.js';
import { numberStates } from '../colourings/number-states.js';
import type { PuzzleNumbering, WriteNeighbours } from '../colourings/puzzle-numbering.js';
import type { Projections } from '../colourings/puzzle-source.js';
import { ArrangementRanks } from './arrangement-ranks.js';
import { arrangementsOfAll, colouredOrbits } from './orbit-colours.js';

/** Returns the number of all arrangements of the colours on the orbits of points; null if mixed orbits prevent numbering by ranks. */
export function rankedStates({ moves, solved }: ColouredPuzzle): number | null {
  const orbits = colouredOrbits(moves, solved);
  return orbits && arrangementsOfAll(orbits);
}

/** Returns the numbering of a puzzle by ranks if its projections call for that, otherwise by blocks; or why they number nothing. */
export function numberPuzzle(puzzle: ColouredPuzzle, projections: Projections): PuzzleNumbering | string {
  return RankedNumbering.of(puzzle, projections) ?? numberStates(puzzle, projections);
}

export class RankedNumbering implements PuzzleNumbering {
  readonly puzzle: ColouredPuzzle;
  readonly projections: Projections;
  readonly #ranks: ArrangementRanks;

  /** Returns the numbering for projections that make all arrangements one block without words; null for others. */
  static of(puzzle: ColouredPuzzle, projections: Projections): RankedNumbering | null {
    const { block, word, states } = projections;
    if (word !== null || states === undefined || block.some((label) => label !== block[0])) return null;
    const orbits = colouredOrbits(puzzle.moves, puzzle.solved);
    if (orbits === null || arrangementsOfAll(orbits) !== states) return null;
    return new RankedNumbering(puzzle, projections, new ArrangementRanks(puzzle.solved, orbits));
  }

  private constructor(puzzle: ColouredPuzzle, projections: Projections, ranks: ArrangementRanks) {
    this.puzzle = puzzle;
    this.projections = projections;
    this.#ranks = ranks;
  }

  get size(): number {
    return this.#ranks.count;
  }

  numberOf(colouring: Uint8Array): number {
    return this.#ranks.rankOf(colouring);
  }

  writeColouring(state: number, colouring: Uint8Array): void {
    this.#ranks.write(state, colouring);
  }

  neighbours(permutations: readonly Uint8Array[]): WriteNeighbours {
    return this.#ranks.neighbours(permutations);
  }
}
