/**
 * Goes from states down to a table's goal, a nearer neighbour at a time.
 *
 * On small boards the way on from each state is remembered, so that many queries take each step once; and so is the
 * text of each way that was asked for, because many ways end in one of them.
 */

import type { Cursor, DirectionIndex } from './cursor.js';

/** How the one who asks sees the table's board, which may be turned or mirrored. */
export interface Orientation {
  /** The directions in the order in which they are tried at each step. */
  readonly order: readonly DirectionIndex[];
  /** The letter u, d, l or r of each direction. */
  readonly letters: readonly string[];
}

/** The letters of a way, a byte each: bytes[begin] to bytes[end - 1]. They stay until the next way is asked for. */
export interface Way {
  readonly bytes: Buffer;
  begin: number;
  end: number;
}

export function lettersOf({ bytes, begin, end }: Way): string {
  return bytes.toString('latin1', begin, end);
}

/** Boards of no more states are remembered, 8 bytes each. */
const MOST_REMEMBERED = 2_000_000;
/** Texts of ways, in bytes; when they are full, all are forgotten. */
const MOST_TEXTS = 1 << 23;

/** Remembered of a state: 4 * index of the next state + direction; or one of these. */
const UNKNOWN = -1;
const GOAL = -2;
/** Ends a text. */
const END = 0;
/** Remembered of a state whose text is not: no text begins here. */
const NO_TEXT = 0;

export class Descent {
  readonly #cursor: Cursor;
  readonly #order: readonly DirectionIndex[];
  /** The letters of the directions. */
  readonly #codes: Uint8Array;
  readonly #maxDepth: number;
  readonly #memory: Memory | undefined;
  readonly #way: Way;

  /**
   * @param states of the space
   * @param maxDepth no way is longer
   */
  constructor(cursor: Cursor, { order, letters }: Orientation, states: number, maxDepth: number) {
    this.#cursor = cursor;
    this.#order = order;
    this.#codes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
    this.#maxDepth = maxDepth;
    this.#memory = states <= MOST_REMEMBERED ? new Memory(states, maxDepth) : undefined;
    this.#way = { bytes: this.#memory?.texts ?? Buffer.alloc(maxDepth), begin: 0, end: 0 };
  }

  /**
   * The letters of the way from a state to the goal.
   * @returns undefined where the table contradicts itself: no neighbour is nearer, or the way is longer than any
   * @throws TableError where the table cannot be read
   */
  from(cell: number, digits: Int32Array): Way | undefined {
    return this.#memory === undefined ? this.#walk(cell, digits) : this.#recall(this.#memory, cell, digits);
  }

  #walk(cell: number, digits: Int32Array): Way | undefined {
    const way = this.#way;
    this.#cursor.place(cell, digits);
    way.end = 0;
    while (!this.#cursor.atGoal) {
      const direction = this.#step();
      if (direction === undefined || way.end === this.#maxDepth) return undefined;
      way.bytes[way.end++] = this.#codes[direction];
    }
    return way;
  }

  #recall(memory: Memory, cell: number, digits: Int32Array): Way | undefined {
    const way = this.#way;
    const start = this.#cursor.indexOf(cell, digits);
    way.begin = memory.begins[start];
    if (way.begin !== NO_TEXT) {
      way.end = way.bytes.indexOf(END, way.begin);
      return way;
    }
    if (memory.onward[start] === UNKNOWN && !this.#explore(memory, start, cell, digits)) return undefined;
    return this.#write(memory, start) ? way : undefined;
  }

  /**
   * Finds the way on as far as it is unknown. Nothing is remembered before all of it is found, so that what is
   * remembered of a state is remembered of all states on its way, also after a part of the table could not be read.
   */
  #explore({ onward, passed, entries }: Memory, start: number, cell: number, digits: Int32Array): boolean {
    this.#cursor.place(cell, digits);
    let steps = 0;
    let index = start;
    while (onward[index] === UNKNOWN && !this.#cursor.atGoal) {
      const direction = this.#step();
      if (direction === undefined || steps === this.#maxDepth) return false;
      passed[steps] = index;
      index = this.#cursor.index;
      entries[steps++] = 4 * index + direction;
    }
    if (onward[index] === UNKNOWN) onward[index] = GOAL;
    for (let step = 0; step < steps; step++) onward[passed[step]] = entries[step];
    return true;
  }

  /** Writes the text of a state whose way on is remembered. @returns whether it is no longer than any way is */
  #write(memory: Memory, start: number): boolean {
    const { onward, begins, texts } = memory;
    const codes = this.#codes;
    const begin = memory.begin();
    const latest = begin + this.#maxDepth;
    let end = begin;
    let index = start;
    while (onward[index] !== GOAL && begins[index] === NO_TEXT) {
      if (end === latest) return false;
      const entry = onward[index];
      texts[end++] = codes[entry & 3];
      index = entry >> 2;
    }
    if (begins[index] !== NO_TEXT) {
      for (let at = begins[index]; texts[at] !== END; at++) texts[end++] = texts[at];
    }
    if (end > latest) return false;
    texts[end] = END;
    memory.free = end + 1;
    begins[start] = begin;
    this.#way.begin = begin;
    this.#way.end = end;
    return true;
  }

  #step(): DirectionIndex | undefined {
    for (const direction of this.#order) {
      if (this.#cursor.isNearer(direction)) {
        this.#cursor.step();
        return direction;
      }
    }
    return undefined;
  }
}

/** What is remembered of the states of a small board. */
class Memory {
  /** The step from each state. */
  readonly onward: Int32Array;
  /** Where in `texts` the text of each state's way begins. */
  readonly begins: Int32Array;
  readonly texts: Buffer;
  /** From here on there are no texts. */
  free = NO_TEXT + 1;
  /** The states that a search for the way on has passed, and what is to be remembered of them. */
  readonly passed: Int32Array;
  readonly entries: Int32Array;
  readonly #longest: number;

  constructor(states: number, maxDepth: number) {
    this.onward = new Int32Array(states).fill(UNKNOWN);
    this.begins = new Int32Array(states);
    // Twice: a text is put together from a beginning and an end before its length is checked.
    this.#longest = 2 * maxDepth + 1;
    this.texts = Buffer.alloc(Math.min(MOST_TEXTS, NO_TEXT + 1 + states * this.#longest));
    this.passed = new Int32Array(maxDepth);
    this.entries = new Int32Array(maxDepth);
  }

  /** Where the next text can be written. */
  begin(): number {
    if (this.free + this.#longest > this.texts.length) {
      this.begins.fill(NO_TEXT);
      this.free = NO_TEXT + 1;
    }
    return this.free;
  }
}
