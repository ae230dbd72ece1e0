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

import type { Solid } from '../../serve/answers.js';
import type { Generator, PuzzleDefinition } from '../../spaces/permutation/colourings/puzzle.js';
import { corners3x3x3, cube2x2x2, dino, SKEWB_HALVES, skewb } from '../../spaces/puzzles/cubes.js';
import { jingPyraminx, OPPOSITE_FACE, pyraminx } from '../../spaces/puzzles/tetrahedra.js';
import {
  centreOf,
  clip,
  difference,
  dot,
  type Look,
  type PlanePoint,
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

function makeBody({ net, normals, height, parts, beyond, tips, front, labels, puzzle }: Shape) {
  const faces = facesOf(net, normals, height);
  const gripsAt = (height: number) =>
    Object.entries(parts).map(([part, around]): Grip => {
      const axis = unit(sum([...around].map((face) => normals[face])));
      // A cube's faces turn by quarters.
      const step = (2 * Math.PI) / (around in normals && faces.length === 6 ? 4 : 3);
      return { part, axis, beyond: height, step, opposite: false };
    });
  const given = gripsAt(beyond);
  const others = given
    .map((grip) => ({ ...grip, axis: scaled(grip.axis, -1), opposite: true }))
    .filter(({ axis }) => beyond === 0 && !given.some((grip) => dot(grip.axis, axis) > 0.99));
  const grips = [...given, ...others];
  const missing = tips === undefined ? [] : gripsAt(tips);
  const facelets = faces.flatMap(({ normal, flat }, face) => {
    const cut = (pieces: Vector[][], { axis, beyond }: Grip) =>
      pieces.flatMap((piece) =>
        [clip(piece, axis, beyond), clip(piece, scaled(axis, -1), -beyond)].filter(({ length }) => length > 2),
      );
    const own = [...grips, ...missing].reduce(cut, [slice(normal, height, faces)]).map((corners) => {
      const point = centreOf(corners);
      const tip = missing.find((grip) => isBeyond(grip, point))?.part;
      return { corners, point, normal, face, tip, outline: corners.map(flat) };
    });
    // In reading order. The outlines of tips are under those of pieces.
    const place = ({ outline, tip }: (typeof own)[number]) => dot(centreOf(outline), [1, 100]) + (tip ? 0 : 1e4);
    return own.sort((one, other) => place(one) - place(other));
  });
  /** The turns that are moves. */
  const turns = grips.flatMap((grip) =>
    (grip.step < 2 ? [1, -1, 2] : [1, -1]).map((steps) => {
      const images = facelets.map(({ point }) => {
        const to = isBeyond(grip, point) ? rotated(point, grip.axis, steps * grip.step) : point;
        return facelets.findIndex((other) => other.point.every((value, axis) => Math.abs(value - to[axis]) < 1e-6));
      });
      return { grip, steps, images };
    }),
  );
  const definition = puzzle();
  return {
    ...{ faces, facelets, grips, turns, labels, definition },
    stickers: stickersOf(facelets, turns, definition),
    /** How it is seen from the front and from behind. */
    looks: [front, [front[0] + Math.PI, -front[1]]] as readonly [Look, Look],
  };
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
    const normal = normals[name];
    const edge = scaled(sum([face.normal, normal]), 1 / (1 + dot(face.normal, normal)));
    const right = difference(face.right, scaled(edge, dot(face.right, normal)));
    // A point of the edge has the same place in the net on both faces.
    const middle = scaled(edge, height);
    const { flat } = faceAt(name, normal, height, right, [0, 0]);
    faces.push(faceAt(name, normal, height, right, difference(face.flat(middle), flat(middle))));
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

/** Returns the point of the puzzle that each facelet shows, and the facelets that show each colour to it; nothing if there is no such point. */
function stickersOf(
  facelets: readonly unknown[],
  turns: readonly (Turn & Pick<Generator, 'images'>)[],
  { generators }: PuzzleDefinition,
) {
  const stickers: { readonly point: number; readonly homes: number[] }[] = [];
  const moves = turns.flatMap((turn) => {
    const generator = turn.grip.opposite ? undefined : generators.find(({ name }) => name === moveName(turn));
    return generator ? [[turn.images, generator.images]] : [];
  });
  const match = (facelet: number, point: number, homes: number[]) => {
    if (stickers[facelet] !== undefined) return;
    stickers[facelet] = { point, homes };
    homes[point] = facelet;
    for (const [places, points] of moves) match(places[facelet], points[point], homes);
  };
  for (const facelet of facelets.keys()) {
    const fits = (_: number, point: number) =>
      moves.every(([places, points]) => (places[facelet] === facelet) === (points[point] === point));
    const point = generators[0].images.findIndex(fits);
    if (point >= 0) match(facelet, point, []);
  }
  return stickers;
}

export interface FaceletColour {
  /** Face with this colour in the goal; `blank` for an unknown colour, `tip` for a part that the puzzle lacks. */
  readonly colour: string;
  /** Name of the colour, or of the missing part. */
  readonly label: string;
}

/** Returns the colours of all facelets in a state; null if the text is not a state. */
export function coloursIn(state: string, body: Body): FaceletColour[] | null {
  const { faces, facelets, turns, stickers, labels, definition } = body;
  let colouring: Uint8Array | undefined;
  try {
    colouring = definition.text?.parse(state);
  } catch {}
  if (colouring === undefined) return null;
  return facelets.map(({ tip }, index) => {
    if (tip !== undefined) return { colour: 'tip', label: tip };
    const isStill = turns.every(({ grip, images }) => grip.opposite || images[index] === index);
    const { point, homes } = stickers[index] ?? {};
    const home = isStill ? index : homes?.[colouring[point]];
    if (home === undefined) return { colour: 'blank', label: '' };
    const { name } = faces[facelets[home].face];
    return { colour: name, label: labels?.[name] ?? name };
  });
}

const SUFFIXES: Readonly<Record<number, string>> = { 1: '', [-1]: "'", 2: '2' };

/** Returns the move that a turn makes. On solids of which a part is held, turns of both halves make the same move. */
export function moveName({ grip, steps }: Turn): string {
  return grip.part + SUFFIXES[steps];
}

/** Returns the turn of a move that leads from some colours to others, if a move does. */
export function turnBetween(
  { turns }: Body,
  from: readonly FaceletColour[],
  to: readonly FaceletColour[],
): Turn | undefined {
  return turns.find(
    ({ grip, images }) => !grip.opposite && images.every((image, place) => to[image].colour === from[place].colour),
  );
}

/* The shapes. */

/** What makes a solid. */
interface Shape {
  /** Directions of length 1. */
  readonly normals: Readonly<Record<string, Vector>>;
  /** Distance of the faces from the centre. */
  readonly height: number;
  /** A face, and then pairs: a face, and another one next to it. */
  readonly net: readonly string[];
  readonly front: Look;
  /** The parts that turn: their names in moves, and the faces around each. */
  readonly parts: Readonly<Record<string, string>>;
  /** The parts are beyond this height along their axes. */
  readonly beyond: number;
  /** Height of the tips that the puzzle lacks, if it has tips. */
  readonly tips?: number;
  readonly puzzle: () => PuzzleDefinition;
  /** Names of the colours. @default the letters of the faces */
  readonly labels?: Readonly<Record<string, string>>;
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

/** In the net: the front face F between L and R, with the lower face D below it. */
const TETRAHEDRON = {
  normals: { F: [0, 1 / 3, 2 * HALF], L: [-ROOT, 1 / 3, -HALF], R: [ROOT, 1 / 3, -HALF], D: [0, -1, 0] },
  height: RADIUS / 3,
  net: ['F', 'FL', 'FR', 'FD'],
  front: [-0.87, 0.44],
} as const;

/** Returns parts that are named by the faces around them. */
function named(parts: readonly string[]): Shape['parts'] {
  return Object.fromEntries(parts.map((part) => [part, part]));
}

const SHAPES: Readonly<Record<Solid, Shape>> = {
  'cube-2x2x2': { ...CUBE, parts: named([...'URF']), beyond: 0, puzzle: () => cube2x2x2('half-turn') },
  // Its edges are unknown.
  'corners-3x3x3': { ...CUBE, parts: named([...'URFDLB']), beyond: 1 / 3, puzzle: () => corners3x3x3('half-turn') },
  skewb: { ...CUBE, parts: SKEWB_HALVES, beyond: 0, puzzle: skewb },
  // The cut goes through the three corners next to the one that turns.
  dino: {
    ...CUBE,
    parts: named(['UFR', 'URB', 'UBL', 'ULF', 'DRF', 'DFL', 'DLB', 'DBR']),
    beyond: 1 / Math.sqrt(3),
    puzzle: dino,
  },
  pyraminx: {
    ...TETRAHEDRON,
    parts: { U: 'FLR', L: 'FDL', R: 'FRD', B: 'LDR' },
    beyond: RADIUS / 9,
    tips: (RADIUS * 5) / 9,
    puzzle: pyraminx,
    // Letters name corners.
    labels: { F: '1', L: '2', R: '3', D: '4' },
  },
  'jing-pyraminx': {
    ...TETRAHEDRON,
    parts: named(Object.entries(OPPOSITE_FACE).flat()),
    beyond: 0,
    puzzle: jingPyraminx,
  },
};
