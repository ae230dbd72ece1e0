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

/** Descents: each makes the first move that leads nearer, until it is at the goal. */
export class Descent {
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

  /**
   * Returns the text of a shortest solution from a state to the goal.
   * @returns undefined if the table contradicts itself: no neighbour is nearer, or the solution is longer than `maxDepth`
   * @throws TableError if the table cannot be read
   */
  from(cell: number, digits: Int32Array): SolutionText | undefined {
    const cursor = this.#cursor;
    const { bytes } = this.#solution;
    const { order, texts } = this.#names;
    cursor.place(cell, digits);
    let end = 0;
    // The move that undoes the last one leads further, so it is not tried.
    let back = NO_MOVE;
    for (let steps = 0; !cursor.atGoal; steps++) {
      let tried = 0;
      while (tried < order.length && (order[tried] === back || !cursor.isNearer(order[tried]))) tried++;
      if (tried === order.length || steps === this.#maxDepth) return undefined;
      const move = order[tried];
      cursor.step();
      back = this.#undoes[move];
      for (let at = 0; at < texts[move].length; at++) bytes[end++] = texts[move][at];
    }
    this.#solution.end = end;
    return this.#solution;
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
  cursor: Cursor,
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
    const next = new Map<number, Node>();
    for (const node of layer) {
      for (let move: MoveIndex = 0; move < order.length; move++) {
        cursor.place(node.cell, node.digits);
        if (!cursor.isNearer(move)) continue;
        cursor.step();
        const { index } = cursor;
        const found = next.get(index) ?? { cell: cursor.cell, digits: cursor.digits.slice() };
        const preference = order.indexOf(oppositeMove(move, most));
        if (found.onward === undefined || preference < found.onward.preference) found.onward = { preference, node };
        next.set(index, found);
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
