/** Spaces of puzzles with numberings by given projections. */

import type { NumberedSpace } from '#src/space/space.js';
import type { PuzzleNumbering } from '#src/spaces/permutation/colourings/numbering.js';

/** Returns the space of a numbering. The texts of states are the colours of the points. */
export function numberedPuzzle(numbering: PuzzleNumbering): NumberedSpace {
  const { puzzle, projections, size } = numbering;
  const { points, moves, solved } = puzzle;
  const generators = moves.map((images, move) => ({ name: `${move}`, images: [...images] }));
  const texts = new Set(moves.map((images) => images.join()));
  const undone = moves.map((images) => images.map((_, point) => images.indexOf(point)).join());
  const colouringOf = (state: number) => {
    const colouring = new Uint8Array(points);
    numbering.writeColouring(state, colouring);
    return colouring;
  };
  return {
    source: { kind: 'generators', name: 'puzzle', generators, numbering: projections },
    name: 'puzzle',
    fullName: 'puzzle',
    metric: null,
    states: size,
    size,
    starts: [numbering.numberOf(solved)],
    moves: generators.map(({ name }) => name),
    reversible: undone.every((text) => texts.has(text)),
    board: null,
    pattern: null,
    group: { definition: { name: 'puzzle', generators }, puzzle, numbering },
    neighbours(state, next) {
      const colouring = colouringOf(state);
      for (const [move, images] of moves.entries()) {
        const moved = new Uint8Array(points);
        for (const [point, image] of images.entries()) moved[image] = colouring[point];
        next[move] = numbering.numberOf(moved);
      }
    },
    format: (state) => colouringOf(state).join(' '),
    parse: (text) => numbering.numberOf(Uint8Array.from(text.split(' '), Number)),
  };
}
