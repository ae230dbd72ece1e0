/**
 * The solution that begins at a table's goal, found from its other end: all shortest paths down from there are walked at once, layer
 * after layer, and each state remembers which move leads back up. So, of all paths, the one asked for is chosen from the goal on.
 */

import type { SolutionText } from './descent.js';
import { type MoveIndex, type MoveNames, oppositeMove } from './move-names.js';
import type { TableCursor } from './table-cursor.js';

/** A state on one of the paths. */
interface Node {
  readonly cell: number;
  readonly digits: Int32Array;
  /** The first move of the order that leads on towards the end, and the state it leads to. */
  onward?: { readonly preference: number; readonly node: Node };
}

interface NamedMoves extends MoveNames {
  /** The most cells that the blank goes in one move. */
  readonly most: number;
}

/**
 * Returns the shortest solution from the goal to a state, of several the first in the order of the moves.
 * @param maxDepth the length of the longest solution
 * @param cell,digits the state at its end
 * @returns undefined if the table contradicts itself: no neighbour is nearer, or the solution is longer than any
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
