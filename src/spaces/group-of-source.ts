/** The permutation puzzle of a source, as a definition: without its states. */

import type { SpaceSource } from '../space/space-source.js';
import type { GroupDefinition } from './permutation/colourings/group-definition.js';

/**
 * Returns the puzzle that a source defines; null if its moves are not permutations, or not known to be.
 * @throws InputError if the source is wrong
 */
export async function groupOfSource(source: SpaceSource): Promise<GroupDefinition | null> {
  if (source.kind === 'generators') {
    return (await import('./permutation/groups/generators.js')).generatedGroup(source);
  }
  if (source.kind !== 'known') return null;
  const puzzle = (await import('./puzzles/known-puzzles.js')).makeKnownPuzzle(source.space, source.metric);
  return 'generators' in puzzle ? puzzle : null;
}
