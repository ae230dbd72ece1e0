/** Misplaced tiles: the number of tiles that are not on their goal cell. A move takes at most one tile there. */

import type { Board } from '../../spaces/board/board.js';
import type { Position } from '../../spaces/board/position.js';
import { type Heuristic, sumOfCosts } from './heuristic.js';
import { TileCosts } from './tile-costs.js';

export function misplaced(board: Board, goal: Position): Heuristic {
  return sumOfCosts('misplaced', new TileCosts(board, goal, (cell, goalCell) => (cell === goalCell ? 0 : 1)));
}
