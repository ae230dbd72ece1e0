/** Misplaced tiles: how many are not on their goal's cell. A move takes one tile home at best. */

import type { Board } from '../../spaces/board/board.js';
import type { Position } from '../../spaces/board/position.js';
import { type Heuristic, sumOfCosts } from './heuristic.js';
import { TileCosts } from './tile-costs.js';

export function misplaced(board: Board, goal: Position): Heuristic {
  return sumOfCosts('misplaced', new TileCosts(board, goal, (cell, goalCell) => (cell === goalCell ? 0 : 1)));
}
