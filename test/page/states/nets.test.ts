import { describe, expect, test } from 'vitest';
import { SeededRandom } from '#src/spaces/board/random.js';
import { bodyOf, coloursIn } from '../../../src/page/states/solids.js';
import { centreOf, type PlanePoint } from '../../../src/page/states/space.js';
import type { Solid as SolidName } from '../../../src/serve/answers.js';
import { count } from '../../suite.js';
import { TurnedPuzzle } from './turned-puzzle.js';

type Vector = readonly [number, number, number];

interface Facelet {
  /** Face with this colour in the goal; empty if it is unknown. */
  readonly colour: string;
  readonly corners: readonly PlanePoint[];
}

/** Width of all nets. */
const WIDTH = 12;

interface Net {
  readonly facelets: readonly Facelet[];
}

/** Returns the net of a state; null if the text is not a state. */
function netOf(name: SolidName, state: string): Net | null {
  const body = bodyOf(name);
  const colours = coloursIn(state, body);
  if (colours === null) return null;
  const all = body.facelets.flatMap(({ outline }) => outline);
  const [left, top] = [0, 1].map((axis) => Math.min(...all.map((place) => place[axis])));
  const width = Math.max(...all.map(([x]) => x)) - left;
  const facelets = body.facelets.map(({ outline }, index) => {
    const corners = outline.map(([x, y]): PlanePoint => [(WIDTH * (x - left)) / width, (WIDTH * (y - top)) / width]);
    return { corners, colour: colours[index] };
  });
  return { facelets };
}

/** A turn, clockwise seen from the end of its axis, of all points on one side of a plane across the axis. */
interface Turn {
  readonly axis: Vector;
  readonly degrees: number;
  readonly moves: (along: number) => boolean;
}

/** Returns the coordinate of a point along an axis. */
function dot(one: Vector, other: Vector): number {
  return one.reduce((sum, value, index) => sum + value * other[index], 0);
}

/** Returns a point after a rotation, clockwise seen from the end of the axis, by Rodrigues' formula. */
function rotated(point: Vector, axis: Vector, degrees: number): Vector {
  const length = Math.sqrt(dot(axis, axis));
  const [x, y, z] = axis.map((value) => value / length);
  const angle = (-degrees * Math.PI) / 180;
  const [px, py, pz] = point;
  const cross: Vector = [y * pz - z * py, z * px - x * pz, x * py - y * px];
  const along = dot([x, y, z], point) * (1 - Math.cos(angle));
  const component = (index: 0 | 1 | 2) =>
    point[index] * Math.cos(angle) + cross[index] * Math.sin(angle) + [x, y, z][index] * along;
  return [component(0), component(1), component(2)];
}

/** The colours of points, which can be looked up after rotations. */
class ColouredPoints {
  #points: { readonly at: Vector; readonly colour: string }[];

  constructor(points: readonly { readonly at: Vector; readonly colour: string }[]) {
    this.#points = [...points];
  }

  turn({ axis, degrees, moves }: Turn): void {
    this.#points = this.#points.map(({ at, colour }) => ({
      at: moves(dot(at, axis)) ? rotated(at, axis, degrees) : at,
      colour,
    }));
  }

  colourAt(place: Vector): string {
    const found = this.#points.filter(({ at }) => Math.hypot(...at.map((value, index) => value - place[index])) < 1e-6);
    if (found.length !== 1) throw new Error(`${found.length} points at ${place}`);
    return found[0].colour;
  }
}

/** Returns the turn of a move, and its number of repetitions: R2 is R twice, and the inverse of R is R repeated its order minus one times. */
function timesOf(move: string, order: number): { readonly turn: string; readonly times: number } {
  const turn = move.replace(/[2']/g, '');
  return { turn, times: move.endsWith("'") ? order - 1 : move.endsWith('2') ? 2 : 1 };
}

/** Faces in space: the right one is at x = 1, the upper one at y = 1, the front one at z = 1. */
const SQUARES: Readonly<
  Record<string, { readonly at: Vector; readonly net: readonly [number, number]; right: Vector; down: Vector }>
> = {
  U: { at: [0, 1, 0], net: [1, 0], right: [1, 0, 0], down: [0, 0, 1] },
  L: { at: [-1, 0, 0], net: [0, 1], right: [0, 0, 1], down: [0, -1, 0] },
  F: { at: [0, 0, 1], net: [1, 1], right: [1, 0, 0], down: [0, -1, 0] },
  R: { at: [1, 0, 0], net: [2, 1], right: [0, 0, -1], down: [0, -1, 0] },
  B: { at: [0, 0, -1], net: [3, 1], right: [-1, 0, 0], down: [0, -1, 0] },
  D: { at: [0, -1, 0], net: [1, 2], right: [1, 0, 0], down: [0, 0, -1] },
};

/** Returns the centre of a facelet on the cube. */
function onCube(facelet: Facelet): { readonly face: string; readonly at: Vector } {
  const [x, y] = centreOf(facelet.corners).map((value) => (4 * value) / WIDTH);
  const found = Object.entries(SQUARES).find(([, { net }]) => Math.floor(x) === net[0] && Math.floor(y) === net[1]);
  if (found === undefined) throw new Error(`no face at ${x} ${y}`);
  const [face, { at, net: corner, right, down }] = found;
  const [across, below] = [2 * (x - corner[0]) - 1, 2 * (y - corner[1]) - 1];
  return { face, at: at.map((value, axis) => value + across * right[axis] + below * down[axis]) as unknown as Vector };
}

function cornerOf(name: string): Vector {
  const sum = (axis: number) => [...name].reduce((total, face) => total + SQUARES[face].at[axis], 0);
  return [sum(0), sum(1), sum(2)];
}

const HALVES: Readonly<Record<string, string>> = { U: 'UBL', R: 'DBR', L: 'DFL', B: 'DLB' };
const layer = (face: string): Turn => ({ axis: SQUARES[face].at, degrees: 90, moves: (along) => along > 0.4 });

/** Four alternate corners of a cube: seen from U, the clockwise order is R, L, B. */
const CORNERS: Readonly<Record<string, Vector>> = { U: [1, 1, 1], R: [1, -1, -1], L: [-1, -1, 1], B: [-1, 1, -1] };
const HEIGHT = Math.sqrt(27);
/** The corners of each face in the net. */
const TRIANGLES: Readonly<Record<string, Readonly<Record<string, PlanePoint>>>> = {
  F: { U: [6, 0], L: [3, HEIGHT], R: [9, HEIGHT] },
  L: { U: [6, 0], L: [3, HEIGHT], B: [0, 0] },
  R: { U: [6, 0], R: [9, HEIGHT], B: [12, 0] },
  D: { L: [3, HEIGHT], R: [9, HEIGHT], B: [6, 2 * HEIGHT] },
};

/** Returns the barycentric coordinates of a point in a triangle; one is negative outside of it. */
function weights([x, y]: PlanePoint, [[ax, ay], [bx, by], [cx, cy]]: readonly PlanePoint[]): number[] {
  const whole = (bx - ax) * (cy - ay) - (cx - ax) * (by - ay);
  const b = ((x - ax) * (cy - ay) - (cx - ax) * (y - ay)) / whole;
  const c = ((bx - ax) * (y - ay) - (x - ax) * (by - ay)) / whole;
  return [1 - b - c, b, c];
}

/** Returns the centre of a facelet on the solid. */
function onSolid({ corners }: Facelet): { readonly face: string; readonly at: Vector } {
  for (const [face, places] of Object.entries(TRIANGLES)) {
    const parts = weights(centreOf(corners), Object.values(places));
    if (parts.some((part) => part < 0)) continue;
    const ends = Object.keys(places).map((corner) => CORNERS[corner]);
    const sum = (axis: number) => ends.reduce((total, end, index) => total + parts[index] * end[axis], 0);
    return { face, at: [sum(0), sum(1), sum(2)] };
  }
  throw new Error('outside of the net');
}

const JING_CORNERS: Readonly<Record<string, string>> = { FLR: 'U', FDL: 'L', FRD: 'R', LDR: 'B' };
const OPPOSITE: Readonly<Record<string, string>> = { D: 'U', R: 'L', L: 'R', F: 'B' };

const cornerTurn = (corner: string): Turn => vertexTurn(CORNERS[corner], 1 / 3);

function jingTurn(part: string): Turn {
  if (part.length === 3) return vertexTurn(CORNERS[JING_CORNERS[part]], 0);
  const away = CORNERS[OPPOSITE[part]];
  // Clockwise seen from the face is counterclockwise seen from the corner.
  return { axis: away, degrees: -120, moves: (along) => along < 0 };
}

interface Solid {
  readonly facelets: number;
  /** Number of times that a turn is repeated to undo it. */
  readonly order: number;
  readonly turnOf: (turn: string) => Turn;
  /** Returns the face and the centre of a facelet on the solid. */
  readonly placeOf: (facelet: Facelet) => { readonly face: string; readonly at: Vector };
}

const vertexTurn = (axis: Vector, beyond: number): Turn => ({ axis, degrees: 120, moves: (along) => along > beyond });
const SOLIDS: readonly (readonly [SolidName, Solid])[] = [
  ['cube-2x2x2', { facelets: 24, order: 4, turnOf: layer, placeOf: onCube }],
  ['corners-3x3x3', { facelets: 24 + 6, order: 4, turnOf: layer, placeOf: onCube }],
  [
    'skewb',
    {
      ...{ facelets: 30, order: 3, placeOf: onCube },
      turnOf: (turn) => vertexTurn(cornerOf(HALVES[turn]), 0),
    },
  ],
  ['dino', { facelets: 24, order: 3, turnOf: (turn) => vertexTurn(cornerOf(turn), 1), placeOf: onCube }],
  ['pyraminx', { facelets: 24, order: 3, turnOf: cornerTurn, placeOf: onSolid }],
  ['jing-pyraminx', { facelets: 28, order: 3, turnOf: jingTurn, placeOf: onSolid }],
];

describe.each(SOLIDS)('the net of %s', (name, { facelets, order, turnOf, placeOf }) => {
  // Blank edges have no colours.
  const inColour = (net: Net) => net.facelets.filter(({ colour }) => colour !== '');
  const solved = netOf(name, new TurnedPuzzle(name).state) as Net;

  test('has faces of one colour each when solved', () => {
    expect(inColour(solved)).toHaveLength(facelets);
    // Letters name the corners of the Pyraminx.
    const nameOf = (face: string) => (name === 'pyraminx' ? `${'FLRD'.indexOf(face) + 1}` : face);
    for (const facelet of inColour(solved)) expect(facelet.colour).toBe(nameOf(placeOf(facelet).face));
  });

  test('has the colours of the solid turned in space', () => {
    const puzzle = new TurnedPuzzle(name);
    const points = new ColouredPoints(
      inColour(solved).map((facelet) => ({ at: placeOf(facelet).at, colour: facelet.colour })),
    );
    const random = new SeededRandom(1);
    for (let step = 0; step < count(12, 60); step++) {
      const move = puzzle.moves[random.below(puzzle.moves.length)];
      const { turn, times } = timesOf(move, order);
      for (let count = 0; count < times; count++) points.turn(turnOf(turn));
      puzzle.make(move);
      const net = netOf(name, puzzle.state) as Net;
      for (const facelet of inColour(net)) expect(facelet.colour).toBe(points.colourAt(placeOf(facelet).at));
    }
  });

  test('does not exist for another text', () => {
    expect(netOf(name, '1 2 3')).toBeNull();
    expect(netOf(name, `${new TurnedPuzzle(name).state} U`)).toBeNull();
    expect(netOf(name, '')).toBeNull();
  });
});

test('U takes the colours of the front to the left face', () => {
  const puzzle = new TurnedPuzzle('cube-2x2x2');
  puzzle.make('U');
  const net = netOf('cube-2x2x2', puzzle.state) as Net;
  const colours = (face: string) =>
    net.facelets
      .filter((facelet) => onCube(facelet).face === face)
      .map(({ colour }) => colour)
      .join('');
  expect(['U', 'L', 'F', 'R', 'B', 'D'].map(colours)).toEqual(['UUUU', 'FFLL', 'RRFF', 'BBRR', 'LLBB', 'DDDD']);
});

test('R to L is clockwise, seen from U', () => {
  const { U, R, L } = CORNERS;
  expect(Math.hypot(...rotated(R, U, 120).map((value, axis) => value - L[axis]))).toBeCloseTo(0);
});
