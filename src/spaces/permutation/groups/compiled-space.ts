/** Permutation puzzles with compiled moves, for analyses and exports that need the neighbours of all states. */

import type { NumberedSpace } from '../../../space/space.js';
import { hasBlocks } from '../colourings/puzzle-numbering.js';
import { compileMoves } from '../words/compile-moves.js';
import { compiledNeighbours } from '../words/compiled-neighbours.js';

/** Returns a permutation puzzle with compiled moves if they can be compiled; other spaces as they are. */
export function withCompiledMoves(space: NumberedSpace): NumberedSpace {
  if (space.group === null) return space;
  const { numbering } = space.group;
  if (!hasBlocks(numbering)) return space;
  const compiled = compileMoves(numbering);
  return typeof compiled === 'string' ? space : { ...space, neighbours: compiledNeighbours(numbering, compiled) };
}
