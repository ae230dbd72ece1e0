import { describe, expect, test } from 'vitest';
import { SeededRandom } from '#src/spaces/board/random.js';
import {
  centreOf,
  cornersNet,
  dinoNet,
  type Facelet,
  type Net,
  pocketCubeNet,
  skewbNet,
} from '../../../../src/page/states/nets.js';
import { ColouredPoints, type Turn, TurnedPuzzle, timesOf, type Vector } from './turned-points.js';

/** Faces in space: the right one is at x = 1, the upper one at y = 1, the front one at z = 1. */
const FACES: Readonly<
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
function onCube(facelet: Facelet, net: Net): { readonly face: string; readonly at: Vector } {
  const side = net.width / 4;
  const [x, y] = centreOf(facelet.corners).map((value) => value / side);
  const found = Object.entries(FACES).find(([, { net }]) => Math.floor(x) === net[0] && Math.floor(y) === net[1]);
  if (found === undefined) throw new Error(`no face at ${x} ${y}`);
  const [face, { at, net: corner, right, down }] = found;
  const [across, below] = [2 * (x - corner[0]) - 1, 2 * (y - corner[1]) - 1];
  return { face, at: at.map((value, axis) => value + across * right[axis] + below * down[axis]) as unknown as Vector };
}

function cornerOf(name: string): Vector {
  const sum = (axis: number) => [...name].reduce((total, face) => total + FACES[face].at[axis], 0);
  return [sum(0), sum(1), sum(2)];
}

const HALVES: Readonly<Record<string, string>> = { U: 'UBL', R: 'DBR', L: 'DFL', B: 'DLB' };
const layer = (face: string): Turn => ({ axis: FACES[face].at, degrees: 90, moves: (along) => along > 0.4 });

const CUBES: readonly (readonly [string, (state: string) => Net | null, number, number, (turn: string) => Turn])[] = [
  ['cube-2x2x2', pocketCubeNet, 24, 4, layer],
  ['corners-3x3x3', cornersNet, 54, 4, layer],
  ['skewb', skewbNet, 30, 3, (turn) => ({ axis: cornerOf(HALVES[turn]), degrees: 120, moves: (along) => along > 0 })],
  ['dino', dinoNet, 24, 3, (turn) => ({ axis: cornerOf(turn), degrees: 120, moves: (along) => along > 1 })],
];

describe.each(CUBES)('the net of %s', (name, netOf, facelets, order, turnOf) => {
  const solved = netOf(new TurnedPuzzle(name).state) as Net;

  test('has six faces, each of one colour when solved', () => {
    expect(solved.facelets).toHaveLength(facelets);
    for (const facelet of solved.facelets) {
      expect([onCube(facelet, solved).face, 'blank']).toContain(facelet.colour);
    }
    expect(new Set(solved.facelets.map(({ colour }) => colour)).size).toBe(name === 'corners-3x3x3' ? 7 : 6);
  });

  test('has the colours of the solid turned in space', () => {
    const puzzle = new TurnedPuzzle(name);
    const named = solved.facelets.filter(({ colour }) => colour !== 'blank');
    const points = new ColouredPoints(
      named.map((facelet) => ({ at: onCube(facelet, solved).at, colour: facelet.colour })),
    );
    const random = new SeededRandom(1);
    for (let step = 0; step < 60; step++) {
      const move = puzzle.moves[random.below(puzzle.moves.length)];
      const { turn, times } = timesOf(move, order);
      // The centres of a 3 x 3 x 3 cube turn in place.
      for (let count = 0; count < times; count++) points.turn(turnOf(turn));
      puzzle.make(move);
      const net = netOf(puzzle.state) as Net;
      for (const facelet of net.facelets) {
        if (facelet.colour !== 'blank') expect(facelet.colour).toBe(points.colourAt(onCube(facelet, net).at));
      }
    }
  });

  test('is restored after all turns of a part', () => {
    const puzzle = new TurnedPuzzle(name);
    for (let turn = 1; turn < order; turn++) {
      puzzle.make(puzzle.moves[0]);
      expect(netOf(puzzle.state)).not.toEqual(solved);
    }
    puzzle.make(puzzle.moves[0]);
    expect(netOf(puzzle.state)).toEqual(solved);
  });

  test('does not exist for another text', () => {
    expect(netOf('1 2 3')).toBeNull();
    expect(netOf(`${new TurnedPuzzle(name).state} U`)).toBeNull();
    expect(netOf('')).toBeNull();
  });
});

test('U takes the colours of the front to the left face', () => {
  const puzzle = new TurnedPuzzle('cube-2x2x2');
  puzzle.make('U');
  const net = pocketCubeNet(puzzle.state) as Net;
  const colours = (face: string) =>
    net.facelets
      .filter((facelet) => onCube(facelet, net).face === face)
      .map(({ label }) => label)
      .join('');
  expect(['U', 'L', 'F', 'R', 'B', 'D'].map(colours)).toEqual(['UUUU', 'FFLL', 'RRFF', 'BBRR', 'LLBB', 'DDDD']);
});
