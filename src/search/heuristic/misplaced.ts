/** Misplaced tiles: how many are not on their goal's cell. A move takes one tile home at best. */

import type { Board } from '../../spaces/board/board.js';
import type { Position } from '../../spaces/board/position.js';
import type { Heuristic } from './heuristic.js';
import { sumOf, TileCosts } from './tile-costs.js';

export function misplaced(board: Board, goal: Position): Heuristic {
  return sumOf('misplaced', new TileCosts(board, goal, (cell, goalCell) => (cell === goalCell ? 0 : 1)));
}
