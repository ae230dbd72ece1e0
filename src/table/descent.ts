/**
 * Goes from states down to a table's goal, a nearer neighbour at a time.
 *
 * On small boards the way on from each state is remembered, so that many queries take each step once: all 181,440
 * positions of 3x3 are solved in a fifth of the time.
 */

import type { Cursor, DirectionIndex } from './cursor.js';

/** How the one who asks sees the table's board, which may be turned or mirrored. */
export interface Orientation {
  /** The directions in the order in which they are tried at each step. */
  readonly order: readonly DirectionIndex[];
  /** The letter u, d, l or r of each direction. */
  readonly letters: readonly string[];
}

/** Boards of no more states are remembered, 4 bytes each. */
const MOST_REMEMBERED = 2_000_000;

/** Remembered: 4 * index of the next state + direction; or one of these. */
const UNKNOWN = -1;
const GOAL = -2;

export class Descent {
  readonly #cursor: Cursor;
  readonly #orientation: Orientation;
  readonly #onward: Int32Array | undefined;
  /** The letters of the way, as bytes. */
  readonly #way: Buffer;
  readonly #codes: Uint8Array;
  /** The states that #explore passed, and what is to be remembered of them. */
  readonly #passed: Int32Array;
  readonly #entries: Int32Array;

  /**
   * @param states of the space
   * @param maxDepth no way is longer
   */
  constructor(cursor: Cursor, orientation: Orientation, states: number, maxDepth: number) {
    this.#cursor = cursor;
    this.#orientation = orientation;
    this.#onward = states <= MOST_REMEMBERED ? new Int32Array(states).fill(UNKNOWN) : undefined;
    this.#way = Buffer.alloc(maxDepth);
    this.#passed = new Int32Array(maxDepth);
    this.#entries = new Int32Array(maxDepth);
    this.#codes = Uint8Array.from(orientation.letters, (letter) => letter.charCodeAt(0));
  }

  /**
   * The letters of the way from a state to the goal.
   * @returns undefined where the table contradicts itself: no neighbour is nearer, or the way is longer than any
   * @throws TableError where the table cannot be read
   */
  from(cell: number, digits: Int32Array): string | undefined {
    return this.#onward === undefined ? this.#walk(cell, digits) : this.#recall(this.#onward, cell, digits);
  }

  #walk(cell: number, digits: Int32Array): string | undefined {
    this.#cursor.place(cell, digits);
    let length = 0;
    while (!this.#cursor.atGoal) {
      const direction = this.#step();
      if (direction === undefined || length === this.#way.length) return undefined;
      this.#way[length++] = this.#codes[direction];
    }
    return this.#way.toString('latin1', 0, length);
  }

  #recall(onward: Int32Array, cell: number, digits: Int32Array): string | undefined {
    const start = this.#cursor.indexOf(cell, digits);
    if (onward[start] === UNKNOWN && !this.#explore(onward, start, cell, digits)) return undefined;
    const way = this.#way;
    const codes = this.#codes;
    let length = 0;
    for (let entry = onward[start]; entry !== GOAL; entry = onward[entry >> 2]) {
      if (length === way.length) return undefined;
      way[length++] = codes[entry & 3];
    }
    return way.toString('latin1', 0, length);
  }

  /**
   * Finds the way on as far as it is unknown. Nothing is remembered before all of it is found, so that what is
   * remembered of a state is remembered of all states on its way, also after a part of the table could not be read.
   */
  #explore(onward: Int32Array, start: number, cell: number, digits: Int32Array): boolean {
    this.#cursor.place(cell, digits);
    const passed = this.#passed;
    const entries = this.#entries;
    let steps = 0;
    let index = start;
    while (onward[index] === UNKNOWN && !this.#cursor.atGoal) {
      const direction = this.#step();
      if (direction === undefined || steps === passed.length) return false;
      passed[steps] = index;
      index = this.#cursor.index;
      entries[steps++] = 4 * index + direction;
    }
    if (onward[index] === UNKNOWN) onward[index] = GOAL;
    for (let step = 0; step < steps; step++) onward[passed[step]] = entries[step];
    return true;
  }

  #step(): DirectionIndex | undefined {
    for (const direction of this.#orientation.order) {
      if (this.#cursor.isNearer(direction)) {
        this.#cursor.step();
        return direction;
      }
    }
    return undefined;
  }
}
