/** Moves of the blank between neighbouring cells, as changes of an arrangement's number. */

import { DIRECTIONS, neighbour } from '../board.js';
import { type Geometry, LOW_DIGITS, STATES_PER_WORD, type Window, windowOf, wordsBelow } from './geometry.js';

/** A move of the blank to the cell `to`. */
export interface Step extends Window {
  readonly to: number;
}

/** Returns [cell][direction, in the order of DIRECTIONS]: the move; undefined beyond the edge of the board. */
export function stepsOf(geometry: Geometry): (Step | undefined)[][] {
  const { board } = geometry;
  return Array.from({ length: board.cells }, (_, cell) =>
    DIRECTIONS.map((direction) => {
      const to = neighbour(board, cell, direction);
      return to < 0 ? undefined : { to, ...windowOf(geometry, cell, to) };
    }),
  );
}

/** Returns the weight of each Lehmer digit in word * 60 + bit, which is exact if the states can be numbered. */
export function weightsOf({ digits }: Geometry): number[] {
  const low = digits - LOW_DIGITS;
  return Array.from({ length: digits }, (_, j) => {
    if (j < low) return wordsBelow(digits - 1 - j) * STATES_PER_WORD;
    return [12, 3, 1, 0, 0][j - low];
  });
}

/** Returns word * 60 + bit of an arrangement. @param weights as weightsOf returns them */
export function arrangementNumber(digits: Int32Array, weights: readonly number[]): number {
  let arrangement = 0;
  for (let j = 0; j < digits.length; j++) arrangement += digits[j] * weights[j];
  return arrangement;
}
