/**
 * Tetrahedra that turn: the Pyraminx, the Jing Pyraminx and the Master Pyraminx.
 *
 * The Pyraminx, a tetrahedron whose corners turn. Its four tips, which turn independently, are left out.
 *
 * The corners are called U (up), L (left), R (right) and B (behind). Each has a centre piece, which turns in place, and
 * each pair of corners has an edge piece between them. A move turns a corner's centre and its three edges by a third. The six edges take
 * all 360 even orders, and an even number of them is flipped, in 2^5 ways. With the four centres, in 3^4 ways, this makes 933,120
 * states.
 *
 * *Text.* The places of the edges are UL UR UB LR LB RB, each named by the corners at its ends. The text gives the edge on each place:
 * `LU` on the place UR is the edge UL with its end L at U. Then four digits give the clockwise thirds by which the centres
 * of U, L, R and B are turned. Solved: `UL UR UB LR LB RB 0000`.
 *
 * Source: U. Meffert's puzzle (1981); number of states and their distances: OEIS A079744.
 */

import { countOf, excerpt, InputError } from '../../base/text.js';
import type { ColouringText, PuzzleDefinition } from '../permutation/colourings/puzzle.js';
import { coloursOfWords, placedWords, type SolidSet, type SolidTurn, solidPuzzle, wordsInCapitals } from './solid.js';

/** Each corner, and the other corners around it: a clockwise turn, seen from outside, carries each to the next. */
const AROUND = { U: 'RLB', L: 'URB', R: 'UBL', B: 'LRU' };

const EDGES: SolidSet = { name: 'edges', places: ['UL', 'UR', 'UB', 'LR', 'LB', 'RB'], turns: true };
/** Centre of each corner, named by the other three corners. */
const CENTRES: SolidSet = { name: 'centres', places: Object.values(AROUND), turns: true };
const EDGE_POINTS = 12;

/** Returns the puzzle. Moves are U, L, R, B, clockwise seen from the corner, and U', L', R', B' counterclockwise. */
export function pyraminx(): PuzzleDefinition {
  const turns = Object.entries(AROUND).map(
    ([corner, around]): SolidTurn => ({
      name: corner,
      carried: [around],
      moves: (place) => place === around || (place.length === 2 && place.includes(corner)),
    }),
  );
  return { ...solidPuzzle('pyraminx', [EDGES, CENTRES], turns), text: TEXT };
}

const EXPECTED = `a state is the edges on the places ${EDGES.places.join(' ')} and the thirds of the centres, such as 0000`;

const TEXT: ColouringText = {
  format(colouring) {
    const thirds = CENTRES.places.map((_, centre) => {
      // A centre that is turned once has its point 0 on the point 1 of its place, so point 2 is on point 0.
      const reference = colouring[EDGE_POINTS + 3 * centre] - EDGE_POINTS;
      return (3 - (reference % 3)) % 3;
    });
    return `${placedWords(EDGES, colouring, 0).join(' ')} ${thirds.join('')}`;
  },
  parse(text) {
    const words = wordsInCapitals(text);
    if (words.length !== EDGES.places.length + 1) {
      throw new InputError(`${EXPECTED}, found ${countOf(words.length, 'word')}: '${excerpt(text)}'`);
    }
    const digits = words[words.length - 1];
    const edges = coloursOfWords(EDGES, words.slice(0, -1), EXPECTED);
    if (!/^[012]{4}$/.test(digits)) {
      throw new InputError(`${EXPECTED}; the centres are four digits 0, 1 or 2, found '${excerpt(digits, 12)}'`);
    }
    const centres = [...digits].flatMap((thirds, centre) => {
      return [0, 1, 2].map((point) => EDGE_POINTS + 3 * centre + ((point + 3 - Number(thirds)) % 3));
    });
    return Uint8Array.from([...edges, ...centres]);
  },
};

/*
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

/** Each corner and the face opposite to it. Names of corners list their faces clockwise, seen from outside. */
export const OPPOSITE_FACE = { FLR: 'D', FDL: 'R', FRD: 'L', LDR: 'F' };

const JING_SETS: readonly SolidSet[] = [
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
  return solidPuzzle('jing-pyraminx', JING_SETS, turns);
}

/*
 * The Master Pyraminx, a tetrahedron of four layers.
 *
 * From a corner FLR, the layers are its tip; the axial piece FLR and the three wings around it; three edges, wings and centres; and the
 * layer of the opposite face D. Each turns on its own, by a third: `FLR`, `2FLR`, `2D` and `D`, clockwise seen from the corner, and for `2D` and
 * `D` from the face. All four together turn the whole solid.
 *
 * Two wings are on each edge. The wing `FL` is at the corner around which its faces F and L follow each other clockwise, FLR, and
 * `LF` is at FDL. The 12 wings, 6 edges and 4 centres take all even orders, and an even number of edges is flipped. The axial pieces
 * and tips turn by thirds: 217,225,462,874,112,000 arrangements (OEIS A309110), each counted once for each of the 12 orientations of the
 * solid.
 *
 * *Text.* The tips and the axial pieces on the places FLR FDL FRD LDR, the edges, the wings and the centres.
 *
 * Source: T. Rokicki, twsearch, sample master_pyraminx.tws, which has the same moves.
 */

const [CORNERS, MIDDLE_EDGES, FACE_CENTRES] = JING_SETS;

const MASTER_SETS: readonly SolidSet[] = [
  { ...CORNERS, name: 'tips' },
  { ...CORNERS, name: 'axials' },
  MIDDLE_EDGES,
  { name: 'wings', places: MIDDLE_EDGES.places.flatMap(([one, other]) => [one + other, other + one]), turns: false },
  FACE_CENTRES,
];

/** Returns the puzzle. */
export function masterPyraminx(): PuzzleDefinition {
  const turns = Object.entries(OPPOSITE_FACE).flatMap(([corner, face]): SolidTurn[] => {
    const layers = [corner, `2${corner}`, `2${face}`, face];
    return layers.map((name, layer) => ({
      name,
      carried: [layer < 2 ? corner : [...corner].reverse().join('')],
      moves: (place, set) => layerOf(place, set, corner, face) === layer,
    }));
  });
  return solidPuzzle('master-pyraminx', MASTER_SETS, turns);
}

/** Returns the layer of a piece, 0 to 3 from a corner to the opposite face. */
function layerOf(place: string, set: string, corner: string, face: string): number {
  if (place === corner) return set === 'tips' ? 0 : 1;
  if (place.includes(face)) return 3;
  return set === 'wings' && (corner + corner).includes(place) ? 1 : 2;
}
