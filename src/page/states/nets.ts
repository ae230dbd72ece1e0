/**
 * The nets of solids, and their facelets.
 *
 * A text names the piece on each place by its colours, in the order of the place's letters. So the colour of the place UFR on the face F
 * is the second letter of its word. Edges of the Dino Cube have no order of letters: turns preserve the cyclic order of the axes (up,
 * front, right), so the letters of piece and place correspond in this order.
 *
 * The Pyraminx differs. Its corners are U, L, R and B, and the faces are F (without B), L (without R), R (without L) and D (without U).
 * A text gives the ends of an edge in the order of its place: `LU` on the place UR is the edge UL with its end L at U. The rotation of the
 * solid that puts it there takes L to U and U to R. Rotations are even permutations of the corners, so this one takes B to B and R to L.
 * The colour of the face without R then appears on the face without L.
 */

import { parity } from '../../permutations/permutation.js';
import type { Solid } from '../../serve/answers.js';

export type NetPoint = readonly [number, number];

export interface Facelet {
  readonly corners: readonly NetPoint[];
  /** Face with this colour in the goal; `blank` for an unknown colour, `tip` for a part that the puzzle lacks. */
  readonly colour: string;
  /** Name of the colour, or of the missing part. */
  readonly label: string;
}

/** A net: its facelets, the corners of the outlined faces, and its size in its own units. */
export interface Net {
  readonly width: number;
  readonly height: number;
  readonly facelets: readonly Facelet[];
  readonly faces: readonly (readonly NetPoint[])[];
}

interface SolidNet {
  /** Returns the net of a state; null if the text is not a state. */
  readonly netOf: (state: string) => Net | null;
  /** Pixels per unit of the net, for large and small drawings. */
  readonly units: readonly [number, number];
}

export const NETS: Readonly<Record<Solid, SolidNet>> = {
  'cube-2x2x2': { netOf: pocketCubeNet, units: [40, 13] },
  'corners-3x3x3': { netOf: cornersNet, units: [28, 10] },
  skewb: { netOf: skewbNet, units: [40, 16] },
  dino: { netOf: dinoNet, units: [40, 14] },
  pyraminx: { netOf: pyraminxNet, units: [30, 11] },
  'jing-pyraminx': { netOf: jingNet, units: [30, 11] },
};

/** Returns the mean of points. */
export function centreOf(points: readonly NetPoint[]): NetPoint {
  const sum = (axis: 0 | 1) => points.reduce((total, point) => total + point[axis], 0);
  return [sum(0) / points.length, sum(1) / points.length];
}

/** Returns the words of a state's text. */
function wordsIn(state: string): string[] {
  return state.split(/[\s/]+/).filter((word) => word !== '');
}

/** Returns the word of each place; null if the words do not fit the places. */
function piecesOn(places: readonly string[], words: readonly string[]): Map<string, string> | null {
  const letters = places.join('');
  const fits = (word: string, place = '') =>
    word.length === place.length && [...word].every((letter) => letters.includes(letter));
  if (words.length !== places.length || !words.every((word, at) => fits(word, places[at]))) return null;
  return new Map(places.map((place, at) => [place, words[at]]));
}

function facelet(corners: readonly NetPoint[], colour: string, label = colour): Facelet {
  return { corners, colour, label };
}

/* Nets of cubes: face U at the top, then L F R B, then D. */

const CUBE_CORNERS = ['UFR', 'URB', 'UBL', 'ULF', 'DRF', 'DFL', 'DLB', 'DBR'];
const CUBE_CENTRES = ['U', 'R', 'F', 'D', 'L', 'B'];
const CUBE_EDGES = ['UF', 'UR', 'UB', 'UL', 'FR', 'FL', 'BR', 'BL', 'DF', 'DR', 'DB', 'DL'];
const AXES = ['UD', 'FB', 'RL'];

/** The faces: their place in the net, their corners in reading order, and their edges clockwise from the top. */
const CUBE_FACES = [
  { name: 'U', place: [1, 0], corners: ['UBL', 'URB', 'ULF', 'UFR'], edges: ['UB', 'UR', 'UF', 'UL'] },
  { name: 'L', place: [0, 1], corners: ['UBL', 'ULF', 'DLB', 'DFL'], edges: ['UL', 'FL', 'DL', 'BL'] },
  { name: 'F', place: [1, 1], corners: ['ULF', 'UFR', 'DFL', 'DRF'], edges: ['UF', 'FR', 'DF', 'FL'] },
  { name: 'R', place: [2, 1], corners: ['UFR', 'URB', 'DRF', 'DBR'], edges: ['UR', 'BR', 'DR', 'FR'] },
  { name: 'B', place: [3, 1], corners: ['URB', 'UBL', 'DBR', 'DLB'], edges: ['UB', 'BL', 'DB', 'BR'] },
  { name: 'D', place: [1, 2], corners: ['DFL', 'DRF', 'DLB', 'DBR'], edges: ['DF', 'DR', 'DB', 'DL'] },
] as const;

/** A face to draw. */
interface DrawnFace {
  readonly face: (typeof CUBE_FACES)[number];
  /** Returns a point of the net, given in units from the face's upper left corner. */
  readonly at: (x: number, y: number) => NetPoint;
  /** Returns the colour of a place on the face. */
  readonly on: (place: string) => string;
}

/** @param side units in a side of a face */
function cubeNet(
  state: string,
  places: readonly string[],
  side: number,
  draw: (drawn: DrawnFace) => readonly Facelet[],
): Net | null {
  const pieces = piecesOn(places, wordsIn(state));
  if (pieces === null) return null;
  const drawn = CUBE_FACES.map((face): DrawnFace => {
    const at = (x: number, y: number): NetPoint => [face.place[0] * side + x, face.place[1] * side + y];
    return { face, at, on: (place) => colourOn(pieces.get(place) ?? '', place, face.name) };
  });
  const faces = drawn.map(({ at }) => [at(0, 0), at(side, 0), at(side, side), at(0, side)]);
  return { width: 4 * side, height: 3 * side, facelets: drawn.flatMap(draw), faces };
}

function colourOn(piece: string, place: string, face: string): string {
  return place.length === 2 ? inOrderOfAxes(piece)[inOrderOfAxes(place).indexOf(face)] : piece[place.indexOf(face)];
}

function inOrderOfAxes(edge: string): string {
  const [first, second] = [...edge].map((letter) => AXES.findIndex((axis) => axis.includes(letter)));
  return second === (first + 1) % 3 ? edge : edge[1] + edge[0];
}

/** Returns square facelets in reading order. */
function tiles(at: DrawnFace['at'], colours: readonly string[]): Facelet[] {
  const side = Math.sqrt(colours.length);
  return colours.map((colour, index) => {
    const [x, y] = [index % side, Math.floor(index / side)];
    const corners = [at(x, y), at(x + 1, y), at(x + 1, y + 1), at(x, y + 1)];
    return facelet(corners, colour, colour === 'blank' ? '' : colour);
  });
}

/** The 2 x 2 x 2 cube, with 2 x 2 facelets on each face. */
function pocketCubeNet(state: string): Net | null {
  return cubeNet(state, CUBE_CORNERS, 2, ({ face, at, on }) => tiles(at, face.corners.map(on)));
}

/** The corners of a 3 x 3 x 3 cube, with blank edges. */
function cornersNet(state: string): Net | null {
  return cubeNet(state, CUBE_CORNERS, 3, ({ face, at, on }) => {
    const [first, second, third, fourth] = face.corners.map(on);
    return tiles(at, [first, 'blank', second, 'blank', face.name, 'blank', third, 'blank', fourth]);
  });
}

/** The Skewb, with a centre and four corners on each face. */
function skewbNet(state: string): Net | null {
  return cubeNet(state, [...CUBE_CORNERS, ...CUBE_CENTRES], 2, ({ face, at, on }) => [
    ...face.corners.map((place, corner) => {
      const [x, y] = [2 * (corner % 2), 2 * Math.floor(corner / 2)];
      return facelet([at(x, y), at(1, y), at(x, 1)], on(place));
    }),
    facelet([at(1, 0), at(2, 1), at(1, 2), at(0, 1)], on(face.name)),
  ]);
}

/** The Dino Cube, with four edges on each face. */
function dinoNet(state: string): Net | null {
  return cubeNet(state, CUBE_EDGES, 2, ({ face, at, on }) => {
    const ends = [at(0, 0), at(2, 0), at(2, 2), at(0, 2)];
    return face.edges.map((place, side) => facelet([ends[side], ends[(side + 1) % 4], at(1, 1)], on(place)));
  });
}

/* Nets of tetrahedra: the front face F between L and R, with the lower face D below it. */

const PYRAMINX_EDGES = ['UL', 'UR', 'UB', 'LR', 'LB', 'RB'];
const JING_EDGES = ['FL', 'FR', 'LR', 'FD', 'LD', 'RD'];

const CORNERS = 'ULRB';
/** The face without each corner. */
const OPPOSITE: Readonly<Record<string, string>> = { U: 'D', L: 'R', R: 'L', B: 'F' };
/** The other corners around each corner, clockwise. */
const AROUND: Readonly<Record<string, string>> = { U: 'RLB', L: 'URB', R: 'UBL', B: 'LRU' };
/** The corner of Jing's Pyraminx at each corner of the Pyraminx. */
const JING_CORNER_AT: Readonly<Record<string, string>> = { U: 'FLR', L: 'FDL', R: 'FRD', B: 'LDR' };

const SIDE = 6;
const HEIGHT = (SIDE * Math.sqrt(3)) / 2;
const TOP: NetPoint = [SIDE, 0];
const LEFT: NetPoint = [SIDE / 2, HEIGHT];
const RIGHT: NetPoint = [1.5 * SIDE, HEIGHT];

/** The faces: their corners, and the places of these in the net. */
const TETRAHEDRON_FACES = [
  { name: 'F', corners: 'ULR', points: [TOP, LEFT, RIGHT] },
  { name: 'L', corners: 'ULB', points: [TOP, LEFT, [0, 0]] },
  { name: 'R', corners: 'URB', points: [TOP, RIGHT, [2 * SIDE, 0]] },
  { name: 'D', corners: 'LRB', points: [LEFT, RIGHT, [SIDE, 2 * HEIGHT]] },
] as const;
type TriangleFace = (typeof TETRAHEDRON_FACES)[number];

/** Numbers of the colours of the Pyraminx, whose letters name corners. */
const NUMBERS: Readonly<Record<string, string>> = { F: '1', L: '2', R: '3', D: '4' };
/** Pairs of a face's corners, each with the third corner. */
const SIDES = [
  [0, 1, 2],
  [1, 2, 0],
  [2, 0, 1],
] as const;

/** Returns a point of a face, given as fractions of the sides from its corner `a` to `b` and to the third corner. */
type PointAt = (a: number, b: number, toB: number, toThird: number) => NetPoint;

function tetrahedronNet(draw: (face: TriangleFace, at: PointAt) => readonly Facelet[]): Net {
  const facelets = TETRAHEDRON_FACES.flatMap((face) =>
    draw(face, (a, b, toB, toThird) => {
      const [from, to, third] = [a, b, 3 - a - b].map((corner) => face.points[corner]);
      const along = (axis: 0 | 1) => from[axis] + toB * (to[axis] - from[axis]) + toThird * (third[axis] - from[axis]);
      return [along(0), along(1)];
    }),
  );
  const faces = TETRAHEDRON_FACES.map(({ points }) => points);
  return { width: 2 * SIDE, height: 2 * HEIGHT, facelets, faces };
}

/** The Pyraminx, with edges and centres. The names of its corners replace the missing tips. */
function pyraminxNet(state: string): Net | null {
  const words = wordsIn(state);
  const thirds = words.pop() ?? '';
  const edges = piecesOn(PYRAMINX_EDGES, words);
  if (edges === null || !/^[012]{4}$/.test(thirds) || words.some(([one, other]) => one === other)) return null;
  const net = tetrahedronNet((face, at) =>
    SIDES.flatMap(([a, b, c]) => {
      const [corner, end, on] = [face.corners[a], face.corners[b], face.corners[c]];
      const centre = centreColour(corner, Number(thirds[CORNERS.indexOf(corner)]), face.name);
      const edge = edgeColour(edges, corner + end, on);
      const [near, far, middle, inner] = [
        at(a, b, 1 / 3, 0),
        at(a, b, 2 / 3, 0),
        at(a, b, 1 / 3, 1 / 3),
        at(a, b, 0, 1 / 3),
      ];
      return [
        facelet([at(a, b, 0, 0), near, inner], 'tip', corner),
        facelet([near, middle, inner], centre, NUMBERS[centre]),
        facelet([near, far, middle], edge, NUMBERS[edge]),
      ];
    }),
  );
  // Without tips, a face is not a triangle, so there are no outlines.
  return { ...net, faces: [] };
}

/** Returns the colour that an edge shows on a face. @param place the edge's corners @param on the third corner of the face */
function edgeColour(edges: ReadonlyMap<string, string>, place: string, on: string): string {
  const inOrder = PYRAMINX_EDGES.find((edge) => edge.includes(place[0]) && edge.includes(place[1])) as string;
  const piece = edges.get(inOrder) as string;
  const [one, other] = [...CORNERS].filter((corner) => !piece.includes(corner));
  const off = [...CORNERS].find((corner) => !place.includes(corner) && corner !== on);
  const to = inOrder + on + off;
  const from = piece + one + other;
  const images = [...CORNERS].map((corner) => CORNERS.indexOf(to[from.indexOf(corner)]));
  // The face lacks one corner of the solid. This is the corner of the piece that the rotation takes there.
  return OPPOSITE[parity(images) === 0 ? other : one];
}

function centreColour(corner: string, thirds: number, face: string): string {
  const around = [...AROUND[corner]].map((other) => OPPOSITE[other]);
  return around[(around.indexOf(face) + 3 - thirds) % 3];
}

/** Jing's Pyraminx, with three corners, three edges and a centre on each face. Its pieces are named by their colours, as on cubes. */
function jingNet(state: string): Net | null {
  const pieces = piecesOn([...Object.values(JING_CORNER_AT), ...JING_EDGES, 'F', 'L', 'R', 'D'], wordsIn(state));
  if (pieces === null) return null;
  return tetrahedronNet((face, at) => {
    const on = (place: string) => (pieces.get(place) as string)[place.indexOf(face.name)];
    const t = 1 / 4;
    const middle = SIDES.map(([a, b]) => at(a, b, t, t));
    const sides = SIDES.flatMap(([a, b], side) => {
      const [corner, end] = [JING_CORNER_AT[face.corners[a]], JING_CORNER_AT[face.corners[b]]];
      // The edge of the faces that both corners share.
      const edge = JING_EDGES.find((faces) => [...faces].every((each) => corner.includes(each) && end.includes(each)));
      return [
        facelet([at(a, b, 0, 0), at(a, b, t, 0), middle[side], at(a, b, 0, t)], on(corner)),
        facelet([at(a, b, t, 0), at(a, b, 1 - t, 0), middle[(side + 1) % 3], middle[side]], on(edge as string)),
      ];
    });
    return [...sides, facelet(middle, on(face.name))];
  });
}
