/**
 * Nets of tetrahedra: the front face F between L and R, with the lower face D below it.
 *
 * *Pyraminx.* The corners are U, L, R and B, and the faces are F (without B), L (without R), R (without L) and D (without U).
 * A text gives the ends of an edge in the order of its place: `LU` on the place UR is the edge UL with its end L at U. The rotation of the
 * solid that puts it there takes L to U and U to R. Rotations are even permutations of the corners, so this one takes B to B and R to L.
 * The colour of the face without R then appears on the face without L.
 *
 * *Jing's Pyraminx.* The pieces are named by their colours, as on cubes.
 */

import { parity } from '../../../spaces/permutation/permutation.js';
import type { Facelet, Net, NetPoint } from './facelet.js';
import { wordsInText } from './facelet.js';

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
const FACES: readonly TriangleFace[] = [
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
  const net = netOf((face) => {
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
  return netOf((face) => {
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

function netOf(faceletsOf: (face: TriangleFace) => readonly Facelet[]): Net {
  const faces = FACES.map(({ points }) => points);
  return { width: 2 * SIDE, height: 2 * HEIGHT, facelets: FACES.flatMap(faceletsOf), faces };
}

function numbered(corners: readonly NetPoint[], colour: string): Facelet {
  return { corners, colour, label: NUMBERS[colour] };
}

function lettered(corners: readonly NetPoint[], colour: string): Facelet {
  return { corners, colour, label: colour };
}
