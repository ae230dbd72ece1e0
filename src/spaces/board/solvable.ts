/** A test of whether moves lead from one position to another. */

import { type Board, isLine, parseBoard } from './board.js';
import { checkPosition, type Position, parsePosition } from './position.js';
import { reachOf } from './reach.js';

/**
 * Returns whether moves lead from one position of a board to another. On a full board of at least 2x2, half of all positions are joined. On a
 * single row or column, positions with the tiles in the same order are. src/spaces/board/reach.ts has the mathematics for all
 * boards.
 * @param on a board, or its text: ROWSxCOLUMNS such as '3x4', or the rows of a map such as '..#/.../#..'
 * @param from,to positions of the board, or their texts such as '2 3 4 1 5 x 7 6 8'
 * @throws InputError if there is no such board, or one of them is not a position of it
 * @example
 * ```ts
 * import { isSolvable } from 'antipode';
 *
 * isSolvable('3x3', '2 1 3 4 5 6 7 8 x', '1 2 3 4 5 6 7 8 x'); // false: two tiles have changed places
 * ```
 */
export function isSolvable(on: string | Board, from: string | Position, to: string | Position): boolean {
  const board = typeof on === 'string' ? parseBoard(on) : on;
  return whySeparate(board, positionOf(from, board), positionOf(to, board)) === null;
}

const SAME_ORDER = 'moves keep the order of the tiles';

/** Returns the reason why no moves lead from one position to another; null if moves do. */
export function whySeparate(board: Board, start: Position, goal: Position): string | null {
  const reach = reachOf(board);
  const homeStart = reach.withBlankHome(start);
  const homeGoal = reach.withBlankHome(goal);
  const cellOfTile: number[] = [];
  for (const [cell, tile] of homeGoal.entries()) cellOfTile[tile] = cell;
  for (const { kind, cells } of reach.blocks) {
    const places = cells.map((cell) => cells.indexOf(cellOfTile[homeStart[cell]]));
    if (places.includes(-1)) return isLine(board) ? SAME_ORDER : 'a tile would have to leave its part of the board';
    if (kind !== 'even') {
      const turn = kind === 'ring' ? places[0] : 0;
      if (places.some((place, index) => place !== (index + turn) % cells.length)) return SAME_ORDER;
    } else if (!isEven(places)) {
      return 'parity: with the blank on its goal cell, the tiles form an odd permutation, and moves make only even ones';
    }
  }
  return null;
}

/** Returns a position that a caller has given. @throws InputError if it is not a position of the board */
function positionOf(given: string | Position, board: Board): Position {
  return typeof given === 'string' ? parsePosition(given, board) : checkPosition(given, board);
}

/** Returns whether a permutation of 0..n-1 is even: whether its cycles amount to an even number of exchanges. */
function isEven(permutation: readonly number[]): boolean {
  const placed = new Uint8Array(permutation.length);
  let exchanges = 0;
  for (let first = 0; first < permutation.length; first++) {
    for (let at = permutation[first]; placed[first] === 0 && at !== first; at = permutation[at]) {
      placed[at] = 1;
      exchanges++;
    }
  }
  return exchanges % 2 === 0;
}
