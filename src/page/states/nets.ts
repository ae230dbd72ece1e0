/** The net of a solid, and its facelets. */

import { parity } from '../../permutations/permutation.js';

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

/** Returns the mean of points. */
export function centreOf(points: readonly NetPoint[]): NetPoint {
  const sum = (axis: 0 | 1) => points.reduce((total, point) => total + point[axis], 0);
  return [sum(0) / points.length, sum(1) / points.length];
}

/** Returns the words of a state's text. */
function wordsInText(state: string): string[] {
  return state.split(/[\s/]+/).filter((word) => word !== '');
}

/*
 * Nets of cubes: face U at the top, then L F R B, then D.
 *
 * A text names the piece on each place by its colours, in the order of the place's letters. So the colour of the place UFR on the face F
 * is the second letter of its word. Edges of the Dino Cube have no order of letters: turns preserve the cyclic order of the axes (up,
 * front, right), so the letters of piece and place correspond in this order.
 */

const CUBE_CORNERS = ['UFR', 'URB', 'UBL', 'ULF', 'DRF', 'DFL', 'DLB', 'DBR'];
const CUBE_CENTRES = ['U', 'R', 'F', 'D', 'L', 'B'];
const CUBE_EDGES = ['UF', 'UR', 'UB', 'UL', 'FR', 'FL', 'BR', 'BL', 'DF', 'DR', 'DB', 'DL'];

/** Colour of facelets that the text does not determine. */
const BLANK = 'blank';

/** A face: its place in the net, its corners in reading order, and its edges clockwise from the top. */
interface CubeFace {
  readonly name: string;
  readonly at: NetPoint;
  readonly corners: readonly string[];
  readonly edges: readonly string[];
}

const CUBE_FACES: readonly CubeFace[] = [
  face('U', [1, 0], 'UBL URB ULF UFR', 'UB UR UF UL'),
  face('L', [0, 1], 'UBL ULF DLB DFL', 'UL FL DL BL'),
  face('F', [1, 1], 'ULF UFR DFL DRF', 'UF FR DF FL'),
  face('R', [2, 1], 'UFR URB DRF DBR', 'UR BR DR FR'),
  face('B', [3, 1], 'URB UBL DBR DLB', 'UB BL DB BR'),
  face('D', [1, 2], 'DFL DRF DLB DBR', 'DF DR DB DL'),
];

function face(name: string, at: NetPoint, corners: string, edges: string): CubeFace {
  return { name, at, corners: corners.split(' '), edges: edges.split(' ') };
}

/** Returns the net of a 2 x 2 x 2 cube, with 2 x 2 facelets on each face. */
export function pocketCubeNet(state: string): Net | null {
  const corners = piecesOn(CUBE_CORNERS, wordsInText(state));
  return (
    corners && cubeNet(2, (face) => face.corners.map((place, at) => tile(face, at, 2, turned(corners, place, face))))
  );
}

/** Returns the net of the corners of a 3 x 3 x 3 cube, with blank edges. */
export function cornersNet(state: string): Net | null {
  const corners = piecesOn(CUBE_CORNERS, wordsInText(state));
  if (corners === null) return null;
  return cubeNet(3, (face) => [
    ...face.corners.map((place, at) => tile(face, [0, 2, 6, 8][at], 3, turned(corners, place, face))),
    ...[1, 3, 5, 7].map((at) => tile(face, at, 3, BLANK)),
    tile(face, 4, 3, face.name),
  ]);
}

/** Returns the net of the Skewb, with a centre and four corners on each face. */
export function skewbNet(state: string): Net | null {
  const words = wordsInText(state);
  const corners = piecesOn(CUBE_CORNERS, words.slice(0, CUBE_CORNERS.length));
  const centres = piecesOn(CUBE_CENTRES, words.slice(CUBE_CORNERS.length));
  if (corners === null || centres === null) return null;
  return cubeNet(2, (face) => {
    const at = (x: number, y: number) => inFace(face, 2, x, y);
    const sides = [at(1, 0), at(2, 1), at(1, 2), at(0, 1)];
    const ends = [at(0, 0), at(2, 0), at(0, 2), at(2, 2)];
    const beside = [
      [0, 3],
      [0, 1],
      [2, 3],
      [2, 1],
    ];
    return [
      ...face.corners.map((place, corner) => {
        const [one, other] = beside[corner];
        return facelet([ends[corner], sides[one], sides[other]], turned(corners, place, face));
      }),
      facelet(sides, centres.get(face.name) as string),
    ];
  });
}

/** Returns the net of the Dino Cube, with four edges on each face. */
export function dinoNet(state: string): Net | null {
  const edges = piecesOn(CUBE_EDGES, wordsInText(state));
  if (edges === null) return null;
  return cubeNet(2, (face) => {
    const at = (x: number, y: number) => inFace(face, 2, x, y);
    const ends = [at(0, 0), at(2, 0), at(2, 2), at(0, 2)];
    return face.edges.map((place, side) => {
      const piece = inOrderOfAxes(edges.get(place) as string);
      return facelet([ends[side], ends[(side + 1) % 4], at(1, 1)], piece[inOrderOfAxes(place).indexOf(face.name)]);
    });
  });
}

/** Returns the word of each place; null if the words do not fit the places. */
function piecesOn(places: readonly string[], words: readonly string[]): Map<string, string> | null {
  const known = words.every((word, at) => /^[UFRDLB]+$/.test(word) && word.length === places[at]?.length);
  return known && words.length === places.length ? new Map(places.map((place, at) => [place, words[at]])) : null;
}

function turned(pieces: ReadonlyMap<string, string>, place: string, { name }: CubeFace): string {
  return (pieces.get(place) as string)[place.indexOf(name)];
}

const AXES = ['UD', 'FB', 'RL'];

function inOrderOfAxes(edge: string): string {
  const [first, second] = [...edge].map((letter) => AXES.findIndex((axis) => axis.includes(letter)));
  return second === (first + 1) % 3 ? edge : edge[1] + edge[0];
}

function cubeNet(side: number, faceletsOf: (face: CubeFace) => readonly Facelet[]): Net {
  const faces = CUBE_FACES.map((face) => {
    return [
      inFace(face, side, 0, 0),
      inFace(face, side, side, 0),
      inFace(face, side, side, side),
      inFace(face, side, 0, side),
    ];
  });
  return { width: 4 * side, height: 3 * side, facelets: CUBE_FACES.flatMap(faceletsOf), faces };
}

function inFace({ at }: CubeFace, side: number, x: number, y: number): NetPoint {
  return [at[0] * side + x, at[1] * side + y];
}

/** Returns a square facelet. @param index in reading order */
function tile(face: CubeFace, index: number, side: number, colour: string): Facelet {
  const x = index % side;
  const y = Math.floor(index / side);
  const at = (right: number, down: number) => inFace(face, side, x + right, y + down);
  return facelet([at(0, 0), at(1, 0), at(1, 1), at(0, 1)], colour);
}

function facelet(corners: readonly NetPoint[], colour: string): Facelet {
  return { corners, colour, label: colour === BLANK ? '' : colour };
}

/*
 * Nets of tetrahedra: the front face F between L and R, with the lower face D below it.
 *
 * *Pyraminx.* The corners are U, L, R and B, and the faces are F (without B), L (without R), R (without L) and D (without U).
 * A text gives the ends of an edge in the order of its place: `LU` on the place UR is the edge UL with its end L at U. The rotation of the
 * solid that puts it there takes L to U and U to R. Rotations are even permutations of the corners, so this one takes B to B and R to L.
 * The colour of the face without R then appears on the face without L.
 *
 * *Jing's Pyraminx.* The pieces are named by their colours, as on cubes.
 */

const PYRAMINX_EDGES = ['UL', 'UR', 'UB', 'LR', 'LB', 'RB'];
const JING_CORNERS = ['FLR', 'FDL', 'FRD', 'LDR'];
const JING_EDGES = ['FL', 'FR', 'LR', 'FD', 'LD', 'RD'];
const JING_FACES = ['F', 'L', 'R', 'D'];

const CORNERS = 'ULRB';
/** The face without each corner. */
const OPPOSITE: Readonly<Record<string, string>> = { U: 'D', L: 'R', R: 'L', B: 'F' };
/** The other corners around each corner, clockwise. */
const AROUND: Readonly<Record<string, string>> = { U: 'RLB', L: 'URB', R: 'UBL', B: 'LRU' };
/** The corner of Jing's Pyraminx at each corner of the Pyraminx. */
const JING_CORNER_AT: Readonly<Record<string, string>> = { U: 'FLR', L: 'FDL', R: 'FRD', B: 'LDR' };

const SIDE = 6;
const HEIGHT = (SIDE * Math.sqrt(3)) / 2;

/** A face: its corners, and their places in the net. */
interface TriangleFace {
  readonly name: string;
  readonly corners: string;
  readonly points: readonly NetPoint[];
}

const [TOP, LEFT, RIGHT]: readonly NetPoint[] = [
  [SIDE, 0],
  [SIDE / 2, HEIGHT],
  [1.5 * SIDE, HEIGHT],
];
const TETRAHEDRON_FACES: readonly TriangleFace[] = [
  { name: 'F', corners: 'ULR', points: [TOP, LEFT, RIGHT] },
  { name: 'L', corners: 'ULB', points: [TOP, LEFT, [0, 0]] },
  { name: 'R', corners: 'URB', points: [TOP, RIGHT, [2 * SIDE, 0]] },
  { name: 'D', corners: 'LRB', points: [LEFT, RIGHT, [SIDE, 2 * HEIGHT]] },
];
/** Numbers of the colours of the Pyraminx, whose letters name corners. */
const NUMBERS: Readonly<Record<string, string>> = { F: '1', L: '2', R: '3', D: '4' };
/** Pairs of a face's corners, each with the third corner. */
const SIDES = [
  [0, 1, 2],
  [1, 2, 0],
  [2, 0, 1],
] as const;

/** Returns the net of a Pyraminx, with edges and centres. The names of its corners replace the missing tips. */
export function pyraminxNet(state: string): Net | null {
  const words = wordsInText(state);
  const thirds = words.at(-1) ?? '';
  if (words.length !== PYRAMINX_EDGES.length + 1 || !/^[012]{4}$/.test(thirds)) return null;
  const edges = words.slice(0, -1);
  if (!edges.every((word) => /^[ULRB]{2}$/.test(word) && word[0] !== word[1])) return null;
  const net = tetrahedronNet((face) => {
    const at = pointsOf(face);
    return SIDES.flatMap(([a, b, c]): Facelet[] => {
      const [corner, end] = [face.corners[a], face.corners[b]];
      const turns = Number(thirds[CORNERS.indexOf(corner)]);
      return [
        { corners: [at(a, b, 0, 0), at(a, b, 1 / 3, 0), at(a, b, 0, 1 / 3)], colour: 'tip', label: corner },
        numbered(
          [at(a, b, 1 / 3, 0), at(a, b, 1 / 3, 1 / 3), at(a, b, 0, 1 / 3)],
          centreColour(corner, turns, face.name),
        ),
        numbered(
          [at(a, b, 1 / 3, 0), at(a, b, 2 / 3, 0), at(a, b, 1 / 3, 1 / 3)],
          edgeColour(edges, corner + end, face.corners[c]),
        ),
      ];
    });
  });
  // Without tips, a face is not a triangle, so there are no outlines.
  return { ...net, faces: [] };
}

/** Returns the net of Jing's Pyraminx, with three corners, three edges and a centre on each face. */
export function jingNet(state: string): Net | null {
  const words = wordsInText(state);
  const places = [...JING_CORNERS, ...JING_EDGES, ...JING_FACES];
  if (words.length !== places.length) return null;
  if (!words.every((word, at) => /^[FLRD]+$/.test(word) && word.length === places[at].length)) return null;
  return tetrahedronNet((face) => {
    const at = pointsOf(face);
    const colourOn = (place: string) => words[places.indexOf(place)][place.indexOf(face.name)];
    const t = 1 / 4;
    return [
      ...SIDES.flatMap(([a, b, c]) => {
        const corner = JING_CORNER_AT[face.corners[a]];
        const edge = edgeBetween(corner, JING_CORNER_AT[face.corners[b]]);
        return [
          lettered([at(a, b, 0, 0), at(a, b, t, 0), at(a, b, t, t), at(a, b, 0, t)], colourOn(corner)),
          lettered([at(a, b, t, 0), at(a, b, 1 - t, 0), at(b, c, t, t), at(a, b, t, t)], colourOn(edge)),
        ];
      }),
      lettered(
        SIDES.map(([a, b]) => at(a, b, t, t)),
        colourOn(face.name),
      ),
    ];
  });
}

/** Returns the colour that an edge shows on a face. @param place the edge's corners @param on the third corner of the face */
function edgeColour(edges: readonly string[], place: string, on: string): string {
  const inOrder = PYRAMINX_EDGES.find((edge) => edge.includes(place[0]) && edge.includes(place[1])) as string;
  const piece = edges[PYRAMINX_EDGES.indexOf(inOrder)];
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

/** Returns the edge between two corners of Jing's Pyraminx: the edge of the faces that both share. */
function edgeBetween(one: string, other: string): string {
  return JING_EDGES.find((edge) => [...edge].every((face) => one.includes(face) && other.includes(face))) as string;
}

/** Returns a function for points of a face, given as fractions of the sides from its corner `a` to `b` and to the third corner. */
function pointsOf({ points }: TriangleFace) {
  return (a: number, b: number, toB: number, toThird: number): NetPoint => {
    const third = points[3 - a - b];
    const along = (axis: 0 | 1) =>
      points[a][axis] + toB * (points[b][axis] - points[a][axis]) + toThird * (third[axis] - points[a][axis]);
    return [along(0), along(1)];
  };
}

function tetrahedronNet(faceletsOf: (face: TriangleFace) => readonly Facelet[]): Net {
  const faces = TETRAHEDRON_FACES.map(({ points }) => points);
  return { width: 2 * SIDE, height: 2 * HEIGHT, facelets: TETRAHEDRON_FACES.flatMap(faceletsOf), faces };
}

function numbered(corners: readonly NetPoint[], colour: string): Facelet {
  return { corners, colour, label: NUMBERS[colour] };
}

function lettered(corners: readonly NetPoint[], colour: string): Facelet {
  return { corners, colour, label: colour };
}
