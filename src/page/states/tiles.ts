/**
 * Tiles on a board, their slides and their parity, so that the page follows the pointer without waiting for the server.
 *
 * A move is named by the blank's direction, as in solutions: `u` moves the blank up, and the tile above it down.
 */

import { lehmerDigits } from '../../permutations/lehmer.js';
import type { BoardAnswer } from '../../serve/answers.js';
import { columnOf, type Direction, neighbours, pathsFrom, pathTo, rowOf } from '../../spaces/board/board.js';
import { type Slide, slidesFrom } from '../../spaces/board/moves.js';
import { BLANK } from '../../spaces/board/position.js';

/** The direction of the tiles, which is opposite to the blank's: a word, an arrow, and the number of cells to the right and down. */
export const TILE_DIRECTIONS = {
  u: { word: 'down', arrow: '↓', across: 0, along: 1 },
  d: { word: 'up', arrow: '↑', across: 0, along: -1 },
  l: { word: 'right', arrow: '→', across: 1, along: 0 },
  r: { word: 'left', arrow: '←', across: -1, along: 0 },
} as const satisfies Record<Direction, object>;
export type TileDirection = (typeof TILE_DIRECTIONS)[Direction];

/** Returns the tile on each cell; null if the text is not a position of this board as the server writes it. */
export function readTiles(state: string, { squares }: BoardAnswer): number[] | null {
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
export const TILE_COLOURS = 7;
/** Minimum number of rows for colours by row; boards of fewer rows are solved column by column. */
const LEAST_ROWS = 3;

/** Returns the number of each tile's colour: its row in the goal or, on a board of few rows, its column. @param goal a position or a pattern */
export function tileLines(board: BoardAnswer, goal: string): readonly number[] {
  const lineOf = board.rows < LEAST_ROWS ? columnOf : rowOf;
  const lines: number[] = [];
  for (const [cell, word] of goal.split(/[ ,]+/).entries())
    if (Number(word) > 0) lines[Number(word)] = lineOf(board, cell) % TILE_COLOURS;
  return lines;
}

/*
 * The reason why a position is unsolvable, if its parity is wrong.
 *
 * Number the cells 0, 1, 2 ... in reading order, and let p be the sequence of the tiles' goal cells, counting the blank as a tile. An
 * inversion is a pair in p in the wrong order; the goal has none.
 *
 * A swap of two neighbours in p makes or removes one inversion. Two entries k places apart change places by 2k - 1 such swaps, an odd
 * number. So every swap of two tiles changes the inversions from odd to even or back: they have the parity of the swaps that sort p.
 *
 * A move swaps the blank and a tile. It also takes the blank one step, to a cell of the other colour of a chessboard. So m moves to the goal
 * are m swaps that sort p, and a walk of m steps of the blank to its goal cell. Walks between the same cells are all even or all odd.
 * Therefore a position can be solved only if inversions and steps are both even or both odd.
 *
 * Example: 2 1 3 / 4 5 6 / 7 8 x has one inversion, and the blank is 0 steps from its goal cell. It cannot be solved.
 *
 * On a full board of at least 2x2 the converse is true as well. On a map it may be false: src/spaces/board/reachability.ts covers that case.
 */

/**
 * Returns the parity of a position: the number of inversions, counting the blank; the minimum number of steps of the blank to its goal cell;
 * and if they agree. If not, the position is unsolvable. If so, it is solvable on full boards, and may be on maps.
 * @param tiles,goal the tile on each cell
 */
export function parityOf(board: BoardAnswer, tiles: readonly number[], goal: readonly number[]) {
  const inversions = lehmerDigits(tiles.map((tile) => goal.indexOf(tile))).reduce((sum, digit) => sum + digit, 0);
  // On a map, the blank may have to go round missing cells.
  const paths = pathsFrom(goal.indexOf(BLANK), (cell) => neighbours(board, cell));
  const steps = pathTo(tiles.indexOf(BLANK), paths).length;
  return { inversions, steps, agrees: inversions % 2 === steps % 2 };
}

/** Returns the reason why no moves lead to the goal, in a sentence. */
export function whyUnsolvable({ inversions, steps, agrees }: ReturnType<typeof parityOf>): string {
  if (agrees) return 'No moves on this board lead to the goal.';
  const numbers = [inversions, steps].map((count) => `an ${parityName(count)} number of`);
  return `Sorting the tiles takes ${numbers[0]} swaps, but the blank is ${numbers[1]} steps from its goal cell.`;
}

/**
 * Returns the two tiles whose swap brings the most tiles home, of several such pairs the largest tiles: 14 and 15 if only these are exchanged.
 * @param tiles,goal the tile on each cell, at least two besides the blank
 */
export function bestSwap(tiles: readonly number[], goal: readonly number[]): readonly [number, number] {
  const isHome = (tile: number, place: number) => Number(goal[tiles.indexOf(place)] === tile);
  const pairs = tiles.flatMap((_, larger) =>
    Array.from({ length: Math.max(0, larger - 1) }, (_, before) => [before + 1, larger] as const),
  );
  const home = ([a, b]: readonly [number, number]) => isHome(a, b) + isHome(b, a);
  return pairs.reduce((best, pair) => (home(pair) >= home(best) ? pair : best));
}

/** Returns if a number is even or odd, in a word. */
export function parityName(count: number): string {
  return count % 2 === 0 ? 'even' : 'odd';
}
