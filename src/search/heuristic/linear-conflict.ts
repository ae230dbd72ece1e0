/** Linear conflict: Manhattan distance, plus two moves for each tile that has to leave its line to let others pass. */

import type { Board } from '../../spaces/board/board.js';
import type { Position, Tiles } from '../../spaces/board/position.js';
import type { Heuristic } from './heuristic.js';
import { LineConflicts } from './line-conflicts.js';
import { manhattanCosts } from './manhattan.js';

export function linearConflict(board: Board, goal: Position): Heuristic {
  const costs = manhattanCosts(board, goal);
  const conflicts = new LineConflicts(board, goal);
  return {
    name: 'linear-conflict',
    costs,
    conflicts,
    estimate: (tiles: Tiles) => costs.sum(tiles) + 2 * conflicts.count(tiles),
    change: (tiles: Tiles, blank: number, cell: number) =>
      costs.change(tiles[cell], cell, blank) + 2 * conflicts.change(tiles, cell, blank),
  };
}
