/**
 * Solids: their faces in the net and in space, the facelets on them, their colours in a state, and the parts that turn.
 *
 * A grip is a part that can be taken and turned: all points beyond a plane across its axis. All else follows. The planes cut the faces into
 * facelets. Facelets that are beyond the same planes are on the same piece. A turn moves facelets to the places of others, so the state before
 * and after a move determine the move.
 *
 * On some solids one part is held, since turning a half of the solid is the same as turning the other half, and then the whole. Then each
 * half has a grip: L of the 2 x 2 x 2 cube makes the move R, after which the solid is seen from another side.
 *
 * A piece is named by its colours, and a place by the faces that it is on. The text of a state gives the piece on each place, its letters in
 * the order of the place's own: the colour of the place UFR on the face F is the second letter of its word. Two texts are first written so.
 * Edges of the Dino Cube have no order of letters: turns keep the cyclic order of the axes (up, front, right). The Pyraminx names an edge by
 * the corners at its ends, and gives the thirds by which centres are turned.
 */

import type { Solid } from '../../serve/answers.js';
import {
  centreOf,
  difference,
  dot,
  type Look,
  type PlanePoint,
  rotated,
  type SurfacePoint,
  scaled,
  sum,
  unit,
  type Vector,
} from './space.js';

export interface Grip extends ShapeGrip {
  /** True if moves turn the other half of the solid. */
  readonly opposite: boolean;
  /** For each facelet, the one to whose place a clockwise step moves it. */
  readonly images: readonly number[];
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

function makeBody(shape: Shape) {
  const { grips: given, tips = [], front } = shape;
  const faces = shape.faces.map((face) => {
    const corners = face.ends.map(shape.vertex);
    const middle = centreOf(corners);
    return { ...face, corners, normal: unit(middle), height: Math.hypot(...middle), fold: foldOf(face, corners) };
  });
  const facelets = faces.flatMap(({ outline, fold, normal }, face) => {
    const cut = (parts: Outline[], { axis, beyond }: ShapeGrip) =>
      parts.flatMap((part) => split(part, (point) => dot(axis, fold(point)) - beyond));
    const outlines = [...given, ...tips].reduce(cut, [outline]).sort(inReadingOrder);
    const own = outlines.map((outline) => {
      const point = fold(centreOf(outline));
      const partsAt = (grips: readonly ShapeGrip[]) =>
        grips.flatMap((grip) => (isBeyond(grip, point) ? grip.part : [])).join();
      // The grips that it turns with are the same for all facelets of a piece.
      return { outline, corners: outline.map(fold), point, normal, face, piece: partsAt(given), tip: partsAt(tips) };
    });
    // The outlines of tips are under those of pieces.
    return own.sort((one, other) => Number(one.tip === '') - Number(other.tip === ''));
  });
  const others = given
    .filter(({ axis, beyond }) => beyond === 0 && !given.some((grip) => dot(grip.axis, axis) < -0.99))
    .map((grip) => ({ ...grip, axis: scaled(grip.axis, -1), opposite: true }));
  const grips = [...given.map((grip) => ({ ...grip, opposite: false })), ...others].map((grip): Grip => {
    return { ...grip, images: imagesOf(grip, facelets) };
  });
  /** The turns that are moves. */
  const turns = grips.flatMap((grip) => {
    return (grip.step === QUARTER ? [1, -1, 2] : [1, -1]).map((steps): Turn => ({ grip, steps }));
  });
  /** How it is seen from the front and from behind. */
  const looks: readonly [Look, Look] = [front, [front[0] + Math.PI, -front[1]]];
  return { ...shape, faces, facelets, grips, turns, looks };
}

/** Cuts a convex polygon along the line on which a linear function is 0. */
function split(outline: Outline, height: (point: PlanePoint) => number): Outline[] {
  const points = outline.flatMap((from, index) => {
    const to = outline[(index + 1) % outline.length];
    const [a, b] = [height(from), height(to)];
    return a * b > -1e-9 ? [from] : [from, sum([scaled(from, b / (b - a)), scaled(to, a / (a - b))])];
  });
  return [1, -1].flatMap((side) => {
    const part = points.filter((point) => side * height(point) > -1e-6);
    return part.some((point) => side * height(point) > 1e-6) ? [part] : [];
  });
}

function inReadingOrder(one: Outline, other: Outline): number {
  const [right, down] = difference(centreOf(one), centreOf(other));
  return Math.abs(down) > 1e-6 ? down : right;
}

/** Returns the function that gives the point of the solid at a point of the net. */
function foldOf({ outline }: FlatFace, corners: readonly Vector[]) {
  const [begin, next, last] = [outline[0], outline[1], outline[outline.length - 1]];
  const [[a, c], [b, d]] = [difference(next, begin), difference(last, begin)];
  return (point: PlanePoint) => {
    const [x, y] = difference(point, begin);
    const [toNext, toLast] = [(x * d - y * b) / (a * d - b * c), (y * a - x * c) / (a * d - b * c)];
    const weights = [1 - toNext - toLast, toNext, toLast];
    return sum([corners[0], corners[1], corners[corners.length - 1]].map((end, index) => scaled(end, weights[index])));
  };
}

/** Returns true if a point turns with a grip. */
export function isBeyond({ axis, beyond }: ShapeGrip, point: Vector): boolean {
  return dot(axis, point) > beyond + 1e-6;
}

function imagesOf(grip: ShapeGrip, facelets: readonly SurfacePoint[]): number[] {
  return facelets.map(({ point }, index) => {
    if (!isBeyond(grip, point)) return index;
    const to = rotated(point, grip.axis, grip.step);
    return facelets.findIndex((other) => Math.hypot(...difference(other.point, to)) < 1e-6);
  });
}

/** Returns the corners of the cut that a grip's turn opens. */
export function cutOf({ axis, beyond }: Grip, { faces }: Body): Vector[] {
  const points = faces.flatMap(({ corners }) =>
    corners.flatMap((from, index) => {
      const to = corners[(index + 1) % corners.length];
      const [a, b] = [dot(axis, from) - beyond, dot(axis, to) - beyond];
      return a === b || a * b > 1e-9 ? [] : [sum([scaled(from, b / (b - a)), scaled(to, a / (a - b))])];
    }),
  );
  const across = unit(difference(points[0], scaled(axis, beyond)));
  const angle = (point: Vector) => Math.atan2(dot(point, rotated(across, axis, Math.PI / 2)), dot(point, across));
  return points.sort((one, other) => angle(one) - angle(other));
}

/* States and moves. */

export interface FaceletColour {
  /** Face with this colour in the goal; `blank` for an unknown colour, `tip` for a part that the puzzle lacks. */
  readonly colour: string;
  /** Name of the colour, or of the missing part. */
  readonly label: string;
}

/** Returns the colours of all facelets in a state; null if the text is not a state. */
export function coloursIn(
  state: string,
  { faces, facelets, places, labels, read = (words) => words }: Body,
): FaceletColour[] | null {
  const words = read(state.split(/[\s/]+/).filter((word) => word !== ''));
  const letters = places.join('');
  const fits = (word: string, place = '') =>
    word.length === place.length && [...word].every((letter) => letters.includes(letter));
  if (words.length !== places.length || !words.every((word, at) => fits(word, places[at]))) return null;
  return facelets.map(({ face, piece, tip }) => {
    if (tip !== '') return { colour: 'tip', label: tip };
    const all = facelets.filter((other) => other.piece === piece);
    const own = new Set(all.map((other) => faces[other.face].name));
    const at = places.findIndex((place) => own.size === place.length && [...place].every((face) => own.has(face)));
    if (at < 0) return { colour: 'blank', label: '' };
    const colour = words[at][places[at].indexOf(faces[face].name)];
    return { colour, label: labels?.[colour] ?? colour };
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
  return turns.find(({ grip, steps }) => {
    const order = Math.round((2 * Math.PI) / grip.step);
    return (
      !grip.opposite &&
      from.every(({ colour }, place) => {
        let image = place;
        for (let step = 0; step < (steps + order) % order; step++) image = grip.images[image];
        return to[image].colour === colour;
      })
    );
  });
}

/* The shapes. */

/** What makes a solid. */
interface Shape {
  readonly faces: readonly FlatFace[];
  /** Returns a corner of the solid. */
  readonly vertex: (name: string) => Vector;
  readonly grips: readonly ShapeGrip[];
  /** Tips that the puzzle lacks. */
  readonly tips?: readonly ShapeGrip[];
  readonly front: Look;
  readonly places: readonly string[];
  /** Returns the colours on each place from the words of a text. @default the words */
  readonly read?: (words: readonly string[]) => readonly string[];
  /** Names of the colours. @default the letters of the faces */
  readonly labels?: Readonly<Record<string, string>>;
  /** Width and height of the net. */
  readonly size: PlanePoint;
  /** Pixels per unit of the net, in large and small drawings. */
  readonly units: PlanePoint;
}

/** A face in the net: its corners there, and the names of the solid's corners at these. */
interface FlatFace {
  readonly name: string;
  readonly ends: readonly string[];
  readonly outline: Outline;
}

type Outline = readonly PlanePoint[];

interface ShapeGrip {
  /** What moves are called after. */
  readonly part: string;
  /** Direction of length 1. */
  readonly axis: Vector;
  /** The part is beyond this height along the axis. */
  readonly beyond: number;
  /** The smallest turn, in radians. */
  readonly step: number;
}

const QUARTER = Math.PI / 2;
const THIRD = (2 * Math.PI) / 3;

/* Cubes of side 2. In the net: face U at the top, then L F R B, then D. */

const CUBE_CORNERS = ['UFR', 'URB', 'UBL', 'ULF', 'DRF', 'DFL', 'DLB', 'DBR'];
const CUBE_CENTRES = ['U', 'R', 'F', 'D', 'L', 'B'];
const CUBE_EDGES = ['UF', 'UR', 'UB', 'UL', 'FR', 'FL', 'BR', 'BL', 'DF', 'DR', 'DB', 'DL'];
const CUBE_AXES = ['UD', 'FB', 'RL'];

const CUBE_NORMALS: Readonly<Record<string, Vector>> = {
  ...{ U: [0, 1, 0], R: [1, 0, 0], F: [0, 0, 1], D: [0, -1, 0], L: [-1, 0, 0], B: [0, 0, -1] },
};
const cubeVertex = (name: string) => sum([...name].map((face) => CUBE_NORMALS[face]));

/** The faces: their column and row in the net, and their corners clockwise. */
const CUBE_FACES = [
  ['U', 1, 0, 'UBL URB UFR ULF'],
  ['L', 0, 1, 'UBL ULF DFL DLB'],
  ['F', 1, 1, 'ULF UFR DRF DFL'],
  ['R', 2, 1, 'UFR URB DBR DRF'],
  ['B', 3, 1, 'URB UBL DLB DBR'],
  ['D', 1, 2, 'DFL DRF DBR DLB'],
] as const;

const CUBE = {
  faces: CUBE_FACES.map(([name, column, row, ends]): FlatFace => {
    const [left, top, right, bottom] = [2 * column, 2 * row, 2 * column + 2, 2 * row + 2];
    return { name, ends: ends.split(' '), outline: points(left, top, right, top, right, bottom, left, bottom) };
  }),
  vertex: cubeVertex,
  front: [-0.58, 0.47],
  size: [8, 6],
} satisfies Partial<Shape>;

/** Returns points from their coordinates. */
function points(...at: readonly number[]): PlanePoint[] {
  return Array.from({ length: at.length / 2 }, (_, index) => [at[2 * index], at[2 * index + 1]]);
}

/** Returns grips around faces or corners of a cube. @param names of the parts @default the names of what they are around */
function cubeGrips(around: readonly string[], beyond: number, step: number, names = around): ShapeGrip[] {
  return around.map((name, index) => ({ part: names[index], axis: unit(cubeVertex(name)), beyond, step }));
}

/** Writes a word of two letters in the cyclic order of the axes. */
function inOrderOfAxes(edge: string): string {
  const [first, second] = [...edge].map((letter) => CUBE_AXES.findIndex((axis) => axis.includes(letter)));
  return second === (first + 1) % 3 ? edge : edge.slice(1) + edge.slice(0, 1);
}

/* Tetrahedra. In the net: the front face F between L and R, with the lower face D below it. */

/** The corners, and the faces around each, clockwise. */
const TETRAHEDRON_CORNERS: Readonly<Record<string, string>> = { U: 'FLR', L: 'FDL', R: 'FRD', B: 'LDR' };
const PYRAMINX_EDGES = ['UL', 'UR', 'UB', 'LR', 'LB', 'RB'];

/** Distance of a tetrahedron's corners from its centre. */
const RADIUS = 1.9;
const [HALF, ROOT] = [Math.SQRT2 / 3, Math.sqrt(2 / 3)];
const TETRAHEDRON_AXES: Readonly<Record<string, Vector>> = {
  ...{ U: [0, 1, 0], L: [-ROOT, -1 / 3, HALF], R: [ROOT, -1 / 3, HALF], B: [0, -1 / 3, -2 * HALF] },
};

/** Side of a face in the net, and its height. */
const SIDE = 6;
const HEIGHT = (SIDE * Math.sqrt(3)) / 2;

const TETRAHEDRON = {
  faces: [
    { name: 'F', ends: [...'ULR'], outline: points(SIDE, 0, SIDE / 2, HEIGHT, 1.5 * SIDE, HEIGHT) },
    { name: 'L', ends: [...'ULB'], outline: points(SIDE, 0, SIDE / 2, HEIGHT, 0, 0) },
    { name: 'R', ends: [...'URB'], outline: points(SIDE, 0, 1.5 * SIDE, HEIGHT, 2 * SIDE, 0) },
    { name: 'D', ends: [...'LRB'], outline: points(SIDE / 2, HEIGHT, 1.5 * SIDE, HEIGHT, SIDE, 2 * HEIGHT) },
  ],
  vertex: (name: string) => scaled(TETRAHEDRON_AXES[name], RADIUS),
  front: [-0.87, 0.44],
  size: [2 * SIDE, 2 * HEIGHT],
  units: [30, 11],
} satisfies Partial<Shape>;

/** Returns grips around the corners of a tetrahedron. */
function cornerGrips(beyond: number): ShapeGrip[] {
  return Object.entries(TETRAHEDRON_AXES).map(([part, axis]) => ({ part, axis, beyond, step: THIRD }));
}

/** Returns the two faces at an edge of the Pyraminx, in an order that turns keep. */
function facesAtEdge([begin, end]: string): string {
  const around = TETRAHEDRON_CORNERS[begin];
  const away = [...around].findIndex((face) => !TETRAHEDRON_CORNERS[end].includes(face));
  return (around + around).slice(away + 1, away + 3);
}

function readPyraminx(words: readonly string[]): string[] {
  if (!/^(([ULRB])(?!\2)[ULRB] ){6}[012]{4}$/.test(words.join(' '))) return [];
  const centres = Object.values(TETRAHEDRON_CORNERS).map((around, corner) => {
    const thirds = Number(words[6][corner]);
    return (around + around).slice(3 - thirds, 6 - thirds);
  });
  return [...words.slice(0, 6).map(facesAtEdge), ...centres];
}

const SHAPES: Readonly<Record<Solid, Shape>> = {
  'cube-2x2x2': {
    ...CUBE,
    units: [40, 13],
    grips: cubeGrips(['U', 'R', 'F'], 0, QUARTER),
    places: CUBE_CORNERS,
  },
  // Its edges are unknown.
  'corners-3x3x3': {
    ...CUBE,
    units: [42, 15],
    grips: cubeGrips(CUBE_CENTRES, 1 / 3, QUARTER),
    places: [...CUBE_CORNERS, ...CUBE_CENTRES],
    read: (words) => [...words, ...CUBE_CENTRES],
  },
  skewb: {
    ...CUBE,
    units: [40, 16],
    grips: cubeGrips(['UBL', 'DBR', 'DFL', 'DLB'], 0, THIRD, ['U', 'R', 'L', 'B']),
    places: [...CUBE_CORNERS, ...CUBE_CENTRES],
  },
  dino: {
    ...CUBE,
    units: [40, 14],
    // The cut goes through the three corners next to the one that turns.
    grips: cubeGrips(CUBE_CORNERS, 1 / Math.sqrt(3), THIRD),
    places: CUBE_EDGES.map(inOrderOfAxes),
    read: (words) => words.map(inOrderOfAxes),
  },
  pyraminx: {
    ...TETRAHEDRON,
    grips: cornerGrips(RADIUS / 9),
    tips: cornerGrips((RADIUS * 5) / 9),
    places: [...PYRAMINX_EDGES.map(facesAtEdge), ...Object.values(TETRAHEDRON_CORNERS)],
    read: readPyraminx,
    // Letters name corners.
    labels: { F: '1', L: '2', R: '3', D: '4' },
  },
  'jing-pyraminx': {
    ...TETRAHEDRON,
    grips: cornerGrips(0).flatMap(({ part, axis, ...grip }) => {
      const around = TETRAHEDRON_CORNERS[part];
      const face = [...'FLRD'].filter((face) => !around.includes(face)).join('');
      return [
        { ...grip, part: around, axis },
        { ...grip, part: face, axis: scaled(axis, -1) },
      ];
    }),
    places: [...Object.values(TETRAHEDRON_CORNERS), 'FL', 'FR', 'LR', 'FD', 'LD', 'RD', 'F', 'L', 'R', 'D'],
  },
};
