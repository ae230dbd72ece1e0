/** Drawing of a position as a board. */

import { type Board, columnOf, rowOf } from '../../../spaces/board/board.js';
import { BLANK, type Position } from '../../../spaces/board/position.js';
import { type Markup, markup } from './markup.js';

/** Side of a cell, in user units. */
const CELL = 32;
const MARGIN = 1.5;
const FONT_SIZE = 15;

/** @param label description for screen readers */
export function boardDrawing(board: Board, position: Position, label: string): Markup {
  const { rows, columns } = board;
  const tiles = position.map((tile, cell) => {
    if (tile === BLANK) return null;
    const x = columnOf(board, cell) * CELL;
    const y = rowOf(board, cell) * CELL;
    return markup`<rect x="${x + MARGIN}" y="${y + MARGIN}" width="${CELL - 2 * MARGIN}" height="${CELL - 2 * MARGIN}" rx="3"/><text x="${x + CELL / 2}" y="${y + CELL / 2 + FONT_SIZE * 0.36}">${tile}</text>`;
  });
  const missing = Array.from({ length: rows * columns }, (_, square) => square)
    .filter((square) => !board.squares.includes(square))
    .map((square) => {
      const x = (square % columns) * CELL;
      const y = Math.floor(square / columns) * CELL;
      return markup`<rect class="missing" x="${x}" y="${y}" width="${CELL}" height="${CELL}"/>`;
    });
  const width = columns * CELL;
  const height = rows * CELL;
  return markup`<svg class="board" role="img" aria-label="${label}" viewBox="-2 -2 ${width + 4} ${height + 4}" width="${width + 4}" height="${height + 4}" font-size="${FONT_SIZE}" text-anchor="middle"><rect class="frame" x="-1" y="-1" width="${width + 2}" height="${height + 2}" rx="4"/>${missing}${tiles}</svg>`;
}
