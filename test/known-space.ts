/** Built-in puzzles and definitions as spaces, without waiting. */

import type { NumberedSpace } from '#src/space/space.js';
import { numberedSpace } from '#src/spaces/open-space.js';
import type { PuzzleDefinition } from '#src/spaces/permutation/colourings/puzzle.js';
import { groupSpace } from '#src/spaces/permutation/group-space.js';
import { makeKnownPuzzle } from '#src/spaces/puzzles/known-puzzles.js';

/** Returns the space of a built-in puzzle. */
export function knownSpace(space: string, metric?: string): NumberedSpace {
  const puzzle = makeKnownPuzzle(space, metric);
  const source = { kind: 'known', space, ...(metric !== undefined && { metric }) } as const;
  return 'generators' in puzzle ? groupSpace(puzzle, source) : numberedSpace(puzzle, source);
}

/** Returns the space of a permutation puzzle. */
export function spaceOfGroup(definition: PuzzleDefinition): NumberedSpace {
  return groupSpace(definition, { kind: 'known', space: definition.name });
}
