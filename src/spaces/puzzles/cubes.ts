/**
 * Cubes that turn: Rubik's cubes, the Dino Cube and the Skewb.
 *
 * Rubik's cube, 3x3x3, and with corners only: the Pocket Cube, 2x2x2, and the corners of the 3x3x3.
 *
 * *2x2x2.* The corner DLB is fixed, and the faces U, R and F turn. Turning an opposite face has the same effect, apart from the orientation
 * of the whole cube. The other seven corners take all 7! orders and, since the sum of their twists is fixed, all 3^6
 * twists: 3,674,160 states.
 *
 * *Corners of the 3x3x3.* All six faces turn, and the eight corners take all 8! orders and 3^7 twists: 88,179,840 states. The whole cube
 * needs at least as many moves as its corners, so the distances are a pattern database of the cube.
 *
 * *3x3x3.* The twelve edges take all 12! orders, each with the orders of corners of the same parity, and 2^11 flips:
 * 43,252,003,274,489,856,000 states.
 *
 * *Text.* The eight places are UFR URB UBL ULF DRF DFL DLB DBR, each named by its three faces. The text of a state gives the
 * corner on each place, by its colours in the order of the place's name. Colours are named by the faces where they belong. `FRU` on the
 * place UFR is the corner UFR with its F colour on top. Edges follow in the same form, on the places UF UR UB UL FR FL BR BL DF DR DB DL. This is how D. Singmaster ("Notes on Rubik's Magic Cube", 1981) names pieces,
 * in the order of M. Reid's optimal cube solver (1997).
 *
 * Source of the corners as a pattern database: R. E. Korf, "Finding optimal solutions to Rubik's Cube using pattern databases",
 * AAAI 1997.
 */

import type { PuzzleDefinition } from '../permutation/colourings/puzzle.js';
import type { TurnMetric } from '../permutation/generators.js';
import { type SolidSet, type SolidTurn, solidPuzzle } from './solid.js';

/** Metrics: any turn of a face is one move, or only a quarter turn is. */
export const CUBE_METRICS = ['half-turn', 'quarter-turn'] as const;
export type CubeMetric = (typeof CUBE_METRICS)[number];

const TURN_METRIC: Readonly<Record<CubeMetric, TurnMetric>> = { 'half-turn': 'powers', 'quarter-turn': 'generators' };

/** Corners of a cube. Every name lists the faces around the corner counterclockwise. */
const CUBE_CORNERS: SolidSet = {
  name: 'corners',
  places: ['UFR', 'URB', 'UBL', 'ULF', 'DRF', 'DFL', 'DLB', 'DBR'],
  turns: true,
};

const CUBE_EDGES: SolidSet = {
  name: 'edges',
  places: ['UF', 'UR', 'UB', 'UL', 'FR', 'FL', 'BR', 'BL', 'DF', 'DR', 'DB', 'DL'],
  turns: true,
};

/** Faces around each face, in the order in which a clockwise quarter turn carries each to the next. */
const AROUND = { U: 'FLBR', R: 'FUBD', F: 'URDL', D: 'FRBL', L: 'FDBU', B: 'ULDR' };
const FACES = ['U', 'R', 'F', 'D', 'L', 'B'] as const;

/**
 * Returns the Pocket Cube.
 * @param metric 'half-turn': U, U2 and U' are one move each; 'quarter-turn': U and U' are, and half turns are two moves
 */
export function cube2x2x2(metric: CubeMetric): PuzzleDefinition {
  return rubik('cube-2x2x2', [{ ...CUBE_CORNERS, held: 'DLB' }], ['U', 'R', 'F'], metric);
}

/** Returns the corners of the cube, in the metrics of cube2x2x2. */
export function corners3x3x3(metric: CubeMetric): PuzzleDefinition {
  return rubik('corners-3x3x3', [CUBE_CORNERS], FACES, metric);
}

/** Returns Rubik's cube, in the metrics of cube2x2x2. */
export function cube3x3x3(metric: CubeMetric): PuzzleDefinition {
  return rubik('cube-3x3x3', [CUBE_CORNERS, CUBE_EDGES], FACES, metric);
}

function rubik(name: string, sets: readonly SolidSet[], faces: readonly (keyof typeof AROUND)[], metric: CubeMetric) {
  const turns = faces.map(
    (face): SolidTurn => ({ name: face, carried: [AROUND[face]], moves: (place) => place.includes(face) }),
  );
  return { ...solidPuzzle(name, sets, turns, TURN_METRIC[metric]), metric };
}

/*
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

/** Returns the puzzle. */
export function dino(): PuzzleDefinition {
  const turns = CUBE_CORNERS.places.map((corner) => ({
    name: corner,
    carried: cubeDiagonal(corner),
    moves: (place: string) => [...place].every((face) => corner.includes(face)),
  }));
  return solidPuzzle('dino', [{ ...CUBE_EDGES, turns: false }], turns);
}

/*
 * The Skewb, a cube cut in halves across each of its four diagonals. A move turns one half by a third.
 *
 * The corner UFR is fixed. For each diagonal, the half without this corner turns: the half around UBL, DBR, DFL or DLB. Moves are named
 * as in the regulations of the World Cube Association, section 12h: U, R, L and B, clockwise seen from the corner. A half has its
 * corner, the three corners next to it and three centres. This makes 3,149,280 states.
 *
 * *Text.* The corners as for a cube, and the centres on the places U R F D L B. Solved: `UFR URB UBL
 * ULF DRF DFL DLB DBR / U R F D L B`.
 *
 * Source: T. Durham's puzzle (1982); number of states and their distances: OEIS A079745.
 */

const SKEWB_SETS: readonly SolidSet[] = [
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
  return solidPuzzle('skewb', SKEWB_SETS, turns);
}

/* Turns of a cube about its diagonals. */

const OPPOSITE: Readonly<Record<string, string>> = { U: 'D', D: 'U', R: 'L', L: 'R', F: 'B', B: 'F' };

/**
 * Returns the cycles of faces in a third of a turn about a corner, clockwise seen from there: each face is carried to the next.
 * @param corner its faces counterclockwise
 */
function cubeDiagonal(corner: string): string[] {
  const clockwise = [...corner].reverse();
  return [clockwise.join(''), clockwise.map((face) => OPPOSITE[face]).join('')];
}
