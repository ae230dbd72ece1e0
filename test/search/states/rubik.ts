/** The 3x3x3 cube, too large to be numbered. */

import { product } from '#src/permutations/permutation.js';
import type { GeneratedSpace, LargePuzzle } from '#src/space/space.js';
import { openSpace } from '#src/spaces/open-space.js';
import { cube } from '../../permutations/groups.js';

const FACES = ['L', 'R', 'B', 'F', 'D', 'U'];

/** The 3x3x3 cube on 54 facelets. Every turn of a face is one move. */
export const RUBIK: GeneratedSpace = {
  kind: 'generators',
  name: 'rubik',
  generators: cube(3, [0, 2]).moves.flatMap((quarter, face) => {
    const half = product(quarter, quarter);
    return [
      { name: FACES[face], images: [...quarter] },
      { name: `${FACES[face]}2`, images: [...half] },
      { name: `${FACES[face]}'`, images: [...product(half, quarter)] },
    ];
  }),
};

/** Returns the colouring after a move. */
export function moved(puzzle: LargePuzzle, state: Uint8Array, name: string): Uint8Array {
  const images = puzzle.group.puzzle.moves[puzzle.moves.indexOf(name)];
  const next = new Uint8Array(state.length);
  for (const [point, colour] of state.entries()) next[images[point]] = colour;
  return next;
}

export async function openRubik(): Promise<LargePuzzle> {
  return (await openSpace(RUBIK)) as LargePuzzle;
}
