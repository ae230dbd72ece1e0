/**
 * Tiles on a board and their slides, so that the board follows the pointer without waiting for the server.
 *
 * A move is named by the blank's direction, as in solutions: `u` moves the blank up, and the tile above it down.
 */

import type { BoardAnswer } from '../../serve/answers.js';
import { columnOf, type Direction, rowOf } from '../../spaces/board/board.js';
import { type Slide, slidesFrom } from '../../spaces/board/moves.js';
import { BLANK } from '../../spaces/board/position.js';

export interface TileDirection {
  readonly word: string;
  readonly arrow: string;
  /** Number of cells to the right and down. */
  readonly across: number;
  readonly along: number;
}

/** The direction of the tiles, which is opposite to the blank's. */
export const TILE_DIRECTIONS: Readonly<Record<Direction, TileDirection>> = {
  u: { word: 'down', arrow: '↓', across: 0, along: 1 },
  d: { word: 'up', arrow: '↑', across: 0, along: -1 },
  l: { word: 'right', arrow: '→', across: 1, along: 0 },
  r: { word: 'left', arrow: '←', across: -1, along: 0 },
};

/** Returns the tile on each cell; null if the text is not a position of this board as the server writes it. */
export function tilesOf(state: string, { squares }: BoardAnswer): number[] | null {
  const tiles = state.split(/[ ,]+/).map((word) => (word === 'x' ? BLANK : Number(word)));
  const right = tiles.length === squares.length && new Set(tiles).size === tiles.length && tiles.includes(BLANK);
  return right && tiles.every((tile) => Number.isInteger(tile) && tile >= 0 && tile < tiles.length) ? tiles : null;
}

/** Returns the cell at a row and a column; -1 if there is none. */
export function cellAt({ rows, columns, squares }: BoardAnswer, row: number, column: number): number {
  const inside = row >= 0 && row < rows && column >= 0 && column < columns;
  return inside ? squares.indexOf(row * columns + column) : -1;
}

/** Returns the slide that takes the blank to a cell; undefined if no straight slide leads there. */
export function slideTo(board: BoardAnswer, tiles: readonly number[], target: number): Slide | undefined {
  return slidesFrom(board, tiles.indexOf(BLANK), 'multi').find(({ cells }) => cells.at(-1) === target);
}

/** Returns the slide of the blank by a number of cells; undefined if it leaves the board. */
export function slideBy(
  board: BoardAnswer,
  tiles: readonly number[],
  direction: Direction,
  count: number,
): Slide | undefined {
  const slides = slidesFrom(board, tiles.indexOf(BLANK), 'multi');
  return slides.find((slide) => slide.direction === direction && slide.count === count);
}

/** Returns the rows in words, for screen readers. */
export function rowsInWords(board: BoardAnswer, tiles: readonly number[]): string {
  const rows = Array.from({ length: board.rows }, (_, row) => {
    const squares = Array.from({ length: board.columns }, (_, column) => cellAt(board, row, column));
    const names = squares.map((cell) => (cell < 0 ? 'no cell' : tiles[cell] === BLANK ? 'blank' : tiles[cell]));
    return `Row ${row + 1}: ${names.join(', ')}.`;
  });
  return rows.join(' ');
}

/** Returns the rows as a reader can type them: 123/456/78x, with spaces if tiles have two digits. */
export function rowsText(board: BoardAnswer, tiles: readonly number[]): string {
  const rows = Array.from({ length: board.rows }, (_, row) => tiles.filter((_, cell) => rowOf(board, cell) === row));
  const between = tiles.length > 10 ? ' ' : '';
  return rows.map((row) => row.map((tile) => (tile === BLANK ? 'x' : tile)).join(between)).join('/');
}

/* The colours of tiles: all tiles in a row or column of the goal have the same colour. */

/** Number of colours. */
const COLOURS = 7;
/** Minimum number of rows for colours by row; boards of fewer rows are solved column by column. */
const LEAST_ROWS = 3;

/** Returns the number of each tile's colour: its row in the goal or, on a board of few rows, its column. */
export function tileLines(board: BoardAnswer, goal: string): readonly number[] {
  const lineOf = board.rows < LEAST_ROWS ? columnOf : rowOf;
  const lines: number[] = [];
  for (const [cell, tile] of (tilesOf(goal, board) ?? []).entries()) lines[tile] = lineOf(board, cell) % COLOURS;
  return lines;
}
