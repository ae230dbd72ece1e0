/** The colouring of a puzzle that is given by generators and sets of pieces. */

import type { Colour, ColouredPuzzle } from './colouring.js';
import type { Generator, PieceSet } from './puzzle-source.js';

/** Generators of a puzzle, and the pieces on its points: at least one generator, checked. */
export interface PiecesAndGenerators {
  readonly generators: readonly Generator[];
  readonly sets?: readonly PieceSet[] | undefined;
}

/**
 * Returns a puzzle as points and colours. Kinds are numbered in the order of their first pieces. So are colours, with those of a kind
 * in the order of their facets.
 *
 * Example: two pieces have three turns each, and the second one is turned by one when solved. Their colours are `0 1 2 5 3 4`.
 */
export function colouredPuzzle({ generators, sets }: PiecesAndGenerators): ColouredPuzzle {
  const points = generators[0].images.length;
  const solved = new Uint8Array(points);
  const colours: Colour[] = [];
  let kinds = 0;
  let point = 0;
  for (const [set, pieceSet] of (sets ?? [onePieceEach(points)]).entries()) {
    const { turns } = pieceSet;
    const places = Array.from({ length: pieceSet.pieces }, (_, place) => {
      const orientation = pieceSet.orientations ? pieceSet.orientations[place] : 0;
      return { orientation, piece: `${pieceSet.solved?.[place] ?? place + 1} ${orientation === null}` };
    });
    const firstColours = new Map<string, number>();
    for (const { orientation, piece } of places) {
      const facets = orientation === null ? 1 : turns;
      let first = firstColours.get(piece);
      if (first === undefined) {
        first = colours.length;
        firstColours.set(piece, first);
        const pieces = places.filter((place) => place.piece === piece).length;
        for (let facet = 0; facet < facets; facet++) colours.push({ set, kind: kinds, facet, turns: facets, pieces });
        kinds++;
      }
      for (let facet = 0; facet < turns; facet++) {
        solved[point + ((facet + (orientation ?? 0)) % turns)] = first + (facet % facets);
      }
      point += turns;
    }
  }
  return { points, moves: generators.map(({ images }) => Uint8Array.from(images)), solved, colours };
}

/** Returns the set of pieces with a piece of its own on each point. */
export function onePieceEach(points: number): PieceSet {
  return { name: 'pieces', pieces: points, turns: 1 };
}
