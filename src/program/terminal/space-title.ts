/** Titles of spaces, over the facts about them. */

import { grouped } from '../../base/text/numbers.js';
import type { Exploration } from '../../runs/exploration/exploration.js';
import type { BoardView } from '../../space/space.js';
import { type Board, formatBoard } from '../../spaces/board/board.js';
import type { Metric } from '../../spaces/board/metric.js';
import { formatPosition, type Position } from '../../spaces/board/position.js';
import { boardOfSource } from '../../spaces/board/space/board-facts.js';

/** Returns the space of an exploration, and the goal or starts of its distances. */
export function explorationTitle({ engine, name, source, starts }: Exploration): string {
  if (engine === 'claims' || source.kind !== 'board') return titleOf({ name, starts, board: null });
  return `${boardTitle(boardOfSource(source), source.metric)}, goal ${source.goal}`;
}

interface TitledSpace {
  readonly name: string;
  /** Texts of the states that distances are counted from. */
  readonly starts: readonly string[];
  /** The board and its goal; null if the space is not shown as a board. */
  readonly board: BoardView | null;
}

/** Returns the title of a space: a board with its goal and metric, or a name with its starts. */
export function titleOf({ name, starts, board }: TitledSpace): string {
  return board === null ? `${name}, ${startsText(starts)}` : spaceTitle(board.board, board.goal, board.metric);
}

/** Returns the starts of a space in words. */
function startsText(starts: readonly string[]): string {
  return starts.length === 1 ? `start ${starts[0]}` : `${grouped(starts.length)} starts, the first ${starts[0]}`;
}

/** Returns board and goal, and the metric if that is not the default. */
export function spaceTitle(board: Board, goal: Position, metric: Metric): string {
  return `${boardTitle(board, metric)}, goal ${formatPosition(goal)}`;
}

/** Returns a board, and the metric if that is not the default. */
export function boardTitle(board: Board, metric: Metric): string {
  return metric === 'single' ? formatBoard(board) : `${formatBoard(board)}, metric ${metric}`;
}
