/**
 * Shortest solutions of boards: descents to a table's goal, and solutions that begin at the goal.
 *
 * A descent makes each move to a nearer neighbour. On small boards the next step from each state is remembered, so many queries
 * compute each step only once. The texts of found solutions are remembered too, because many other solutions end with one of them.
 */

import { DIRECTIONS } from '../spaces/board/board.js';
import { type MoveIndex, type MoveNames, oppositeMove, type TableCursor } from './cursors.js';

/** Text of a solution in ASCII: bytes[begin] to bytes[end - 1]. It is valid until the next solution is found. */
export interface SolutionText {
  readonly bytes: Buffer;
  begin: number;
  end: number;
}

export function textOf({ bytes, begin, end }: SolutionText): string {
  return bytes.toString('latin1', begin, end);
}

/**
 * Maximum number of states of boards whose steps are remembered, with 8 bytes per state. A state and a move fit in 31 bits.
 * Boards of 10 cells have fewer than 2^21 states and at most 4 * 9 moves; lines of 255 cells have 255 states and 4 * 254 moves.
 */
const MOST_REMEMBERED = 2_000_000;
/** Maximum bytes of remembered texts; when they are full, all are forgotten. */
const MOST_TEXTS = 1 << 23;

// The entry of a state holds the index of the next state, and in the low bits the move there; or one of these.
const UNKNOWN = -1;
const GOAL = -2;
/** Stands for the move before the first one: no move undoes it. */
const NO_MOVE: MoveIndex = -1;
/** Ends a text. */
const END = 0;
/** Begin of a text that is not remembered. No text begins at this index. */
const NO_TEXT = 0;

export class Descent {
  readonly #cursor: TableCursor;
  readonly #order: readonly MoveIndex[];
  readonly #texts: readonly Uint8Array[];
  /** [move]: the move that undoes it. */
  readonly #undoes: readonly MoveIndex[];
  /** Number of bits of the move in a state's entry. */
  readonly #moveBits: number;
  readonly #maxDepth: number;
  /** Maximum bytes of a solution's text. */
  readonly #longest: number;
  readonly #memory: Memory | undefined;
  readonly #solution: SolutionText;

  /**
   * @param states number of states of the space
   * @param maxDepth maximum length of solutions
   */
  constructor(cursor: TableCursor, { order, texts }: MoveNames, states: number, maxDepth: number) {
    this.#cursor = cursor;
    this.#order = order;
    this.#texts = texts;
    this.#undoes = texts.map((_, move) => oppositeMove(move, texts.length / DIRECTIONS.length));
    this.#moveBits = 32 - Math.clz32(texts.length - 1);
    this.#maxDepth = maxDepth;
    this.#longest = maxDepth * Math.max(...texts.map((text) => text.length));
    this.#memory = states <= MOST_REMEMBERED ? new Memory(states, maxDepth, this.#longest) : undefined;
    this.#solution = { bytes: this.#memory?.texts ?? Buffer.alloc(this.#longest), begin: 0, end: 0 };
  }

  /**
   * Returns the text of a shortest solution from a state to the goal.
   * @returns undefined if the table contradicts itself: no neighbour is nearer, or the solution is longer than `maxDepth`
   * @throws TableError if the table cannot be read
   */
  from(cell: number, digits: Int32Array): SolutionText | undefined {
    return this.#memory === undefined ? this.#walk(cell, digits) : this.#recall(this.#memory, cell, digits);
  }

  #walk(cell: number, digits: Int32Array): SolutionText | undefined {
    const solution = this.#solution;
    this.#cursor.place(cell, digits);
    solution.end = 0;
    let back = NO_MOVE;
    for (let steps = 0; !this.#cursor.atGoal; steps++) {
      const move = this.#step(back);
      if (move === undefined || steps === this.#maxDepth) return undefined;
      back = this.#undoes[move];
      solution.end = append(this.#texts[move], solution.bytes, solution.end);
    }
    return solution;
  }

  #recall(memory: Memory, cell: number, digits: Int32Array): SolutionText | undefined {
    const solution = this.#solution;
    const start = this.#cursor.indexOf(cell, digits);
    solution.begin = memory.begins[start];
    if (solution.begin !== NO_TEXT) {
      solution.end = solution.bytes.indexOf(END, solution.begin);
      return solution;
    }
    if (memory.onward[start] === UNKNOWN && !this.#explore(memory, start, cell, digits)) return undefined;
    return this.#write(memory, start) ? solution : undefined;
  }

  /**
   * Finds the unknown part of a solution, and remembers it only when it is complete. So if the step from a state is remembered,
   * all steps of its solution are, even if a part of the table could not be read.
   * @returns false if the table contradicts itself
   */
  #explore({ onward, passed, entries }: Memory, start: number, cell: number, digits: Int32Array): boolean {
    this.#cursor.place(cell, digits);
    let steps = 0;
    let index = start;
    let back = NO_MOVE;
    while (onward[index] === UNKNOWN && !this.#cursor.atGoal) {
      const move = this.#step(back);
      if (move === undefined || steps === this.#maxDepth) return false;
      back = this.#undoes[move];
      passed[steps] = index;
      index = this.#cursor.index;
      entries[steps++] = (index << this.#moveBits) | move;
    }
    if (onward[index] === UNKNOWN) onward[index] = GOAL;
    for (let step = 0; step < steps; step++) onward[passed[step]] = entries[step];
    return true;
  }

  /** Writes the text of a solution whose steps are remembered. @returns false if it is longer than any solution */
  #write(memory: Memory, start: number): boolean {
    const { onward, begins, texts } = memory;
    const moveBits = this.#moveBits;
    const moveMask = (1 << moveBits) - 1;
    const begin = memory.begin();
    const latest = begin + this.#longest;
    let end = begin;
    let index = start;
    while (onward[index] !== GOAL && begins[index] === NO_TEXT) {
      if (end >= latest) return false;
      const entry = onward[index];
      end = append(this.#texts[entry & moveMask], texts, end);
      index = entry >> moveBits;
    }
    if (begins[index] !== NO_TEXT) {
      for (let at = begins[index]; texts[at] !== END; at++) texts[end++] = texts[at];
    }
    if (end > latest) return false;
    texts[end] = END;
    memory.free = end + 1;
    begins[start] = begin;
    this.#solution.begin = begin;
    this.#solution.end = end;
    return true;
  }

  /** Makes the first move that leads nearer. @param back undoes the last move; it leads further, so it is not tried */
  #step(back: MoveIndex): MoveIndex | undefined {
    for (const move of this.#order) {
      if (move !== back && this.#cursor.isNearer(move)) {
        this.#cursor.step();
        return move;
      }
    }
    return undefined;
  }
}

/** Writes a text. @returns the index of its end */
function append(text: Uint8Array, bytes: Uint8Array, begin: number): number {
  let end = begin;
  for (let at = 0; at < text.length; at++) bytes[end++] = text[at];
  return end;
}

/** Remembered steps and texts of a small board. */
class Memory {
  /** [state]: the entry of its next step. */
  readonly onward: Int32Array;
  /** [state]: the index in `texts` at which the text of its solution begins. */
  readonly begins: Int32Array;
  readonly texts: Buffer;
  /** Index of the first free byte of `texts`. */
  free = NO_TEXT + 1;
  /** States passed while a solution is found, and their entries in `onward`. */
  readonly passed: Int32Array;
  readonly entries: Int32Array;
  readonly #longest: number;

  /** @param longest maximum bytes of a solution's text */
  constructor(states: number, maxDepth: number, longest: number) {
    this.onward = new Int32Array(states).fill(UNKNOWN);
    this.begins = new Int32Array(states);
    // Twice the maximum: a text is composed of a beginning and an end before its length is checked.
    this.#longest = 2 * longest + 1;
    this.texts = Buffer.alloc(Math.min(MOST_TEXTS, NO_TEXT + 1 + states * this.#longest));
    this.passed = new Int32Array(maxDepth);
    this.entries = new Int32Array(maxDepth);
  }

  /** Returns the index at which the next text can be written. */
  begin(): number {
    if (this.free + this.#longest > this.texts.length) {
      this.begins.fill(NO_TEXT);
      this.free = NO_TEXT + 1;
    }
    return this.free;
  }
}

/**
 * Solutions that begin at a table's goal, found from their other end. All shortest paths from there to the goal are
 * followed together, layer by layer. Each state remembers the preferred move that leads back. So the solution is chosen
 * from the goal on.
 */

/** A state on one of the paths. */
interface Node {
  readonly cell: number;
  readonly digits: Int32Array;
  /** Preferred move towards the end, as its index in the order of moves, and the state that it leads to. Missing at the end. */
  onward?: { readonly preference: number; readonly node: Node };
}

interface NamedMoves extends MoveNames {
  /** Maximum number of cells that the blank moves in one move. */
  readonly most: number;
}

/**
 * Returns a shortest solution from the goal to a state. Of several, it is the first in the order of the moves.
 * @param maxDepth maximum length of solutions
 * @param cell,digits the state at the end of the solution
 * @returns undefined if the table contradicts itself: no neighbour is nearer, or the solution is longer than `maxDepth`
 * @throws TableError if the table cannot be read
 */
export function solutionUp(
  cursor: TableCursor,
  { order, texts, most }: NamedMoves,
  maxDepth: number,
  cell: number,
  digits: Int32Array,
): SolutionText | undefined {
  let layer: Node[] = [{ cell, digits: digits.slice() }];
  for (let steps = 0; ; steps++) {
    cursor.place(layer[0].cell, layer[0].digits);
    if (cursor.atGoal) break;
    if (steps === maxDepth) return undefined;
    const next = new Map<string, Node>();
    for (const node of layer) {
      for (let move: MoveIndex = 0; move < order.length; move++) {
        cursor.place(node.cell, node.digits);
        if (!cursor.isNearer(move)) continue;
        cursor.step();
        const { cell, word, bit } = cursor.state;
        const key = `${cell} ${word} ${bit}`;
        const found = next.get(key) ?? { cell, digits: cursor.digits.slice() };
        const preference = order.indexOf(oppositeMove(move, most));
        if (found.onward === undefined || preference < found.onward.preference) found.onward = { preference, node };
        next.set(key, found);
      }
    }
    if (next.size === 0) return undefined;
    layer = [...next.values()];
  }
  const path: Uint8Array[] = [];
  for (let { onward } = layer[0]; onward !== undefined; { onward } = onward.node)
    path.push(texts[order[onward.preference]]);
  const bytes = Buffer.concat(path);
  return { bytes, begin: 0, end: bytes.length };
}
