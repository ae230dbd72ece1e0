/**
 * Nets of cubes: face U at the top, then L F R B, then D.
 *
 * A text names the piece on each place by its colours, in the order of the place's letters. So the colour of the place UFR on the face F
 * is the second letter of its word. Edges of the Dino Cube have no order of letters: turns preserve the cyclic order of the axes (up,
 * front, right), so the letters of piece and place correspond in this order.
 */

import type { Facelet, Net, NetPoint } from './facelet.js';
import { wordsInText } from './facelet.js';

const CORNERS = ['UFR', 'URB', 'UBL', 'ULF', 'DRF', 'DFL', 'DLB', 'DBR'];
const CENTRES = ['U', 'R', 'F', 'D', 'L', 'B'];
const EDGES = ['UF', 'UR', 'UB', 'UL', 'FR', 'FL', 'BR', 'BL', 'DF', 'DR', 'DB', 'DL'];

/** Colour of facelets that the text does not determine. */
const BLANK = 'blank';

/** A face: its place in the net, its corners in reading order, and its edges clockwise from the top. */
interface CubeFace {
  readonly name: string;
  readonly at: NetPoint;
  readonly corners: readonly string[];
  readonly edges: readonly string[];
}

const FACES: readonly CubeFace[] = [
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
  const corners = piecesOn(CORNERS, wordsInText(state));
  return (
    corners && netOf(2, (face) => face.corners.map((place, at) => tile(face, at, 2, turned(corners, place, face))))
  );
}

/** Returns the net of the corners of a 3 x 3 x 3 cube, with blank edges. */
export function cornersNet(state: string): Net | null {
  const corners = piecesOn(CORNERS, wordsInText(state));
  if (corners === null) return null;
  return netOf(3, (face) => [
    ...face.corners.map((place, at) => tile(face, [0, 2, 6, 8][at], 3, turned(corners, place, face))),
    ...[1, 3, 5, 7].map((at) => tile(face, at, 3, BLANK)),
    tile(face, 4, 3, face.name),
  ]);
}

/** Returns the net of the Skewb, with a centre and four corners on each face. */
export function skewbNet(state: string): Net | null {
  const words = wordsInText(state);
  const corners = piecesOn(CORNERS, words.slice(0, CORNERS.length));
  const centres = piecesOn(CENTRES, words.slice(CORNERS.length));
  if (corners === null || centres === null) return null;
  return netOf(2, (face) => {
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
  const edges = piecesOn(EDGES, wordsInText(state));
  if (edges === null) return null;
  return netOf(2, (face) => {
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

function netOf(side: number, faceletsOf: (face: CubeFace) => readonly Facelet[]): Net {
  const faces = FACES.map((face) => {
    return [
      inFace(face, side, 0, 0),
      inFace(face, side, side, 0),
      inFace(face, side, side, side),
      inFace(face, side, 0, side),
    ];
  });
  return { width: 4 * side, height: 3 * side, facelets: FACES.flatMap(faceletsOf), faces };
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
