import { describe, expect, test } from 'vitest';
import { SeededRandom } from '#src/spaces/board/random.js';
import {
  centreOf,
  type Facelet,
  jingNet,
  type Net,
  type NetPoint,
  pyraminxNet,
} from '../../../../src/page/states/nets.js';
import { ColouredPoints, rotated, type Turn, TurnedPuzzle, timesOf, type Vector } from './turned-points.js';

/** Four alternate corners of a cube: seen from U, the clockwise order is R, L, B. */
const CORNERS: Readonly<Record<string, Vector>> = { U: [1, 1, 1], R: [1, -1, -1], L: [-1, -1, 1], B: [-1, 1, -1] };
const HEIGHT = Math.sqrt(27);
/** The corners of each face in the net. */
const FACES: Readonly<Record<string, Readonly<Record<string, NetPoint>>>> = {
  F: { U: [6, 0], L: [3, HEIGHT], R: [9, HEIGHT] },
  L: { U: [6, 0], L: [3, HEIGHT], B: [0, 0] },
  R: { U: [6, 0], R: [9, HEIGHT], B: [12, 0] },
  D: { L: [3, HEIGHT], R: [9, HEIGHT], B: [6, 2 * HEIGHT] },
};

/** Returns the barycentric coordinates of a point in a triangle; one is negative outside of it. */
function weights([x, y]: NetPoint, [[ax, ay], [bx, by], [cx, cy]]: readonly NetPoint[]): number[] {
  const whole = (bx - ax) * (cy - ay) - (cx - ax) * (by - ay);
  const b = ((x - ax) * (cy - ay) - (cx - ax) * (y - ay)) / whole;
  const c = ((bx - ax) * (y - ay) - (x - ax) * (by - ay)) / whole;
  return [1 - b - c, b, c];
}

/** Returns the centre of a facelet on the solid. */
function onSolid({ corners }: Facelet): { readonly face: string; readonly at: Vector } {
  for (const [face, places] of Object.entries(FACES)) {
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

const cornerTurn = (corner: string): Turn => ({ axis: CORNERS[corner], degrees: 120, moves: (along) => along > 1 / 3 });

function jingTurn(part: string): Turn {
  if (part.length === 3) return { axis: CORNERS[JING_CORNERS[part]], degrees: 120, moves: (along) => along > 0 };
  const away = CORNERS[OPPOSITE[part]];
  // Clockwise seen from the face is counterclockwise seen from the corner.
  return { axis: away, degrees: -120, moves: (along) => along < 0 };
}

const SOLIDS: readonly (readonly [string, (state: string) => Net | null, number, (turn: string) => Turn])[] = [
  ['pyraminx', pyraminxNet, 4 * 6, cornerTurn],
  ['jing-pyraminx', jingNet, 4 * 7, jingTurn],
];

test('R to L is clockwise, seen from U', () => {
  const { U, R, L } = CORNERS;
  expect(Math.hypot(...rotated(R, U, 120).map((value, axis) => value - L[axis]))).toBeCloseTo(0);
});

describe.each(SOLIDS)('the net of %s', (name, netOf, facelets, turnOf) => {
  const inColour = (net: Net) => net.facelets.filter(({ colour }) => colour !== 'tip');
  const solved = netOf(new TurnedPuzzle(name).state) as Net;

  test('has four faces, each of one colour when solved', () => {
    expect(inColour(solved)).toHaveLength(facelets);
    for (const facelet of inColour(solved)) expect(facelet.colour).toBe(onSolid(facelet).face);
  });

  test('has the colours of the solid turned in space', () => {
    const puzzle = new TurnedPuzzle(name);
    const points = new ColouredPoints(
      inColour(solved).map((facelet) => ({ at: onSolid(facelet).at, colour: facelet.colour })),
    );
    const random = new SeededRandom(1);
    for (let step = 0; step < 60; step++) {
      const move = puzzle.moves[random.below(puzzle.moves.length)];
      const { turn, times } = timesOf(move, 3);
      for (let count = 0; count < times; count++) points.turn(turnOf(turn));
      puzzle.make(move);
      for (const facelet of inColour(netOf(puzzle.state) as Net)) {
        expect(facelet.colour).toBe(points.colourAt(onSolid(facelet).at));
      }
    }
  });

  test('does not exist for another text', () => {
    expect(netOf('1 2 3')).toBeNull();
    expect(netOf(`${new TurnedPuzzle(name).state} U`)).toBeNull();
    expect(netOf('')).toBeNull();
  });
});

test('the names of the corners replace the tips of a Pyraminx', () => {
  const tips = (pyraminxNet('UL UR UB LR LB RB 0000') as Net).facelets.filter(({ colour }) => colour === 'tip');
  expect(
    tips
      .map(({ label }) => label)
      .sort()
      .join(''),
  ).toBe('BBBLLLRRRUUU');
});
