/**
 * The moves of the blank in either metric: to a neighbouring cell, or to any cell of its row or column that it comes to in a
 * straight way; every tile between moves by one cell towards where the blank was.
 */

import { type Board, DIRECTIONS, type Direction, neighbour } from './board.js';
import type { Metric } from './metric.js';
import { BLANK, type Position } from './position.js';

/** The blank goes `count` cells in a direction. */
export interface Slide {
  readonly direction: Direction;
  /** 1 in the metric `single`. */
  readonly count: number;
  /** The cells that it comes over, the last one being where it stops. */
  readonly cells: readonly number[];
}

/** All moves from a cell, in the order in which solutions prefer them: u, d, l, r, and in each direction the nearest cell first. */
export function slidesFrom(board: Board, cell: number, metric: Metric): Slide[] {
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

/** What a slide is called in solutions: `u`, or in the metric `multi` `u2`. */
export function slideName({ direction, count }: Slide, metric: Metric): string {
  return metric === 'single' ? direction : `${direction}${count}`;
}

/** The position after the blank has gone over the cells of a slide from where it is. */
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
