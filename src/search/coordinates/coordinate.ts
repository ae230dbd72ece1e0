/**
 * Coordinates: what a lower bound looks at in a state of a permutation puzzle.
 *
 * A *coordinate* gives the same label to colours that it does not tell apart. So it sees, of one set of pieces, the places of kinds of
 * pieces, their orientations by place, or both. Moves act on what it sees: its states are the colourings by labels that moves make from
 * the solved one. They are numbered in the order of a breadth-first search, the solved one first, and a table has the state after each move.
 *
 * Example: the twists of the corners of the 3x3x3 cube, whatever corner is where, have 3^7 = 2,187 states.
 *
 * Symmetries act on coordinates. A symmetry exchanges moves, m for pi(m), so it takes the state after moves m1 m2 ... to the state after
 * pi(m1) pi(m2) ... If two sequences that lead to the same state of a coordinate become sequences that lead to different ones, the symmetry
 * does not act on the coordinate. A search along a tree of moves tells that, and computes the images, without any geometry.
 */

import type { Permutation } from '../../permutations/permutation.js';
import type { ColouredPuzzle } from '../../spaces/permutation/colourings/puzzle.js';
import { MetBytes } from '../nodes/node.js';
import type { Limits } from '../question/limits.js';

/** What a coordinate sees, as plain data. */
export interface CoordinatePlan {
  /** Name of the coordinate, as a projection names it: `CORNER/o`, or `EDGE/a.a.a.a.....`. */
  readonly name: string;
  /** [colour]: its label, 0 for the colours of other sets. */
  readonly labels: Uint8Array;
  /** Index of the set of pieces. */
  readonly set: number;
}

/** A coordinate of a puzzle. State 0 is the solved one. */
export interface Coordinate extends CoordinatePlan {
  /** Number of states, at most MOST_COORDINATE_STATES. */
  readonly size: number;
  /** [state * moves + move]: the state after the move. */
  readonly next: Uint32Array;
  /** Number of moves of the puzzle. */
  readonly moves: number;
  /** Returns the coordinate's state in a colouring that moves make. */
  stateOf(colouring: Uint8Array): number;
}

/** Maximum number of states of a coordinate: tables of moves of 1 GB would be larger than most pattern databases. */
export const MOST_COORDINATE_STATES = 2 ** 22;

/**
 * Numbers the states of a coordinate.
 * @param most maximum number of states
 * @returns undefined if it has more
 * @throws LimitError at the limit of memory
 */
export function coordinateOf(
  puzzle: ColouredPuzzle,
  plan: CoordinatePlan,
  limits: Limits,
  most = MOST_COORDINATE_STATES,
): Coordinate | undefined {
  const points = [...puzzle.solved.keys()].filter((point) => puzzle.colours[puzzle.solved[point]].set === plan.set);
  const index = new Map(points.map((point, at) => [point, at]));
  const moves = puzzle.moves.map((move) => points.map((point) => index.get(move[point]) as number));
  const states = new MetBytes(points.length, limits);
  const stateOf = (colouring: Uint8Array) =>
    states.numberOf(Uint8Array.from(points, (point) => plan.labels[colouring[point]]));
  stateOf(puzzle.solved);
  const state = new Uint8Array(points.length);
  const moved = new Uint8Array(points.length);
  let next = new Uint32Array(1024);
  let at = 0;
  for (let number = 0; number < states.size; number++) {
    states.read(number, state);
    if (at + moves.length > next.length) next = grown(next, 2 * next.length + moves.length);
    for (const images of moves) {
      for (let point = 0; point < images.length; point++) moved[images[point]] = state[point];
      next[at++] = states.numberOf(moved);
    }
    if (states.size > most) return undefined;
  }
  return { ...plan, size: states.size, next: next.slice(0, at), moves: moves.length, stateOf };
}

function grown(array: Uint32Array, length: number): Uint32Array<ArrayBuffer> {
  const longer = new Uint32Array(length);
  longer.set(array);
  return longer;
}

/** States of several coordinates together, as one number: the first coordinate has the lowest digit. */
export class CoordinateProduct {
  readonly coordinates: readonly Coordinate[];
  /** Product of the coordinates' sizes. */
  readonly size: number;
  /** Factor of each coordinate. */
  readonly strides: readonly number[];

  constructor(coordinates: readonly Coordinate[]) {
    this.coordinates = coordinates;
    let size = 1;
    this.strides = coordinates.map((coordinate) => {
      const stride = size;
      size *= coordinate.size;
      return stride;
    });
    this.size = size;
  }

  /** Returns a table like that of a coordinate: [state * moves.length + index] for the given moves. @param moves indices */
  nextBy(moves: readonly number[]): Uint32Array {
    const next = new Uint32Array(this.size * moves.length);
    for (const [index, coordinate] of this.coordinates.entries()) {
      const stride = this.strides[index];
      for (let state = 0, at = 0; state < this.size; state++) {
        const digit = Math.floor(state / stride) % coordinate.size;
        for (const move of moves) next[at++] += stride * coordinate.next[digit * coordinate.moves + move];
      }
    }
    return next;
  }
}

/** A permutation of moves: [move] is its image. */
export type MovePermutation = ArrayLike<number>;

export const NOT_REACHED = 0xffffffff;

/**
 * Returns the images of all states under a symmetry.
 * @param next [state * generators.length + index]: the state after each of the generators
 * @param nextOfImages the same after the images of the generators
 * @returns undefined if the symmetry does not act; NOT_REACHED as the image of states that moves do not reach
 */
export function imagesOf(
  size: number,
  generators: number,
  next: Uint32Array,
  nextOfImages: Uint32Array,
): Uint32Array | undefined {
  const images = new Uint32Array(size).fill(NOT_REACHED);
  const queue = new Uint32Array(size);
  images[0] = 0;
  let end = 1;
  for (let begin = 0; begin < end; begin++) {
    const state = queue[begin];
    const image = images[state];
    for (let generator = 0; generator < generators; generator++) {
      const after = next[state * generators + generator];
      const imageAfter = nextOfImages[image * generators + generator];
      if (images[after] === NOT_REACHED) {
        images[after] = imageAfter;
        queue[end++] = after;
      } else if (images[after] !== imageAfter) return undefined;
    }
  }
  return images;
}

/** Returns moves of which all others are powers. */
export function generatingMoves(moves: readonly Permutation[]): number[] {
  const generating: number[] = [];
  const powers = new Set<string>();
  for (const [index, move] of moves.entries()) {
    if (powers.has(move.join())) continue;
    generating.push(index);
    let power = move;
    do {
      powers.add(power.join());
      power = power.map((point) => move[point]);
    } while (!powers.has(power.join()));
  }
  return generating;
}
