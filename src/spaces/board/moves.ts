/** Moves of a board: the slides of the blank, and solutions as text. */

import { excerpt, InputError } from '../../base/text.js';
import { DIRECTIONS, type Direction, type MapSquares, type Metric, MOST_CELLS, neighbour } from './board.js';
import { BLANK, type Position } from './position.js';

/** A move of the blank by `count` cells in a direction. */
export interface Slide {
  readonly direction: Direction;
  /** Number of cells, 1 in the metric `single`. */
  readonly count: number;
  /** Cells on the path of the blank; it stops on the last one. */
  readonly cells: readonly number[];
}

/** Returns all moves from a cell in the order in which solutions prefer them: u, d, l, r, in each direction the nearest cell first. */
export function slidesFrom(board: MapSquares, cell: number, metric: Metric): Slide[] {
  return DIRECTIONS.flatMap((direction) => {
    const slides: Slide[] = [];
    const cells: number[] = [];
    for (let to = neighbour(board, cell, direction); to >= 0; to = neighbour(board, to, direction)) {
      cells.push(to);
      slides.push({ direction, count: cells.length, cells: [...cells] });
      if (metric === 'single') break;
    }
    return slides;
  });
}

/** Returns the name of a slide in solutions: `u`, or `u2` in the metric `multi`. */
export function slideName({ direction, count }: Slide, metric: Metric): string {
  return metric === 'single' ? direction : `${direction}${count}`;
}

/** Returns the position after a slide. */
export function slid(position: Position, { cells }: Slide): number[] {
  const next = position.slice();
  let blank = position.indexOf(BLANK);
  for (const cell of cells) {
    next[blank] = next[cell];
    blank = cell;
  }
  next[blank] = BLANK;
  return next;
}

/*
 * Solutions as text. In the metric `single` a move is a letter, the direction of the blank: `rru`. In `multi` the letter is followed by
 * the number of cells that the blank moves: `r2u1`. In plain letters, one for each tile, this is `rru` as well.
 */

/** A move: the blank moves `count` cells in a direction. */
type CountedMove = Pick<Slide, 'direction' | 'count'>;

/**
 * Returns the moves of a text in either form; a letter without a number counts 1.
 * @throws InputError if the blank moves more cells than any board has in a row
 */
export function parseMoves(text: string): CountedMove[] {
  return Array.from(text.matchAll(/([udlr])(\d*)/g), ([move, direction, count]) => {
    if (Number(count) < MOST_CELLS)
      return { direction: direction as Direction, count: count === '' ? 1 : Number(count) };
    throw new InputError(`the blank moves at most ${MOST_CELLS - 1} cells in a move, found '${excerpt(move)}'`);
  });
}

/**
 * Returns the number of moves in a text of either form.
 * @param text moves as printed by `antipode solve`, such as `rru` or `r2u1`
 * @example
 * ```ts
 * import { countMoves } from 'antipode';
 *
 * console.log(countMoves('r2u1'), countMoves('rru')); // 2 3
 * ```
 */
export function countMoves(text: string): number {
  let moves = 0;
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) >= LETTERS) moves++;
  return moves;
}

/** Code of `a`; letters come after digits. */
const LETTERS = 0x61;

/**
 * Returns a solution in plain letters, one for each tile that slides.
 * @param text moves in either form, such as `rru` or `r2u1`
 * @throws InputError if the blank moves more than 254 cells in a move
 * @example
 * ```ts
 * import { plainLetters } from 'antipode';
 *
 * console.log(plainLetters('r2u1')); // rru
 * ```
 */
export function plainLetters(text: string): string {
  return parseMoves(text)
    .map(({ direction, count }) => direction.repeat(count))
    .join('');
}
