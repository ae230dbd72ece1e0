/**
 * Solutions that begin at a table's goal, found from their other end. All shortest paths from there to the goal are
 * followed together, layer by layer. Each state remembers the preferred move that leads back. So the solution is chosen
 * from the goal on.
 */

import type { SolutionText } from './descent.js';
import { type MoveIndex, type MoveNames, oppositeMove } from './move-names.js';
import type { TableCursor } from './table-cursor.js';

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
