/**
 * Rectangular boards: their cells, counted from 0 in reading order, and which of them are neighbours.
 */

import { excerpt } from '../text/excerpt.js';
import { InputError } from './input-error.js';

/** A grid of rows * columns cells, at least 2. */
export interface Board {
  readonly rows: number;
  readonly columns: number;
  /** rows * columns: the blank and cells - 1 tiles. */
  readonly cells: number;
}

/** A direction the blank moves in, in the order in which solutions prefer them. */
export const DIRECTIONS = ['u', 'd', 'l', 'r'] as const;
export type Direction = (typeof DIRECTIONS)[number];

/** The direction that undoes a move. */
export const OPPOSITE: Readonly<Record<Direction, Direction>> = { u: 'd', d: 'u', l: 'r', r: 'l' };

/** Positions of larger boards could neither be read by a person nor answered by any table. */
export const MOST_CELLS = 255;

/**
 * @throws InputError where it is no board: fewer than 2 cells, more than 255, or sides that are no whole numbers
 */
export function makeBoard(rows: number, columns: number): Board {
  const whole = Number.isInteger(rows) && Number.isInteger(columns) && rows >= 0 && columns >= 0;
  if (!whole) throw new InputError(`a board has whole numbers of rows and columns, found ${rows}x${columns}`);
  const cells = rows * columns;
  if (cells < 2) throw new InputError(`a board has at least 2 cells, found ${rows}x${columns} with ${cells}`);
  if (cells > MOST_CELLS) {
    throw new InputError(`a board has at most ${MOST_CELLS} cells, found ${rows}x${columns}: too large to number`);
  }
  return { rows, columns, cells };
}

/**
 * Reads ROWSxCOLUMNS, such as 3x4.
 * @throws InputError
 */
export function parseBoard(text: string): Board {
  const match = /^(\d{1,9})[xX](\d{1,9})$/.exec(text.trim());
  if (!match) throw new InputError(`a board is written ROWSxCOLUMNS, such as 3x4; found '${excerpt(text)}'`);
  return makeBoard(Number(match[1]), Number(match[2]));
}

/** ROWSxCOLUMNS, the text that parseBoard reads. */
export function formatBoard(board: Board): string {
  return `${board.rows}x${board.columns}`;
}

/** Whether the board is a single row or column, where the tiles keep their order for ever. */
export function isLine(board: Board): boolean {
  return board.rows === 1 || board.columns === 1;
}

/** Colour of a cell on a chessboard, 0 or 1; every move changes the colour of the blank's cell. */
export function colourOf(board: Board, cell: number): number {
  return (Math.floor(cell / board.columns) + (cell % board.columns)) % 2;
}

/** The cell that the blank reaches in a direction, or -1 where the board ends. */
export function neighbour(board: Board, cell: number, direction: Direction): number {
  const column = cell % board.columns;
  switch (direction) {
    case 'u':
      return cell >= board.columns ? cell - board.columns : -1;
    case 'd':
      return cell < board.cells - board.columns ? cell + board.columns : -1;
    case 'l':
      return column > 0 ? cell - 1 : -1;
    case 'r':
      return column < board.columns - 1 ? cell + 1 : -1;
  }
}

/** All neighbours of a cell, in the order u, d, l, r. */
export function neighbours(board: Board, cell: number): number[] {
  return DIRECTIONS.map((direction) => neighbour(board, cell, direction)).filter((other) => other >= 0);
}
