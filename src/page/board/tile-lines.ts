/** The colours of tiles: all tiles in a row or column of the goal have the same colour. */

import type { BoardAnswer } from '../../serve/answers.js';
import { columnOfCell, rowOfCell, tilesOf } from '../tiles/board-shape.js';

/** Number of colours. */
const COLOURS = 7;
/** Minimum number of rows for colours by row; boards of fewer rows are solved column by column. */
const LEAST_ROWS = 3;

/** Returns the number of each tile's colour: its row in the goal or, on a board of few rows, its column. */
export function tileLines(board: BoardAnswer, goal: string): readonly number[] {
  const lineOf = board.rows < LEAST_ROWS ? columnOfCell : rowOfCell;
  const lines: number[] = [];
  for (const [cell, tile] of (tilesOf(goal, board) ?? []).entries()) lines[tile] = lineOf(board, cell) % COLOURS;
  return lines;
}
