/**
 * Ordered frames: permutations that take the labels of the solved state to others, using only the order of points.
 *
 * Consider an orbit of points and a label. The frame of labels y takes the k-th point of the orbit with that label when solved to the k-th
 * point with it in y. Moves keep the number of points of an orbit with a label. Example: if `1 1 2` is solved, then the frame of
 * `1 2 1` takes the points 0 1 2 to 0 2 1.
 */

import { pointOrbits } from '../point-orbits.js';

export class OrderedFrames {
  /** Points by orbit and by their label in the solved state, otherwise ascending. */
  readonly #points: Uint8Array;
  /** [point]: the number of its orbit, times the number of labels. */
  readonly #classes: Uint16Array;
  /** [class + label]: the begin of its points. */
  readonly #starts: Uint8Array;
  readonly #next: Uint8Array;

  /** @param solved the labels of the solved state */
  constructor(moves: readonly Uint8Array[], solved: Uint8Array) {
    const labels = Math.max(...solved) + 1;
    const orbits = numbersOfOrbits(moves);
    const classOf = (point: number) => orbits[point] * labels + solved[point];
    const order = [...solved.keys()].sort((a, b) => classOf(a) - classOf(b) || a - b);
    this.#points = Uint8Array.from(order);
    this.#classes = Uint16Array.from(orbits, (orbit) => orbit * labels);
    this.#starts = new Uint8Array(labels * (Math.max(...orbits) + 1));
    for (const [index, point] of order.toReversed().entries()) {
      this.#starts[classOf(point)] = order.length - 1 - index;
    }
    this.#next = new Uint8Array(this.#starts.length);
  }

  /**
   * Writes the frame of labels.
   * @param projected [at..]: labels to which moves lead
   * @param frame receives it at [at..]
   */
  write(projected: Uint8Array, frame: Uint8Array, at: number): void {
    const next = this.#next;
    const ordered = this.#points;
    const classes = this.#classes;
    next.set(this.#starts);
    for (let point = 0; point < ordered.length; point++) {
      frame[at + ordered[next[classes[point] + projected[at + point]]++]] = point;
    }
  }
}

/** Returns the number of each point's orbit under moves. */
function numbersOfOrbits(moves: readonly Uint8Array[]): number[] {
  const numbers = new Array<number>(moves[0].length);
  for (const [number, orbit] of pointOrbits(moves).entries()) for (const point of orbit) numbers[point] = number;
  return numbers;
}
