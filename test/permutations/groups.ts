/** Groups whose orders are published, as the images of their generators. */

import { SeededRandom } from '#src/spaces/board/random.js';
import type { PuzzleDefinition } from '#src/spaces/permutation/colourings/puzzle.js';
import { makeKnownPuzzle } from '#src/spaces/puzzles/known-puzzles.js';

/** Returns a permutation of the points 0..n-1 from the text of its cycles, with points from 1. */
export function cycles(points: number, text: string): Uint8Array {
  const images = Uint8Array.from({ length: points }, (_, point) => point);
  for (const cycle of text.slice(1, -1).split(')(')) {
    const numbers = cycle.split(',').map((number) => Number(number) - 1);
    for (const [at, point] of numbers.entries()) images[point] = numbers[(at + 1) % numbers.length];
  }
  return images;
}

const rising = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, at) => first + at).join();

/** Generators of J. H. Conway, N. J. A. Sloane, "Sphere Packings, Lattices and Groups", and of GAP's library for M22. */
export const MATHIEU: Readonly<Record<string, readonly Uint8Array[]>> = {
  M11: [cycles(11, `(${rising(1, 11)})`), cycles(11, '(3,7,11,8)(4,10,5,6)')],
  M12: [
    cycles(12, `(${rising(1, 11)})`),
    cycles(12, '(3,7,11,8)(4,10,5,6)'),
    cycles(12, '(1,12)(2,11)(3,6)(4,8)(5,9)(7,10)'),
  ],
  M22: [
    cycles(22, `(${rising(1, 11)})(${rising(12, 22)})`),
    cycles(22, '(1,4,5,9,3)(2,8,10,7,6)(12,15,16,20,14)(13,19,21,18,17)'),
    cycles(22, '(11,22)(1,21)(2,10,8,6)(12,14,16,20)(4,17,3,13)(5,19,9,18)'),
  ],
  M23: [cycles(23, `(${rising(1, 23)})`), cycles(23, '(3,17,10,7,9)(4,13,14,19,5)(8,18,11,12,23)(15,20,22,21,16)')],
  M24: [
    cycles(24, `(${rising(1, 23)})`),
    cycles(24, '(3,17,10,7,9)(4,13,14,19,5)(8,18,11,12,23)(15,20,22,21,16)'),
    cycles(24, '(1,24)(2,23)(3,12)(4,16)(5,18)(6,10)(7,20)(8,14)(9,21)(11,17)(13,22)(15,19)'),
  ],
};

/** Returns generators of all permutations of n points, by an exchange and a cycle. */
export const symmetric = (points: number) => [cycles(points, '(1,2)'), cycles(points, `(${rising(1, points)})`)];

/** Returns generators of the even permutations of n points, by (1 2 3), (2 3 4), ... */
export const alternating = (points: number) =>
  Array.from({ length: points - 2 }, (_, at) => cycles(points, `(${rising(at + 1, at + 3)})`));

/** Returns generators of PSL(2, p) on the points 0..p-1 and infinity: x + 1, a x with a square a of largest order, and -1/x. @param p an odd prime */
export function projectiveSpecialLinear(p: number): Uint8Array[] {
  const squares = Array.from({ length: p - 1 }, (_, at) => ((at + 1) * (at + 1)) % p);
  const inverseOf = (x: number) => Array.from({ length: p }, (_, y) => y).findIndex((y) => (x * y) % p === 1);
  const map = (f: (x: number) => number, infinity: number) =>
    Uint8Array.from({ length: p + 1 }, (_, x) => (x === p ? infinity : f(x)));
  return [
    map((x) => (x + 1) % p, p),
    ...squares.map((square) => map((x) => (square * x) % p, p)),
    map((x) => (x === 0 ? p : (p - inverseOf(x)) % p), 0),
  ];
}

/** Returns the wreath product of a group with all permutations of m copies of its points. */
export function wreathProduct(generators: readonly Uint8Array[], copies: number): Uint8Array[] {
  const points = generators[0].length;
  const length = points * copies;
  const ofFirstCopy = generators.map((images) =>
    Uint8Array.from({ length }, (_, point) => (point < points ? images[point] : point)),
  );
  const ofCopies = symmetric(copies).map((images) =>
    Uint8Array.from({ length }, (_, point) => images[Math.floor(point / points)] * points + (point % points)),
  );
  return [...ofFirstCopy, ...ofCopies];
}

export interface Facelets {
  /** Quarter turns. */
  readonly moves: readonly Uint8Array[];
  /** [facelet]: its face. */
  readonly faces: Uint8Array;
}

/**
 * Returns a cube of n x n x n pieces. Its 6 n^2 facelets are points in space, with coordinates in steps of 2 around 0. A turn of a layer rotates
 * them around an axis.
 * @param layers the layers that are turned, from 0, around each axis
 */
export function cube(n: number, layers: readonly number[]): Facelets {
  const far = n;
  const across = Array.from({ length: n }, (_, at) => 2 * at - (n - 1));
  const points = [0, 1, 2].flatMap((axis) =>
    [-far, far].flatMap((side) =>
      across.flatMap((u) =>
        across.map((v) => {
          const point = [side, side, side];
          point[(axis + 1) % 3] = u;
          point[(axis + 2) % 3] = v;
          return point;
        }),
      ),
    ),
  );
  const numberOf = new Map(points.map((point, number) => [point.join(), number]));
  const layerOf = (coordinate: number) => Math.min(n - 1, Math.max(0, (coordinate + n - 1) / 2));
  const turn = (axis: number, layer: number) =>
    Uint8Array.from(points, (point, number) => {
      if (Math.floor(layerOf(point[axis])) !== layer) return number;
      const turned = [...point];
      turned[(axis + 1) % 3] = -point[(axis + 2) % 3];
      turned[(axis + 2) % 3] = point[(axis + 1) % 3];
      return numberOf.get(turned.join()) as number;
    });
  return {
    moves: [0, 1, 2].flatMap((axis) => layers.map((layer) => turn(axis, layer))),
    faces: Uint8Array.from(points, (_, number) => Math.floor(number / (n * n))),
  };
}

/** Returns the moves of the pyraminx without its tips: its edges have two points, and its centres, which turn in place, three. */
export function pyraminx(): Uint8Array[] {
  const { generators } = makeKnownPuzzle('pyraminx') as PuzzleDefinition;
  return generators.map(({ images }) => Uint8Array.from(images));
}

/** Random moves of all kinds: on one orbit or several, with blocks, repeated, or without effect. The same seed gives the same moves. */

/** Returns the moves of a random group. @param most maximum number of points */
export function randomGroup(seed: number, most = 24): Uint8Array[] {
  const random = new SeededRandom(seed);
  const points = 1 + random.below(most);
  const moves = Array.from({ length: 1 + random.below(3) }, () => randomMove(points, random));
  if (random.below(4) === 0) moves.push(moves[0]);
  if (random.below(4) === 0) moves.push(Uint8Array.from({ length: points }, (_, point) => point));
  if (random.below(3) > 0 || points < 4) return moves.map((move) => relabelled(move, points));
  const ofCopy = Math.max(1, Math.floor(points / 3));
  return wreathProduct([randomMove(ofCopy, random)], 3).map((move) => relabelled(move, 3 * ofCopy));
}

/** Returns a random permutation of the points of each of some ranges. */
function randomMove(points: number, random: SeededRandom): Uint8Array {
  const images = Uint8Array.from({ length: points }, (_, point) => point);
  const parts = 1 + random.below(3);
  for (let part = 0; part < parts; part++) {
    const first = Math.floor((part * points) / parts);
    const end = random.below(5) === 0 ? first : Math.floor(((part + 1) * points) / parts);
    for (let left = end - 1; left > first; left--) {
      const other = first + random.below(left + 1 - first);
      [images[left], images[other]] = [images[other], images[left]];
    }
  }
  return images;
}

/** Returns a move with the points renumbered, so that those of an orbit are not consecutive. */
function relabelled(move: Uint8Array, points: number): Uint8Array {
  const names = Array.from({ length: points }, (_, point) => point).sort((a, b) => ((a * 37) % 101) - ((b * 37) % 101));
  const images = new Uint8Array(points);
  for (const [point, image] of move.entries()) images[names[point]] = names[image];
  return images;
}
