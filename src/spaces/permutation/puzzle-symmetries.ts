/** Symmetries of permutation puzzles, with the names of their moves: see permutations/symmetries.ts. */

import type { MoveSymmetry } from '../../permutations/move-graph.js';
import { inversesAmong, type Permutation } from '../../permutations/permutation.js';
import { moveSymmetries } from '../../permutations/symmetries.js';
import { colouredPuzzle, type PuzzleDefinition } from './colourings/puzzle.js';

/** The symmetries of a puzzle, those with the same images of moves counted once. */
export interface PuzzleSymmetries {
  /** Number of symmetries, at least 1, for the identity. */
  readonly order: bigint;
  /** Symmetries whose products take moves to moves in every possible way. */
  readonly generators: readonly {
    /** [point]: its image. Points are those of the definition, from 0. */
    readonly points: readonly number[];
    /** [move]: the name of its image, in the order of the definition's moves. */
    readonly moves: readonly string[];
  }[];
  /** Sets of at least two moves that symmetries exchange, by their names. */
  readonly exchanged: readonly (readonly string[])[];
  /**
   * True if half of the symmetries are reflections. Let F be the moves that are listed before their inverse, and that differ from
   * it. If every symmetry takes F to F or to the inverses of F, those that take it to the inverses are reflections. Otherwise, or if
   * F is empty, none are.
   */
  readonly reflections: boolean;
}

/**
 * Returns the symmetries of a puzzle: permutations of its points that take moves to moves, and points of the same solved colour to points
 * of the same colour.
 * @param definition as puzzleOfSource returns it; its generators and sets are not checked again
 * @example
 * ```ts
 * import { puzzleOfSource, symmetriesOf } from 'antipode';
 *
 * const puzzle = await puzzleOfSource({ kind: 'known', space: 'dino' });
 * if (puzzle !== null) console.log(symmetriesOf(puzzle).order); // 48n
 * ```
 */
export function symmetriesOf(definition: PuzzleDefinition): PuzzleSymmetries {
  const { moves, solved } = colouredPuzzle(definition);
  const names = definition.generators.map(({ name }) => name);
  const { order, generators, moveOrbits } = moveSymmetries(moves, solved);
  return {
    order,
    generators: generators.map((symmetry) => ({
      points: Array.from(symmetry.points),
      moves: Array.from(symmetry.moves, (image) => names[image]),
    })),
    exchanged: moveOrbits.filter(({ length }) => length > 1).map((orbit) => orbit.map((move) => names[move])),
    reflections: haveReflections(moves, generators),
  };
}

function haveReflections(moves: readonly Permutation[], generators: readonly MoveSymmetry[]): boolean {
  const inverses = inversesAmong(moves);
  /** 1 for moves of F, -1 for their inverses, 0 for others. */
  const directions = inverses.map((inverse, move) => (inverse < 0 ? 0 : Math.sign(inverse - move)));
  const takes = (symmetry: MoveSymmetry, factor: 1 | -1) =>
    directions.every((direction, move) => directions[symmetry.moves[move]] === factor * direction);
  const reflecting = generators.filter((symmetry) => !takes(symmetry, 1));
  return reflecting.length > 0 && reflecting.every((symmetry) => takes(symmetry, -1));
}
