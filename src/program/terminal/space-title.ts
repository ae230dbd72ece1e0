/** Titles of spaces, over the facts about them. */

import { type Board, formatBoard } from '../../spaces/board/board.js';
import type { Metric } from '../../spaces/board/metric.js';
import { formatPosition, type Position } from '../../spaces/board/position.js';

/** Returns board and goal, and the metric if that is not the usual one. */
export function spaceTitle(board: Board, goal: Position, metric: Metric): string {
  return `${boardTitle(board, metric)}, goal ${formatPosition(goal)}`;
}

export function boardTitle(board: Board, metric: Metric): string {
  return metric === 'single' ? formatBoard(board) : `${formatBoard(board)}, metric ${metric}`;
}
