/**
 * Jing's Pyraminx, a tetrahedron of four corners, six edges and four centres.
 *
 * The faces are called F (front), L (left), R (right) and D (down), and pieces are named by the faces that they show. `F` turns the face F
 * by a third, clockwise seen from outside: its three corners and three edges. `FLR` turns all other pieces about the opposite corner
 * FLR, clockwise seen from there: that corner, three edges and three centres. Both together turn the whole solid. So each
 * arrangement of pieces counts once for each of the 12 orientations of the solid: 44,789,760 states.
 *
 * *Text.* The corners on the places FLR FDL FRD LDR, the edges and the centres. Solved: `FLR FDL FRD LDR / FL FR LR FD LD RD / F
 * L R D`.
 *
 * Source: B. Halpern's and S. Kolmelj's puzzle (1981), as made by Jing; distances: T. Rokicki, twsearch-results,
 * Jing_pyraminx-g.log.
 */

import type { PuzzleDefinition } from '../../permutation/colourings/puzzle-definition.js';
import { pieceSets, type SolidSet, type SolidTurn, solidMoves } from './solid.js';
import { solidText } from './solid-text.js';

/** Each corner and the face opposite to it. Names of corners list their faces clockwise, seen from outside. */
export const OPPOSITE_FACE = { FLR: 'D', FDL: 'R', FRD: 'L', LDR: 'F' };

const SETS: readonly SolidSet[] = [
  { name: 'corners', places: Object.keys(OPPOSITE_FACE), turns: true },
  { name: 'edges', places: ['FL', 'FR', 'LR', 'FD', 'LD', 'RD'], turns: true },
  { name: 'centres', places: ['F', 'L', 'R', 'D'], turns: false },
];

/** Returns the puzzle. */
export function jingPyraminx(): PuzzleDefinition {
  const turns = Object.entries(OPPOSITE_FACE).flatMap(([corner, face]): SolidTurn[] => [
    { name: face, carried: [[...corner].reverse().join('')], moves: (place) => place.includes(face) },
    { name: corner, carried: [corner], moves: (place) => !place.includes(face) },
  ]);
  return {
    name: 'jing-pyraminx',
    generators: solidMoves(SETS, turns, 'powers'),
    sets: pieceSets(SETS),
    text: solidText(SETS),
  };
}
