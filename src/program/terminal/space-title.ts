/** Titles of spaces, over the facts about them. */

import type { Exploration } from '../../runs/exploration/exploration.js';
import { type Board, formatBoard } from '../../spaces/board/board.js';
import type { Metric } from '../../spaces/board/metric.js';
import { formatPosition, type Position } from '../../spaces/board/position.js';
import { boardOfSource } from '../../spaces/board/space/board-facts.js';
import { startsText } from './distribution-text.js';

/** Returns the space of an exploration, and where its distances begin. */
export function explorationTitle({ engine, name, source, starts }: Exploration): string {
  if (engine === 'claims' || source.kind !== 'board') return `${name}, ${startsText(starts)}`;
  return `${boardTitle(boardOfSource(source), source.metric)}, goal ${source.goal}`;
}

/** Returns board and goal, and the metric if that is not the usual one. */
export function spaceTitle(board: Board, goal: Position, metric: Metric): string {
  return `${boardTitle(board, metric)}, goal ${formatPosition(goal)}`;
}

export function boardTitle(board: Board, metric: Metric): string {
  return metric === 'single' ? formatBoard(board) : `${formatBoard(board)}, metric ${metric}`;
}
