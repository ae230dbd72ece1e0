/** Which positions moves can reach from which. */

import type { Board } from './board.js';
import { checkPosition, type Position } from './position.js';
import { type Block, reachOf } from './reach.js';

/**
 * Whether moves lead from one position of a board to another. On a full board of at least 2x2 half of all positions are
 * joined, on a single row or column those with the tiles in the same order; src/spaces/board/reach.ts has the mathematics for all
 * boards.
 * @throws InputError where one of them is no position of the board
 */
export function isSolvable(board: Board, start: Position, goal: Position): boolean {
  checkPosition(start, board);
  checkPosition(goal, board);
  const reach = reachOf(board);
  const from = reach.broughtHome(start);
  const to = reach.broughtHome(goal);
  const cellOfTile: number[] = [];
  for (const [cell, tile] of to.entries()) cellOfTile[tile] = cell;
  return reach.blocks.every((block) => isInGroup(block, (cell) => cellOfTile[from[cell]]));
}

/** @param image where the tile on each of the block's cells has to go */
function isInGroup({ kind, cells }: Block, image: (cell: number) => number): boolean {
  const places = cells.map((cell) => cells.indexOf(image(cell)));
  if (places.includes(-1)) return false;
  if (kind === 'even') return isEven(places);
  const turn = kind === 'ring' ? places[0] : 0;
  return places.every((place, index) => place === (index + turn) % cells.length);
}

/** Whether a permutation of 0..n-1 is even: whether its cycles take an even number of exchanges. */
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
