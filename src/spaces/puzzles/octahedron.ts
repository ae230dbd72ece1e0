/**
 * The Face-Turning Octahedron: corners, edges and three centres on each of its eight faces.
 *
 * With a corner at the front, four faces are around it: U above, R, F below, and L. D, W, B and E are opposite to them. W and E are at the back on the
 * left and on the right. A move turns a face by a third, with all pieces that touch its edges. Moves are named after their faces, `BL` for W
 * and `BR` for E: clockwise seen from outside, and counterclockwise with an apostrophe.
 *
 * The 6 corners take all even orders, and turn only by halves, an even number of halves in all: 360 * 2^5 ways. The 12 edges take
 * all even orders and do not turn. The centres of U, F, E and W never mix with the others. A centre has the colour of its face, so both kinds
 * take 12!/3!^4 orders. These are 31,408,133,379,194,880,000,000 arrangements, each counted once for each of the 12 orientations of the
 * solid.
 *
 * *Text.* The corners on the places URFL UBER ULWB REDF LFDW BWDE, each named by its four faces; the edges on the places UR UL UB FL FR
 * FD EB ED ER WD WB WL; and the face of each centre, on the places URL ULB UBR FLR FRD FDL EBD EDR ERB WDB WBL WLD and RFU RUE REF LUF LFW LWU
 * DEW DWF DFE BWE BEU BUW. The place URL is that of U at the corner with R and L.
 *
 * Source: T. Rokicki, twsearch, sample FTO.tws, which has the same moves; number of arrangements: B. Enright, "Dioctipoid Math",
 * twistypuzzles.com (2012).
 */

import type { PuzzleDefinition } from '../permutation/colourings/puzzle.js';
import { type SolidSet, type SolidTurn, solidPuzzle } from './solid.js';

/** Faces at the edges of each face, in the order in which a clockwise turn carries each to the next. */
const AROUND = { U: 'RLB', F: 'LRD', E: 'BDR', W: 'DBL', R: 'FUE', L: 'UFW', D: 'EWF', B: 'WEU' };
const OPPOSITE: Readonly<Record<string, string>> = { U: 'D', F: 'B', E: 'L', W: 'R', R: 'W', L: 'E', D: 'U', B: 'F' };
const NAMES: Readonly<Record<string, string>> = { W: 'BL', E: 'BR' };

/** Faces whose centres change places with each other. No two have an edge in common. */
const FACES = ['U', 'F', 'E', 'W'] as const;
const OTHER_FACES = ['R', 'L', 'D', 'B'] as const;

const SETS: readonly SolidSet[] = [
  { name: 'corners', places: ['URFL', 'UBER', 'ULWB', 'REDF', 'LFDW', 'BWDE'], turns: true },
  { name: 'edges', places: FACES.flatMap((face) => [...AROUND[face]].map((other) => face + other)), turns: false },
  centres('centres', FACES),
  centres('other centres', OTHER_FACES),
];

function centres(name: string, faces: readonly (keyof typeof AROUND)[]): SolidSet {
  const places = faces.flatMap((face) => {
    const [one, two, three] = AROUND[face];
    return [face + one + two, face + two + three, face + three + one];
  });
  return { name, places, turns: false, alike: true };
}

/** Returns the puzzle. */
export function faceTurningOctahedron(): PuzzleDefinition {
  const turns = Object.entries(AROUND).map(
    ([face, around]): SolidTurn => ({
      name: NAMES[face] ?? face,
      carried: [around, [...around].map((other) => OPPOSITE[other]).join('')],
      moves: (place) => place.includes(face),
    }),
  );
  return solidPuzzle('fto', SETS, turns);
}
