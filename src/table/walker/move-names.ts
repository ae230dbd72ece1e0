/** The moves that a table's solutions are made of, as numbers and as text. */

import type { Board } from '../../spaces/board/board.js';
import type { Metric } from '../../spaces/board/metric.js';

/** Index of a direction in DIRECTIONS. */
export type DirectionIndex = number;

/**
 * A move's number: direction * most + count - 1 if the blank goes `count` cells in a direction, and never more than
 * `most`. In the metric `single` that is the direction.
 */
export type MoveIndex = number;

/** The orientation in which a caller sees the table's board, which may be turned or mirrored. */
export interface Orientation {
  /** The directions in the order in which they are tried at each step. */
  readonly order: readonly DirectionIndex[];
  /** The letter u, d, l or r of each direction. */
  readonly letters: readonly string[];
}

/** The moves in an orientation. */
export interface MoveNames {
  /** The order in which they are tried: by their directions, and of one direction the shortest first. */
  readonly order: readonly MoveIndex[];
  /** The name of each, in ASCII: `u`, or `u2` if a move may go several cells. */
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

/** Returns the move that undoes one. */
export function oppositeMove(move: MoveIndex, most: number): MoveIndex {
  const direction = Math.floor(move / most);
  // u and d, l and r are neighbours in DIRECTIONS.
  return (direction ^ 1) * most + (move % most);
}
