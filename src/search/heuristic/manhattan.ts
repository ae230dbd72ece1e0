/** Manhattan distance: the rows and columns between each tile and its goal cell. A move takes one tile to an adjacent cell. */

import { type Board, columnOf, rowOf } from '../../spaces/board/board.js';
import type { Position } from '../../spaces/board/position.js';
import { type Heuristic, sumOfCosts } from './heuristic.js';
import { TileCosts } from './tile-costs.js';

export function manhattan(board: Board, goal: Position): Heuristic {
  return sumOfCosts('manhattan', manhattanCosts(board, goal));
}

export function manhattanCosts(board: Board, goal: Position): TileCosts {
  return new TileCosts(
    board,
    goal,
    (cell, goalCell) =>
      Math.abs(rowOf(board, cell) - rowOf(board, goalCell)) +
      Math.abs(columnOf(board, cell) - columnOf(board, goalCell)),
  );
}
