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
/** Time to look at a move of a block, and to gather and settle a word. */
const SECONDS_PER_MOVE = 2e-9;
const SECONDS_PER_WORD = 4e-9;

export class Course {
  readonly #numbers: Float64Array;

  constructor(numbers: Float64Array) {
    this.#numbers = numbers;
  }

  /** The depth of the last layer. */
  get depth(): number {
    return this.#numbers[DEPTH];
  }

  /** Begins after a layer that is complete. @param blocks that have states of the layer */
  begin(depth: number, blocks: number): void {
    this.#numbers[DEPTH] = depth;
    this.#numbers[ACTIVE] = blocks;
  }

  /** Continues with the next layer. @param blocks that have states of the layer that is complete */
  next(blocks: number): void {
    this.begin(this.depth + 1, blocks);
  }

  /** Returns whether the next layer is worth the work of several threads. */
  isForAll({ blocks, moves, words }: { readonly blocks: number; readonly moves: number; readonly words: number }) {
    const seconds = blocks * moves * SECONDS_PER_MOVE + this.#numbers[ACTIVE] * moves * words * SECONDS_PER_WORD;
    return seconds >= SECONDS_FOR_ONE;
  }
}
