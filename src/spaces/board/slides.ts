/**
 * The moves of the blank in either metric. In `single` it moves to a neighbouring cell, in `multi` along a straight line to any cell of its
 * row or column. Every tile on its path moves by one cell towards its old place.
 */

import { type Board, DIRECTIONS, type Direction, neighbour } from './board.js';
import type { Metric } from './metric.js';
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
