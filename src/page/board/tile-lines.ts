/** Which line of the goal a tile belongs to: tiles of a line have one colour. */

import type { BoardAnswer } from '../../serve/answers.js';
import { columnOfCell, rowOfCell, tilesOf } from '../tiles/board-shape.js';

/** Colours that there are. */
const COLOURS = 7;
/** Boards of fewer rows are solved column by column. */
const LEAST_ROWS = 3;

/** The number of each tile's colour: that of its row in the goal, or of its column on a board of few rows. */
export function tileLines(board: BoardAnswer, goal: string): readonly number[] {
  const lineOf = board.rows < LEAST_ROWS ? columnOfCell : rowOfCell;
  const lines: number[] = [];
  for (const [cell, tile] of (tilesOf(goal, board) ?? []).entries()) lines[tile] = lineOf(board, cell) % COLOURS;
  return lines;
}
