/** Shortest solutions of boards: descents to a table's goal, and solutions that begin at the goal. */

import { DIRECTIONS } from '../spaces/board/board.js';
import { type Cursor, type MoveIndex, type MoveNames, oppositeMove } from './cursors.js';

/** Text of a solution in ASCII: bytes[begin] to bytes[end - 1]. It is valid until the next solution is found. */
export interface SolutionText {
  readonly bytes: Buffer;
  begin: number;
  end: number;
}

export function textOf({ bytes, begin, end }: SolutionText): string {
  return bytes.toString('latin1', begin, end);
}

/** Stands for the move before the first one: no move undoes it. */
const NO_MOVE: MoveIndex = -1;

/** A state on one of the shortest paths to the goal. */
interface Node {
  readonly cell: number;
  readonly digits: Int32Array;
  /** Preferred move towards the end, as its index in the order of moves, and the state that it leads to. Missing at the end. */
  onward?: { readonly preference: number; readonly node: Node };
}

/**
 * Shortest solutions in one orientation. `down` and `up` return undefined if the table contradicts itself: no neighbour is nearer, or
 * the solution is longer than `maxDepth`; and throw a TableError if the table cannot be read.
 */
export class Solutions {
  readonly #cursor: Cursor;
  readonly #names: MoveNames;
  /** [move]: the move that undoes it. */
  readonly #undoes: readonly MoveIndex[];
  readonly #maxDepth: number;
  readonly #solution: SolutionText;

  /** @param maxDepth maximum length of solutions */
  constructor(cursor: Cursor, names: MoveNames, maxDepth: number) {
    const { texts } = names;
    this.#cursor = cursor;
    this.#names = names;
    this.#undoes = texts.map((_, move) => oppositeMove(move, texts.length / DIRECTIONS.length));
    this.#maxDepth = maxDepth;
    this.#solution = {
      bytes: Buffer.alloc(maxDepth * Math.max(...texts.map(({ length }) => length))),
      begin: 0,
      end: 0,
    };
  }

  /** Returns the solution from a state to the goal that makes the first move, in the order of moves, that leads nearer. */
  down(cell: number, digits: Int32Array): SolutionText | undefined {
    const cursor = this.#cursor;
    const { order } = this.#names;
    cursor.place(cell, digits);
    this.#solution.end = 0;
    // The move that undoes the last one leads further, so it is not tried.
    let back = NO_MOVE;
    for (let steps = 0; !cursor.atGoal; steps++) {
      let tried = 0;
      while (tried < order.length && (order[tried] === back || !cursor.isNearer(order[tried]))) tried++;
      if (tried === order.length || steps === this.#maxDepth) return undefined;
      const move = order[tried];
      cursor.step();
      back = this.#undoes[move];
      this.#append(move);
    }
    return this.#solution;
  }

  /**
   * Returns the solution from the goal to a state that is the first in the order of the moves. All shortest paths from the state to
   * the goal are followed together, layer by layer. Each state remembers the preferred move that leads back.
   */
  up(cell: number, digits: Int32Array): SolutionText | undefined {
    const cursor = this.#cursor;
    const { order } = this.#names;
    let layer: Node[] = [{ cell, digits: digits.slice() }];
    for (let steps = 0; ; steps++) {
      cursor.place(layer[0].cell, layer[0].digits);
      if (cursor.atGoal) break;
      if (steps === this.#maxDepth) return undefined;
      const next = new Map<number, Node>();
      for (const node of layer) {
        for (const move of order) {
          cursor.place(node.cell, node.digits);
          if (!cursor.isNearer(move)) continue;
          cursor.step();
          const { index } = cursor;
          const found = next.get(index) ?? { cell: cursor.cell, digits: cursor.digits.slice() };
          const preference = order.indexOf(this.#undoes[move]);
          if (found.onward === undefined || preference < found.onward.preference) found.onward = { preference, node };
          next.set(index, found);
        }
      }
      if (next.size === 0) return undefined;
      layer = [...next.values()];
    }
    this.#solution.end = 0;
    for (let { onward } = layer[0]; onward !== undefined; { onward } = onward.node)
      this.#append(order[onward.preference]);
    return this.#solution;
  }

  #append(move: MoveIndex): void {
    const text = this.#names.texts[move];
    const { bytes } = this.#solution;
    for (let at = 0; at < text.length; at++) bytes[this.#solution.end++] = text[at];
  }
}
