/**
 * The Dino Cube, whose eight corners turn: a move rotates the three edges of a corner by a third.
 *
 * Each of the twelve edges has only one orientation on each place, and every move is an even permutation: 12!/2 = 239,500,800 states. Moves
 * are named after their corners. They are clockwise seen from there, and counterclockwise with an apostrophe.
 *
 * *Text.* The edges on the places UF UR UB UL FR FL BR BL DF DR DB DL, each named by its two faces.
 *
 * Source: R. Webb's puzzle (1985), as J. Scherphuis describes it, https://www.jaapsch.net/puzzles/dinocube.htm; distances: T.
 * Rokicki, twsearch-results, dino-g2.log.
 */

import type { PuzzleDefinition } from '../../permutation/colourings/puzzle-definition.js';
import { CUBE_CORNERS } from './cube-corners.js';
import { cubeDiagonal } from './cube-diagonal.js';
import { pieceSets, type SolidSet, solidMoves } from './solid.js';
import { solidText } from './solid-text.js';

const EDGES: SolidSet = {
  name: 'edges',
  places: ['UF', 'UR', 'UB', 'UL', 'FR', 'FL', 'BR', 'BL', 'DF', 'DR', 'DB', 'DL'],
  turns: false,
};

/** Returns the puzzle. */
export function dino(): PuzzleDefinition {
  const turns = CUBE_CORNERS.places.map((corner) => ({
    name: corner,
    carried: cubeDiagonal(corner),
    moves: (place: string) => [...place].every((face) => corner.includes(face)),
  }));
  return {
    name: 'dino',
    generators: solidMoves([EDGES], turns, 'powers'),
    sets: pieceSets([EDGES]),
    text: solidText([EDGES]),
  };
}
