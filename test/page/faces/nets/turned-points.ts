/** Solids as coloured points in space that rotations move: the independent referee of nets. */

import { makeKnownPuzzle } from '#src/spaces/puzzles/known-puzzles.js';

export type Vector = readonly [number, number, number];

/** A turn, clockwise seen from the end of its axis, of all points on one side of a plane across the axis. */
export interface Turn {
  readonly axis: Vector;
  readonly degrees: number;
  readonly moves: (along: number) => boolean;
}

/** Returns the coordinate of a point along an axis. */
export function dot(one: Vector, other: Vector): number {
  return one.reduce((sum, value, index) => sum + value * other[index], 0);
}

/** Returns a point after a rotation, clockwise seen from the end of the axis, by Rodrigues' formula. */
export function rotated(point: Vector, axis: Vector, degrees: number): Vector {
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
export class ColouredPoints {
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

/** Returns the texts that moves of a built-in puzzle lead to, by its permutations alone. */
export class TurnedPuzzle {
  readonly moves: readonly string[];
  readonly #images: readonly (readonly number[])[];
  readonly #format: (colouring: Uint8Array) => string;
  #colouring: Uint8Array;

  constructor(name: string) {
    const definition = makeKnownPuzzle(name);
    if (!('generators' in definition) || definition.text === undefined) throw new Error('not a solid');
    this.moves = definition.generators.map((generator) => generator.name);
    this.#images = definition.generators.map(({ images }) => images);
    this.#format = definition.text.format;
    this.#colouring = Uint8Array.from(this.#images[0].keys());
  }

  get state(): string {
    return this.#format(this.#colouring);
  }

  make(move: string): void {
    const before = this.#colouring;
    this.#colouring = new Uint8Array(before.length);
    for (const [point, image] of this.#images[this.moves.indexOf(move)].entries())
      this.#colouring[image] = before[point];
  }
}

/** Returns the turn of a move, and its number of repetitions: R2 is R twice, and the inverse of R is R repeated its order minus one times. */
export function timesOf(move: string, order: number): { readonly turn: string; readonly times: number } {
  const turn = move.replace(/[2']/g, '');
  return { turn, times: move.endsWith("'") ? order - 1 : move.endsWith('2') ? 2 : 1 };
}
