/** The progress of a run: numbers in shared memory, read by all workers in a layer, and written by one between two layers. */

const DEPTH = 0;
const ACTIVE = 1;
const FIELDS = 2;

/** Allocates the numbers of a course, all 0. */
export function newCourse(): Float64Array {
  return new Float64Array(new SharedArrayBuffer(8 * FIELDS));
}

/**
 * Layers of less work than 200 microseconds are found by one worker. Waiting for each other takes 10 to 50 microseconds, and much longer
 * if processors are busy with something else.
 */
const SECONDS_FOR_ONE = 200e-6;
/** Time to look at a move of a block, to gather a word by a move, and to settle one. */
const SECONDS_PER_MOVE = 2e-9;
const SECONDS_PER_GATHERED = 4e-9;
const SECONDS_PER_SETTLED = 1.5e-9;

export class Course {
  readonly #numbers: Float64Array;

  constructor(numbers: Float64Array) {
    this.#numbers = numbers;
  }

  /** The depth of the last layer. */
  get depth(): number {
    return this.#numbers[DEPTH];
  }

  /** Begins after a layer that is complete. @param active words that have states of the layer */
  begin(depth: number, active: number): void {
    this.#numbers[DEPTH] = depth;
    this.#numbers[ACTIVE] = active;
  }

  /** Continues with the next layer. @param active words that have states of the layer that is complete */
  next(active: number): void {
    this.begin(this.depth + 1, active);
  }

  /** Returns whether the next layer is worth the work of several threads. */
  isForAll({ blocks, moves, words }: { readonly blocks: number; readonly moves: number; readonly words: number }) {
    const gathered = this.#numbers[ACTIVE] * moves;
    const settled = Math.min(blocks, gathered) * words;
    const seconds = blocks * moves * SECONDS_PER_MOVE + gathered * SECONDS_PER_GATHERED + settled * SECONDS_PER_SETTLED;
    return seconds >= SECONDS_FOR_ONE;
  }
}
