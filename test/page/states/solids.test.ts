import { describe, expect, test } from 'vitest';
import { SeededRandom } from '#src/spaces/board/random.js';
import {
  type Body,
  bodyOf,
  coloursIn,
  imagesOf,
  isBeyond,
  moveName,
  turnBetween,
} from '../../../src/page/states/solids.js';
import {
  AXES,
  cameraMoved,
  dot,
  projected,
  rotated,
  seenAt,
  slice,
  type Vector,
} from '../../../src/page/states/space.js';
import type { Solid } from '../../../src/serve/answers.js';
import { count } from '../../suite.js';
import { TurnedPuzzle } from './turned-puzzle.js';

/** Each solid, its parts that can be taken and turned, and those of them that moves hold. */
const SOLIDS: readonly (readonly [Solid, number, number])[] = [
  ['cube-2x2x2', 6, 3],
  ['corners-3x3x3', 6, 0],
  ['skewb', 8, 4],
  ['dino', 8, 0],
  ['pyraminx', 4, 0],
  ['jing-pyraminx', 8, 0],
];

const distance = (one: Vector, other: Vector) => Math.hypot(...one.map((value, axis) => value - other[axis]));

function placeAt({ facelets }: Body, point: Vector): number {
  return facelets.findIndex((facelet) => distance(facelet.point, point) < 1e-6);
}

describe.each(SOLIDS)('%s in space', (solid, grips, held) => {
  const puzzle = new TurnedPuzzle(solid);
  const body = bodyOf(solid);
  const coloursNow = () => coloursIn(puzzle.state, body) as string[];

  test('can be taken at all its parts', () => {
    expect(body.grips).toHaveLength(grips);
    expect(body.grips.filter(({ opposite }) => opposite)).toHaveLength(held);
  });

  test('turns as the puzzle does, by every move', () => {
    const random = new SeededRandom(1);
    for (let step = 0; step < count(20, 100); step++) {
      const before = coloursNow();
      for (const move of puzzle.moves) {
        puzzle.make(move);
        const turn = turnBetween(body, before, coloursNow());
        expect(turn && moveName(turn)).toBe(move);
        expect(body.turns.filter((turn) => moveName(turn) === move)).toContainEqual(turn);
        puzzle.undo();
      }
      puzzle.make(puzzle.moves[random.below(puzzle.moves.length)]);
    }
  });

  test('looks the same if the other half is turned, and then the whole is seen from another side', () => {
    for (const move of puzzle.moves) {
      const before = coloursNow();
      const steps = body.turns.find((turn) => moveName(turn) === move)?.steps ?? 1;
      const grip = body.grips.find((grip) => grip.opposite && moveName({ grip, steps }) === move);
      puzzle.make(move);
      const after = coloursNow();
      if (grip === undefined) continue;
      const images = imagesOf({ grip, steps }, body.facelets);
      for (const [place, { point }] of body.facelets.entries()) {
        const image = images[place];
        const back = rotated(body.facelets[image].point, grip.axis, -steps * grip.step);
        expect(after[placeAt(body, back)], `${move} ${point}`).toBe(before[place]);
      }
    }
  });

  test('is cut between its facelets, and the cut closes both parts', () => {
    for (const grip of body.grips) {
      for (const { corners, point } of body.facelets) {
        const sides = corners.map((corner) => dot(grip.axis, corner) - grip.beyond);
        const [least, most] = [Math.min(...sides), Math.max(...sides)];
        expect(isBeyond(grip, point) ? least : -most).toBeGreaterThan(-1e-6);
      }
      const cut = slice(grip.axis, grip.beyond, body.faces);
      expect(cut.length).toBeGreaterThanOrEqual(3);
      for (const corner of cut) expect(dot(grip.axis, corner)).toBeCloseTo(grip.beyond);
    }
  });

  test('fills the frame of each picture', () => {
    for (const [side, look] of body.looks.entries()) {
      const camera = cameraMoved(AXES, look);
      const [left, top, width, height] = body.frames[side];
      const places = body.facelets.flatMap(({ corners }) => corners.map((corner) => projected(camera, corner)));
      for (const [axis, from, size] of [
        [0, left, width],
        [1, top, height],
      ]) {
        expect(Math.min(...places.map((place) => place[axis]))).toBeCloseTo(from + 2);
        expect(Math.max(...places.map((place) => place[axis]))).toBeCloseTo(from + size - 2);
      }
    }
  });

  test('finds the point that is touched', () => {
    const cameras = body.looks.map((look) => cameraMoved(AXES, look));
    for (const camera of cameras) {
      const seen = body.facelets.filter(({ point }) => {
        const hit = seenAt(camera, projected(camera, point), body.faces);
        return hit !== null && distance(hit.point, point) < 1e-6;
      });
      const facing = body.faces.filter(({ normal, height }) => 9 * dot(normal, camera[2]) > height);
      expect(facing.length).toBeGreaterThanOrEqual(2);
      expect(seen).toHaveLength((facing.length * body.facelets.length) / body.faces.length);
      expect(seenAt(camera, [99, 99], body.faces)).toBeNull();
    }
    const sides = cameras.map(([, , near]) =>
      body.faces.filter(({ normal, height }) => 9 * dot(normal, near) > height),
    );
    expect(new Set(sides.flat()).size).toBe(body.faces.length);
  });
});
