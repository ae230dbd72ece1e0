/**
 * Rubik's cube with corners only: the Pocket Cube, 2x2x2, and the corners of the 3x3x3.
 *
 * *2x2x2.* The corner DLB is fixed, and the faces U, R and F turn. Turning an opposite face has the same effect, apart from the orientation
 * of the whole cube. The other seven corners take all 7! orders and, since the sum of their twists is fixed, all 3^6
 * twists: 3,674,160 states.
 *
 * *3x3x3.* All six faces turn, and the eight corners take all 8! orders and 3^7 twists: 88,179,840 states. The whole cube needs at least as
 * many moves as its corners, so the distances are a pattern database of the cube.
 *
 * *Text.* The eight places are UFR URB UBL ULF DRF DFL DLB DBR, each named by its three faces. The text of a state gives the
 * corner on each place, by its colours in the order of the place's name. Colours are named by the faces where they belong. `FRU` on the
 * place UFR is the corner UFR with its F colour on top. This is how D. Singmaster ("Notes on Rubik's Magic Cube", 1981) names pieces,
 * in the order of M. Reid's optimal cube solver (1997).
 *
 * Source of the corners as a pattern database: R. E. Korf, "Finding optimal solutions to Rubik's Cube using pattern databases",
 * AAAI 1997.
 */

import type { PuzzleDefinition } from '../../permutation/colourings/puzzle-definition.js';
import type { TurnMetric } from '../../permutation/groups/turn-metric.js';
import { pieceSets, type SolidSet, type SolidTurn, solidMoves } from './solid.js';
import { solidText } from './solid-text.js';

/** Metrics: any turn of a face is one move, or only a quarter turn is. */
export const CUBE_METRICS = ['half-turn', 'quarter-turn'] as const;
export type CubeMetric = (typeof CUBE_METRICS)[number];

const TURN_METRIC: Readonly<Record<CubeMetric, TurnMetric>> = { 'half-turn': 'powers', 'quarter-turn': 'generators' };

/** Corners of a cube. Every name lists the faces around the corner counterclockwise. */
export const CUBE_CORNERS: SolidSet = {
  name: 'corners',
  places: ['UFR', 'URB', 'UBL', 'ULF', 'DRF', 'DFL', 'DLB', 'DBR'],
  turns: true,
};

/** Faces around each face, in the order in which a clockwise quarter turn carries each to the next. */
const AROUND = { U: 'FLBR', R: 'FUBD', F: 'URDL', D: 'FRBL', L: 'FDBU', B: 'ULDR' };

/**
 * Returns the Pocket Cube.
 * @param metric 'half-turn': U, U2 and U' are one move each; 'quarter-turn': U and U' are, and half turns are two moves
 */
export function cube2x2x2(metric: CubeMetric): PuzzleDefinition {
  return corners('cube-2x2x2', { ...CUBE_CORNERS, held: 'DLB' }, ['U', 'R', 'F'], metric);
}

/** Returns the corners of the cube, in the metrics of cube2x2x2. */
export function corners3x3x3(metric: CubeMetric): PuzzleDefinition {
  return corners('corners-3x3x3', CUBE_CORNERS, ['U', 'R', 'F', 'D', 'L', 'B'], metric);
}

function corners(
  name: string,
  set: SolidSet,
  faces: readonly (keyof typeof AROUND)[],
  metric: CubeMetric,
): PuzzleDefinition {
  const turns = faces.map(
    (face): SolidTurn => ({ name: face, carried: [AROUND[face]], moves: (place) => place.includes(face) }),
  );
  return {
    name,
    metric,
    generators: solidMoves([set], turns, TURN_METRIC[metric]),
    sets: pieceSets([set]),
    text: solidText([set]),
  };
}
