/**
 * Tiles on a board and their slides, so that the board follows the pointer without waiting for the server.
 *
 * A move is named by the blank's direction, as in solutions: `u` moves the blank up, and the tile above it down.
 */

import type { BoardAnswer } from '../../serve/answers.js';
import { columnOf, DIRECTIONS, type Direction, neighbour, rowOf } from '../../spaces/board/board.js';
import { BLANK, formatPosition } from '../../spaces/board/position.js';

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

/** A slide: the blank moves `count` cells in a direction, and every tile on its path moves by one cell. */
export interface TileSlide {
  readonly direction: Direction;
  readonly count: number;
}

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

/** Returns the cells whose tiles a slide moves, from the blank on; -1 beyond the board. */
export function slidingCells(board: BoardAnswer, tiles: readonly number[], { direction, count }: TileSlide): number[] {
  const cells: number[] = [];
  for (let cell = tiles.indexOf(BLANK); cells.length < count && cell >= 0; ) {
    cell = neighbour(board, cell, direction);
    cells.push(cell);
  }
  return cells;
}

/** Returns the tiles after a slide; null if the slide leaves the board. */
export function slideTiles(board: BoardAnswer, tiles: readonly number[], slide: TileSlide): number[] | null {
  const next = [...tiles];
  let blank = tiles.indexOf(BLANK);
  for (const cell of slidingCells(board, tiles, slide)) {
    if (cell < 0) return null;
    next[blank] = next[cell];
    blank = cell;
  }
  next[blank] = BLANK;
  return next;
}

/** Returns the slide that takes the blank to a cell; null if no straight slide leads there. */
export function slideTo(board: BoardAnswer, tiles: readonly number[], target: number): TileSlide | null {
  const blank = tiles.indexOf(BLANK);
  for (const direction of DIRECTIONS) {
    let count = 0;
    for (let cell = blank; cell >= 0; cell = neighbour(board, cell, direction)) {
      if (cell === target && count > 0) return { direction, count };
      count++;
    }
  }
  return null;
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

/** Returns the texts of the positions of a slide, one for each tile that moves; null if the slide leaves the board. */
export function slideStates(board: BoardAnswer, state: string, { direction, count }: TileSlide): string[] | null {
  const tiles = tilesOf(state, board);
  const after = Array.from(
    { length: count },
    (_, step) => tiles && slideTiles(board, tiles, { direction, count: step + 1 }),
  );
  return after.every((next) => next !== null) ? after.map(formatPosition) : null;
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
