/** The moves of a table's solutions, as numbers and as text. */

import type { Board } from '../../spaces/board/board.js';
import type { Metric } from '../../spaces/board/metric.js';

/** Index of a direction in DIRECTIONS. */
export type DirectionIndex = number;

/**
 * Number of a move: direction * most + count - 1, if the blank moves `count` cells in a direction and at most `most` cells
 * in any move. In the metric `single` the number is the direction.
 */
export type MoveIndex = number;

/** Orientation of the caller's board relative to the table's, which can be turned or mirrored. */
export interface Orientation {
  /** Directions, in the order in which each step tries them. */
  readonly order: readonly DirectionIndex[];
  /** [direction]: its letter u, d, l or r. */
  readonly letters: readonly string[];
}

/** The moves in an orientation. */
export interface MoveNames {
  /** Moves, in the order in which they are tried: by direction, and in each direction the shortest first. */
  readonly order: readonly MoveIndex[];
  /** [move]: its name in ASCII, `u` or, in the metric `multi`, `u2`. */
  readonly texts: readonly Uint8Array[];
}

/** Returns the maximum number of cells that the blank moves in one move. */
export function mostCells({ rows, columns }: Board, metric: Metric): number {
  return metric === 'single' ? 1 : Math.max(rows, columns) - 1;
}

export function moveNames({ order, letters }: Orientation, board: Board, metric: Metric): MoveNames {
  const most = mostCells(board, metric);
  const counts = Array.from({ length: most }, (_, index) => index + 1);
  const text = (letter: string, count: number) => Buffer.from(metric === 'single' ? letter : `${letter}${count}`);
  return {
    order: order.flatMap((direction) => counts.map((count) => direction * most + count - 1)),
    texts: letters.flatMap((letter) => counts.map((count) => text(letter, count))),
  };
}

/** Returns the move that undoes a move. */
export function oppositeMove(move: MoveIndex, most: number): MoveIndex {
  const direction = Math.floor(move / most);
  // u and d, l and r are neighbours in DIRECTIONS.
  return (direction ^ 1) * most + (move % most);
}
