/**
 * The Skewb, a cube cut in halves across each of its four diagonals. A move turns one half by a third.
 *
 * The corner UFR is fixed. For each diagonal, the half without this corner turns: the half around UBL, DBR, DFL or DLB. Moves are named
 * as in the regulations of the World Cube Association, section 12h: U, R, L and B, clockwise seen from the corner. A half has its
 * corner, the three corners next to it and three centres. This makes 3,149,280 states.
 *
 * *Text.* The corners as for a cube, see cube-corners.ts, and the centres on the places U R F D L B. Solved: `UFR URB UBL
 * ULF DRF DFL DLB DBR / U R F D L B`.
 *
 * Source: T. Durham's puzzle (1982); number of states and their distances: OEIS A079745.
 */

import type { PuzzleDefinition } from '../../permutation/colourings/puzzle-definition.js';
import { CUBE_CORNERS } from './cube-corners.js';
import { cubeDiagonal } from './cube-diagonal.js';
import { pieceSets, type SolidSet, solidMoves } from './solid.js';
import { solidText } from './solid-text.js';

const SETS: readonly SolidSet[] = [
  { ...CUBE_CORNERS, held: 'UFR' },
  { name: 'centres', places: ['U', 'R', 'F', 'D', 'L', 'B'], turns: false },
];

/** Corner in the middle of each half that turns, by the name of the move. */
export const SKEWB_HALVES = { U: 'UBL', R: 'DBR', L: 'DFL', B: 'DLB' };

/** Returns the puzzle. */
export function skewb(): PuzzleDefinition {
  const turns = Object.entries(SKEWB_HALVES).map(([name, corner]) => {
    const faces = [...corner];
    const moves = (place: string) => {
      const shared = faces.filter((face) => place.includes(face)).length;
      // Corners next to each other share two faces.
      return shared >= (place.length === 1 ? 1 : 2);
    };
    return { name, carried: cubeDiagonal(corner), moves };
  });
  return { name: 'skewb', generators: solidMoves(SETS, turns, 'powers'), sets: pieceSets(SETS), text: solidText(SETS) };
}
