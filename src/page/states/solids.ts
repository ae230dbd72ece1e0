/**
 * Solids: their faces in space and in the net, the facelets on them, their colours in a state, and the parts that turn.
 *
 * A solid is what lies below the planes of its faces. A grip is a part that can be taken and turned: all points beyond a plane across its
 * axis. All else follows. The planes of the grips cut the faces into facelets, and a turn moves those beyond the plane to the places of
 * others.
 *
 * A puzzle's moves permute its points, as turns permute the facelets. So a facelet is matched with a point that the same moves move, and the
 * images of both under each move are matched in turn. Any such match gives the colours: two of them differ by a permutation that commutes with
 * all moves. Facelets that no move moves have the colour of their face. Those that are moved, but match no point, are unknown.
 *
 * On some solids one part is held, since turning a half of the solid is the same as turning the other half, and then the whole. Then each
 * half has a grip: L of the 2 x 2 x 2 cube makes the move R, after which the solid is seen from another side.
 *
 * The net begins with a face and rolls the solid over edges, which brings the faces next to it into the same plane.
 */

import { orderOf } from '../../permutations/permutation.js';
import type { Solid } from '../../serve/answers.js';
import type { PuzzleDefinition } from '../../spaces/permutation/colourings/puzzle.js';
import { corners3x3x3, cube2x2x2, dino, SKEWB_HALVES, skewb } from '../../spaces/puzzles/cubes.js';
import { jingPyraminx, pyraminx } from '../../spaces/puzzles/tetrahedra.js';
import {
  AXES,
  cameraMoved,
  centreOf,
  clip,
  difference,
  dot,
  type Look,
  type PlanePoint,
  projected,
  rotated,
  scaled,
  slice,
  sum,
  unit,
  type Vector,
} from './space.js';

export interface Grip {
  /** What moves are called after. */
  readonly part: string;
  /** Direction of length 1. */
  readonly axis: Vector;
  /** The part is beyond this height along the axis. */
  readonly beyond: number;
  /** The smallest turn, in radians. */
  readonly step: number;
  /** True if moves turn the other half of the solid. */
  readonly opposite: boolean;
}

/** A turn of a grip by some steps, clockwise if positive; or a part of a turn. */
export interface Turn {
  readonly grip: Grip;
  readonly steps: number;
}

/** What a solid's name determines: its faces and facelets, with their corners in space and their outlines in the net, its grips and turns. */
export type Body = ReturnType<typeof makeBody>;

const made: Partial<Record<Solid, Body>> = {};

/** Returns the body of a solid. */
export function bodyOf(solid: Solid): Body {
  made[solid] ??= makeBody(SHAPES[solid]);
  return made[solid];
}

function makeBody({ net, normals, height, around, beyond, front, puzzle }: Shape) {
  const { generators, text } = puzzle();
  const faces = facesOf(net, normals, height);
  // Powers of turns are called after them.
  const given = generators.flatMap(({ name: part, images }): Grip[] => {
    if (/['2]/.test(part)) return [];
    const axis = unit(sum([...(around?.[part] ?? part)].map((face) => normals[face])));
    return [{ part, axis, beyond, step: (2 * Math.PI) / orderOf(images, 4), opposite: false }];
  });
  const others = given
    .map((grip) => ({ ...grip, axis: scaled(grip.axis, -1), opposite: true }))
    .filter(({ axis }) => beyond === 0 && !given.some((grip) => dot(grip.axis, axis) > 0.99));
  const grips = [...given, ...others];
  const facelets = faces.flatMap(({ name, normal, flat }) => {
    const cut = (pieces: Vector[][], { axis }: Grip) =>
      pieces.flatMap((piece) =>
        [clip(piece, axis, beyond), clip(piece, scaled(axis, -1), -beyond)].filter(({ length }) => length > 2),
      );
    const own = grips.reduce(cut, [slice(normal, height, faces)]).map((corners) => {
      return { corners, point: centreOf(corners), normal, face: name, outline: corners.map(flat) };
    });
    const inReadingOrder = ({ point }: { point: Vector }) => dot(flat(point), [1, 100]);
    return own.sort((one, other) => inReadingOrder(one) - inReadingOrder(other));
  });
  /** The turns of moves, and the images of points under these. */
  const turns = given.flatMap((grip) =>
    [1, -1, 2].flatMap((steps) => {
      const points = generators.find(({ name }) => name === moveName({ grip, steps }))?.images;
      return points ? [{ grip, steps, points, images: imagesOf({ grip, steps }, facelets) }] : [];
    }),
  );
  /** How it is seen from the front and from behind. */
  const looks: readonly Look[] = [front, [front[0] + Math.PI, -front[1]]];
  /** What pictures of these show: left, top, width and height. */
  const frames = looks.map((look) => {
    const seen = facelets.flatMap(({ corners }) => corners.map((corner) => projected(cameraMoved(AXES, look), corner)));
    const [xs, ys] = [0, 1].map((axis) => seen.map((place) => place[axis]));
    const [left, top] = [Math.min(...xs) - 2, Math.min(...ys) - 2];
    return [left, top, Math.max(...xs) + 2 - left, Math.max(...ys) + 2 - top];
  });
  return { faces, facelets, grips, turns, looks, frames, text, stickers: stickersOf(facelets, turns) };
}

/** Returns the facelets to whose places a turn moves each. */
export function imagesOf({ grip, steps }: Turn, facelets: readonly { readonly point: Vector }[]): number[] {
  return facelets.map(({ point }) => {
    const to = isBeyond(grip, point) ? rotated(point, grip.axis, steps * grip.step) : point;
    return facelets.findIndex((other) => other.point.every((value, axis) => Math.abs(value - to[axis]) < 1e-6));
  });
}

/** Returns true if a point turns with a grip. */
export function isBeyond({ axis, beyond }: Grip, point: Vector): boolean {
  return dot(axis, point) > beyond + 1e-6;
}

/* The net. */

/** Returns the faces. @param net the first face, and then pairs: a face, and another one that lies next to it in the net */
function facesOf([first, ...pairs]: readonly string[], normals: Shape['normals'], height: number) {
  const faces = [faceAt(first, normals[first], height, [1, 0, 0], [0, 0])];
  for (const [beside, name] of pairs) {
    const face = faces.find((other) => other.name === beside) ?? faces[0];
    const edge = scaled(sum([face.normal, normals[name]]), 1 / (1 + dot(face.normal, normals[name])));
    const right = difference(face.right, scaled(edge, dot(face.right, normals[name])));
    // A point of the edge has the same place in the net on both faces.
    const [there, here] = [face, faceAt(name, normals[name], height, right, [0, 0])].map(({ flat }) =>
      flat(scaled(edge, height)),
    );
    faces.push(faceAt(name, normals[name], height, right, difference(there, here)));
  }
  return faces;
}

/** @param right what is to the right in the net @param at place of its middle there */
function faceAt(name: string, normal: Vector, height: number, right: Vector, at: PlanePoint) {
  const down = rotated(right, normal, Math.PI / 2);
  return {
    ...{ name, normal, height, right },
    /** Returns the place of a point in the net. */
    flat: (point: Vector) => sum<PlanePoint>([at, [dot(point, right), dot(point, down)]]),
    /** Returns the point at a place of the net. */
    fold: (place: PlanePoint) => {
      const [x, y] = difference(place, at);
      return sum([scaled(normal, height), scaled(right, x), scaled(down, y)]);
    },
  };
}

/* States and moves. */

/**
 * Returns what each facelet shows: a point of the puzzle, and the faces of the facelets that show each colour at that point, or its own face
 * if no move moves it. Unknown facelets show nothing.
 */
function stickersOf(
  facelets: readonly { readonly face: string }[],
  turns: readonly { readonly images: readonly number[]; readonly points: readonly number[] }[],
) {
  const stickers: { readonly point: number; readonly faces: string[] }[] = [];
  const match = (facelet: number, point: number, faces: string[]) => {
    if (stickers[facelet] !== undefined) return;
    stickers[facelet] = { point, faces };
    faces[point] = facelets[facelet].face;
    for (const { images, points } of turns) match(images[facelet], points[point], faces);
  };
  for (const [facelet, { face }] of facelets.entries()) {
    const isSame = (_: number, point: number) =>
      turns.every(({ images, points }) => (images[facelet] === facelet) === (points[point] === point));
    const point = turns[0].points.findIndex(isSame);
    if (point >= 0) match(facelet, point, []);
    else if (turns.every(({ images }) => images[facelet] === facelet))
      stickers[facelet] = { point: 0, faces: turns[0].points.map(() => face) };
  }
  return stickers;
}

/** Returns the colours of all facelets in a state: the face that has each in the goal, empty if it is unknown. Returns null if the text is not a state. */
export function coloursIn(state: string, { facelets, stickers, text }: Body): string[] | null {
  try {
    const colouring = text?.parse(state) ?? [];
    return facelets.map((_, index) => stickers[index]?.faces[colouring[stickers[index].point]] ?? '');
  } catch {
    return null;
  }
}

const SUFFIXES: Readonly<Record<number, string>> = { 1: '', [-1]: "'", 2: '2' };

/** Returns the move that a turn makes. On solids of which a part is held, turns of both halves make the same move. */
export function moveName({ grip, steps }: Turn): string {
  return grip.part + SUFFIXES[steps];
}

/** Returns the turn of a move that leads from some colours to others, if a move does. */
export function turnBetween({ turns }: Body, from: readonly string[], to: readonly string[]): Turn | undefined {
  return turns.find(({ images }) => images.every((image, place) => to[image] === from[place]));
}

/* The shapes. */

/** What makes a solid. */
interface Shape {
  readonly puzzle: () => PuzzleDefinition;
  /** Directions of length 1. */
  readonly normals: Readonly<Record<string, Vector>>;
  /** Distance of the faces from the centre. */
  readonly height: number;
  /** A face, and then pairs: a face, and another one next to it. */
  readonly net: readonly string[];
  readonly front: Look;
  /** The parts that turn are beyond this height along their axes. */
  readonly beyond: number;
  /** The faces around each part that turns. @default its name */
  readonly around?: Readonly<Record<string, string>>;
}

/** A cube of side 2. In the net: L F R B in a row, U above F and D below it. */
const CUBE = {
  normals: { U: [0, 1, 0], R: [1, 0, 0], F: [0, 0, 1], D: [0, -1, 0], L: [-1, 0, 0], B: [0, 0, -1] },
  height: 1,
  net: ['F', 'FU', 'FL', 'FR', 'RB', 'FD'],
  front: [-0.58, 0.47],
} as const;

/** Distance of a tetrahedron's corners from its centre. */
const RADIUS = 1.9;
const [HALF, ROOT] = [Math.SQRT2 / 3, Math.sqrt(2 / 3)];

/** In the net: the first face is between the next two, and the last one is below it. */
function tetrahedron([front, left, right, down]: string) {
  const normals: Shape['normals'] = {
    ...{ [front]: [0, 1 / 3, 2 * HALF], [left]: [-ROOT, 1 / 3, -HALF] },
    ...{ [right]: [ROOT, 1 / 3, -HALF], [down]: [0, -1, 0] },
  };
  const net = [front, front + left, front + right, front + down];
  return { normals, height: RADIUS / 3, net, front: [-0.87, 0.44] as const };
}

const SHAPES: Readonly<Record<Solid, Shape>> = {
  'cube-2x2x2': { ...CUBE, puzzle: () => cube2x2x2('half-turn'), beyond: 0 },
  // Its edges are unknown.
  'corners-3x3x3': { ...CUBE, puzzle: () => corners3x3x3('half-turn'), beyond: 1 / 3 },
  skewb: { ...CUBE, puzzle: skewb, beyond: 0, around: SKEWB_HALVES },
  // The cut goes through the three corners next to the one that turns.
  dino: { ...CUBE, puzzle: dino, beyond: 1 / Math.sqrt(3) },
  // Letters name corners, so numbers name faces. Tips, which the puzzle lacks, are parts of their corners.
  pyraminx: {
    ...tetrahedron('1234'),
    puzzle: pyraminx,
    beyond: RADIUS / 9,
    around: { U: '123', L: '142', R: '134', B: '243' },
  },
  'jing-pyraminx': { ...tetrahedron('FLRD'), puzzle: jingPyraminx, beyond: 0 },
};
