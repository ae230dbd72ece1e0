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

/** Returns the projection that names some coordinates. */
export function projectionText(plans: readonly Pick<CoordinatePlan, 'name'>[]): string {
  return plans.map(({ name }) => name).join(' * ');
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
  const generating = generatingMoves(puzzle.moves);
  const states = new MetBytes(points.length, limits);
  const stateOf = (colouring: Uint8Array) =>
    states.numberOf(Uint8Array.from(points, (point) => plan.labels[colouring[point]]));
  stateOf(puzzle.solved);
  const state = new Uint8Array(points.length);
  const moved = new Uint8Array(points.length);
  let after = new Uint32Array(1024);
  let at = 0;
  for (let number = 0; number < states.size; number++) {
    states.read(number, state);
    if (at + generating.length > after.length) after = grown(after, 2 * after.length + generating.length);
    for (const generator of generating) {
      const images = moves[generator];
      for (let point = 0; point < images.length; point++) moved[images[point]] = state[point];
      after[at++] = states.numberOf(moved);
    }
    if (states.size > most) return undefined;
  }
  const next = new Uint32Array(states.size * moves.length);
  for (const [move, [generator, exponent]] of powersOf(generating, puzzle.moves).entries()) {
    for (let number = 0, to = move; number < states.size; number++, to += moves.length) {
      let reached = number;
      for (let turn = 0; turn < exponent; turn++) reached = after[reached * generating.length + generator];
      next[to] = reached;
    }
  }
  return { ...plan, size: states.size, next, moves: moves.length, stateOf };
}

/** Returns [move]: an index into the generating moves, and the exponent of the power that the move is. */
function powersOf(generating: readonly number[], moves: readonly Permutation[]) {
  const found = new Map<string, readonly [generator: number, exponent: number]>();
  for (const [index, generator] of generating.entries()) {
    const move = moves[generator];
    let power = move;
    for (let exponent = 1; !found.has(power.join()); exponent++) {
      found.set(power.join(), [index, exponent]);
      power = power.map((point) => move[point]);
    }
  }
  return moves.map((move) => found.get(move.join()) as readonly [generator: number, exponent: number]);
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

  /** Returns the state after a move. */
  after(state: number, move: number): number {
    const { coordinates } = this;
    if (coordinates.length === 1) return coordinates[0].next[state * coordinates[0].moves + move];
    let after = 0;
    let rest = state;
    let stride = 1;
    for (let index = 0; index < coordinates.length; index++) {
      const { size, next, moves } = coordinates[index];
      const higher = Math.floor(rest / size);
      after += stride * next[(rest - higher * size) * moves + move];
      stride *= size;
      rest = higher;
    }
    return after;
  }
}

/** A permutation of moves: [move] is its image. */
export type MovePermutation = ArrayLike<number>;

export const NOT_REACHED = 0xffffffff;

/** The states of a product that moves reach, in the order of a breadth-first search. */
export class ReachedStates {
  /** State 0 first. */
  readonly states: Uint32Array;
  readonly #product: CoordinateProduct;
  /** Moves of which all others are powers. */
  readonly #generating: readonly number[];
  /** [index * generating.length + generator]: the state after the move. */
  readonly #next: Uint32Array;

  constructor(product: CoordinateProduct, moves: readonly Permutation[]) {
    const generating = generatingMoves(moves);
    const reached = new Uint8Array(product.size);
    const states = new Uint32Array(product.size);
    const next = new Uint32Array(product.size * generating.length);
    reached[0] = 1;
    let end = 1;
    for (let begin = 0, at = 0; begin < end; begin++) {
      for (const generator of generating) {
        const after = product.after(states[begin], generator);
        next[at++] = after;
        if (reached[after] === 1) continue;
        reached[after] = 1;
        states[end++] = after;
      }
    }
    this.states = states.subarray(0, end);
    this.#product = product;
    this.#generating = generating;
    this.#next = next;
  }

  /** Returns [state]: its image under a symmetry, NOT_REACHED for states that moves do not reach; undefined if the symmetry does not act. */
  imagesUnder(symmetry: MovePermutation): Uint32Array | undefined {
    const generators = this.#generating.map((move) => symmetry[move]);
    const images = new Uint32Array(this.#product.size).fill(NOT_REACHED);
    images[0] = 0;
    let at = 0;
    for (const state of this.states) {
      const image = images[state];
      for (const generator of generators) {
        const after = this.#next[at++];
        const imageAfter = this.#product.after(image, generator);
        if (images[after] === NOT_REACHED) images[after] = imageAfter;
        else if (images[after] !== imageAfter) return undefined;
      }
    }
    return images;
  }
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
