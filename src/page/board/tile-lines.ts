/** The colours of tiles: those of one row or column of the goal have the same. */

import type { BoardAnswer } from '../../serve/answers.js';
import { columnOfCell, rowOfCell, tilesOf } from '../tiles/board-shape.js';

/** The number of colours. */
const COLOURS = 7;
/** Boards of fewer rows are solved column by column. */
const LEAST_ROWS = 3;

/** Returns the number of each tile's colour: its row in the goal, or its column on a board of few rows. */
export function tileLines(board: BoardAnswer, goal: string): readonly number[] {
  const lineOf = board.rows < LEAST_ROWS ? columnOfCell : rowOfCell;
  const lines: number[] = [];
  for (const [cell, tile] of (tilesOf(goal, board) ?? []).entries()) lines[tile] = lineOf(board, cell) % COLOURS;
  return lines;
}
