/** The progress of a run, in shared memory. All workers read it during a layer, and one of them writes the course between layers. */

import { newRoundCounters } from '../../base/threads/rounds.js';

export interface SharedProgress {
  /** Numbers of a Course, see the class. */
  readonly course: Float64Array;
  /** [worker]: number of states that the worker has found in the layer. */
  readonly found: Float64Array;
  /** [worker]: number of active parts that the worker has found in the layer, see Course. */
  readonly active: Float64Array;
  /** Counters of src/base/threads/rounds.ts. */
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

/** The progress of a run from layer to layer. */
export class Course {
  readonly #numbers: Float64Array;

  constructor(numbers: Float64Array) {
    this.#numbers = numbers;
  }

  /** Depth of the last layer. */
  get depth(): number {
    return this.#numbers[DEPTH];
  }

  /** Number of parts, such as words or blocks, that have states of the last layer. These parts are the work of the next layer. */
  get active(): number {
    return this.#numbers[ACTIVE];
  }

  /** Begins after a complete layer. @param active parts that have states of the layer */
  begin(depth: number, active: number): void {
    this.#numbers[DEPTH] = depth;
    this.#numbers[ACTIVE] = active;
  }

  /** Continues with the next layer. @param active parts that have states of the complete layer */
  next(active: number): void {
    this.begin(this.depth + 1, active);
  }
}
