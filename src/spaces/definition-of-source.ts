/** Definitions that sources name: those of built-in puzzles and of generators. Their states are not enumerated. */

import type { SpaceDefinition } from '../space/definition.js';
import { numberingIn, type PuzzleSource, type SpaceSource } from '../space/space-source.js';
import type { PuzzleDefinition } from './permutation/colourings/puzzle-definition.js';

/** Returns the definition of a built-in puzzle or of generators. @throws InputError if it is unknown or wrong */
export async function definitionOfSource(source: PuzzleSource): Promise<SpaceDefinition | PuzzleDefinition> {
  if (source.kind === 'known') {
    const { makeKnownPuzzle } = await import('./puzzles/known-puzzles.js');
    return makeKnownPuzzle(source.space, source.metric);
  }
  const { generatedPuzzle } = await import('./permutation/groups/generators.js');
  return generatedPuzzle(source);
}

/**
 * Returns the permutation puzzle of a source; null for boards, modules, and built-in puzzles whose moves are not permutations.
 * @throws InputError if there is no such puzzle, its parameters are out of range, or the generators are wrong
 * @example
 * ```ts
 * import { puzzleOfSource, readPuzzle } from 'antipode';
 *
 * const puzzle = await puzzleOfSource(readPuzzle('./dino.tws'));
 * console.log(puzzle?.generators.length); // 16
 * ```
 */
export async function puzzleOfSource(source: SpaceSource): Promise<PuzzleDefinition | null> {
  if (source.kind !== 'known' && source.kind !== 'generators') return null;
  const definition = await definitionOfSource(source);
  return 'generators' in definition ? definition : null;
}

/**
 * Returns whether a source is a permutation puzzle without projections. Tables of version 0.1 have such sources, with other numbers for
 * their states.
 * @throws as for definitionOfSource
 */
export async function lacksNumbering(source: SpaceSource): Promise<boolean> {
  return numberingIn(source) === undefined && (await puzzleOfSource(source)) !== null;
}
