/** States of a board as numbers: positions, relative to a goal, to (cell, word, bit) and back. */

import { MOST_CELLS } from '../board/board.js';
import { BLANK, formatPosition, type Position } from '../board/position.js';
import { fromLehmerDigits } from '../permutation/lehmer.js';
import { type Geometry, LOW_DIGITS, readDigits, writeStateDigits } from './geometry.js';

/** A state: the blank's cell, and the place of its bit among that cell's words. */
export interface State {
  readonly cell: number;
  /** 0..words-1 */
  readonly word: number;
  /** 0..59 */
  readonly bit: number;
}

/**
 * What the tiles are called in the numbering of a goal: their order along the path in that goal. Goals that differ
 * in their tiles alone have the same numbering under other names.
 * @returns tile -> label 0..cells-2; the entry of the blank is of no use
 */
export function labelsOf(geometry: Geometry, goal: Position): Int32Array {
  const labels = new Int32Array(geometry.board.cells);
  let next = 0;
  for (const cell of geometry.path) if (goal[cell] !== BLANK) labels[goal[cell]] = next++;
  return labels;
}

/** The labels along the path, by writeArrangement alone. */
const order = new Uint8Array(MOST_CELLS);

/**
 * Numbers the arrangement of a position.
 * @param labels of the goal
 * @param digits takes the Lehmer digits, `geometry.digits` of them: all 0 for the goal's own order of tiles
 * @returns whether moves lead from the position to the goal: whether its arrangement is even, or, on a single row or
 * column, the goal's own; where not, the digits are of no use
 */
export function writeArrangement(
  geometry: Geometry,
  labels: Int32Array,
  position: Position,
  digits: Int32Array | number[],
): boolean {
  const { path, still, arrangements } = geometry;
  const tiles = position.length - 1;
  let length = 0;
  for (const cell of path) if (position[cell] !== BLANK) order[length++] = labels[position[cell]];
  for (let j = 0; j < digits.length; j++) digits[j] = 0;
  if (arrangements === 1) return order.subarray(0, tiles).every((label, place) => label === place);
  let inversions = 0;
  for (let j = 0; j < tiles; j++) {
    let smaller = 0;
    for (let k = j + 1; k < tiles; k++) if (order[k] < order[j]) smaller++;
    digits[still + j] = smaller;
    inversions += smaller;
  }
  return inversions % 2 === 0;
}

/**
 * The state of a position.
 * @throws RangeError where no moves lead from it to the goal
 */
export function stateOf(geometry: Geometry, goal: Position, position: Position): State {
  const digits = new Array<number>(geometry.digits);
  if (!writeArrangement(geometry, labelsOf(geometry, goal), position, digits)) {
    throw new RangeError(`no moves lead from ${formatPosition(position)} to ${formatPosition(goal)}`);
  }
  const low = geometry.digits - LOW_DIGITS;
  return {
    cell: position.indexOf(BLANK),
    word: readDigits(digits, 0, low - 1),
    bit: readDigits(digits, low, low + 2),
  };
}

/** The position of a state, the inverse of stateOf. */
export function positionOf(geometry: Geometry, goal: Position, { cell, word, bit }: State): Position {
  const digits = new Array<number>(geometry.digits);
  writeStateDigits(word, bit, digits);
  const tilesInOrder = geometry.path.map((place) => goal[place]).filter((tile) => tile !== BLANK);
  const arrangement =
    geometry.arrangements === 1
      ? tilesInOrder.map((_, label) => label)
      : fromLehmerDigits(digits.slice(geometry.still));
  const position = new Array<number>(geometry.board.cells).fill(BLANK);
  let next = 0;
  for (const place of geometry.path) if (place !== cell) position[place] = tilesInOrder[arrangement[next++]];
  return position;
}
