/** The definitions that sources name: those of built-in puzzles, and of permutation puzzles, without their states. */

import type { SpaceDefinition } from '../space/definition.js';
import { type GeneratedSpace, type KnownSpace, numberingIn, type SpaceSource } from '../space/space-source.js';
import type { GroupDefinition } from './permutation/colourings/group-definition.js';

/** Returns the definition of a built-in puzzle or of generators. @throws InputError if they are unknown or wrong */
export async function definitionOfSource(
  source: KnownSpace | GeneratedSpace,
): Promise<SpaceDefinition | GroupDefinition> {
  if (source.kind === 'known') {
    const { makeKnownPuzzle } = await import('./puzzles/known-puzzles.js');
    return makeKnownPuzzle(source.space, source.metric);
  }
  const { generatedGroup } = await import('./permutation/groups/generators.js');
  return generatedGroup(source);
}

/** Returns the permutation puzzle of a source; null if its moves are not permutations, or not known to be. @throws as definitionOfSource */
export async function groupOfSource(source: SpaceSource): Promise<GroupDefinition | null> {
  if (source.kind !== 'known' && source.kind !== 'generators') return null;
  const definition = await definitionOfSource(source);
  return 'generators' in definition ? definition : null;
}

/**
 * Returns whether a source is a permutation puzzle without projections. Tables of version 0.1 have such sources: their states have other
 * numbers.
 * @throws as definitionOfSource
 */
export async function lacksNumbering(source: SpaceSource): Promise<boolean> {
  return numberingIn(source) === undefined && (await groupOfSource(source)) !== null;
}
