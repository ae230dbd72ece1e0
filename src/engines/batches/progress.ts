/** The progress of a run, in memory that all workers read in a layer. One of them writes the course between two layers. */

import { newRoundCounters } from '../../base/threads/rounds.js';

export interface SharedProgress {
  /** Numbers of a Course. */
  readonly course: Float64Array;
  /** [worker]: states that it has found in the layer. */
  readonly found: Float64Array;
  /** [worker]: active parts of the layer that it has found, see Course. */
  readonly active: Float64Array;
  /** The counters of src/base/threads/rounds.ts. */
  readonly counters: Int32Array;
}

const DEPTH = 0;
const ACTIVE = 1;
const FIELDS = 2;

/** Allocates the progress of a run, all 0. */
export function newProgress(threads: number): SharedProgress {
  const numbers = (count: number) => new Float64Array(new SharedArrayBuffer(8 * count));
  return { course: numbers(FIELDS), found: numbers(threads), active: numbers(threads), counters: newRoundCounters() };
}

/** How far a run is. */
export class Course {
  readonly #numbers: Float64Array;

  constructor(numbers: Float64Array) {
    this.#numbers = numbers;
  }

  /** The depth of the last layer. */
  get depth(): number {
    return this.#numbers[DEPTH];
  }

  /** How many parts, such as words or blocks, have states of the last layer: they are the work of the next one. */
  get active(): number {
    return this.#numbers[ACTIVE];
  }

  /** Begins after a layer that is complete. @param active parts that have states of the layer */
  begin(depth: number, active: number): void {
    this.#numbers[DEPTH] = depth;
    this.#numbers[ACTIVE] = active;
  }

  /** Continues with the next layer. @param active parts that have states of the layer that is complete */
  next(active: number): void {
    this.begin(this.depth + 1, active);
  }
}
