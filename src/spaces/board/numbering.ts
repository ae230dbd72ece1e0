/**
 * The numbering of a board's states: the path through its cells, the digits, and the words.
 *
 * *Path.* The cells are read in boustrophedon order, there and back, by rows or by columns. The choice is the path on which neighbours are
 * never as far apart as on the other: on a full board, the one along the shorter side. If both are equal, it is by rows, unless there are
 * fewer rows than columns. Example: 3x3 is read 0 1 2 5 4 3 6 7 8. On a full board consecutive cells are neighbours. Without the blank, the
 * tiles along the path are a permutation a[0..m-1], m = cells - 1. A move of the blank between the places u < v of the path rotates the
 * window a[u..v-1] by one. If v = u + 1, as in most moves, this changes nothing.
 *
 * *Parity.* A move changes the colour of the blank's cell, its place by v - u, and the arrangement by v - u - 1 exchanges. So the sum
 *
 *     parity of the arrangement + place of the blank + colour of its cell
 *
 * is always even or always odd. A cell is called odd if the sum of its place and colour is. On full boards no cell is odd, since place and
 * colour alternate together, and all arrangements that can be reached are even. On maps, consecutive cells may be apart. The tiles are
 * numbered so that the goal's own arrangement is even if the cell of its blank is, and odd if that is odd. Then the same holds for every
 * position, whatever the goal.
 *
 * *Digits.* An arrangement is the number with the mixed-radix digits d[0..m-1], its Lehmer digits relative to the goal, whose arrangement
 * is 0. Digit j has the radix m - j. The last digit is always 0, and the one before it follows from the parity. So rank >> 1 numbers the
 * m!/2 arrangements of each blank cell without gaps.
 *
 * *Words.* The five low digits have 5!/2 = 60 combinations of either parity. These are the bits of a 64-bit word: bit
 * (d[m-5] * 4 + d[m-4]) * 3 + d[m-3] of word d[0] d[1] ... d[m-6]. A rotation only rewrites the digits of its own window. So it moves runs
 * of words together, or permutes the bits of each word in one fixed manner, or both.
 *
 * Boards of fewer than five tiles are numbered as if they had further tiles in front that never move, whose digits are 0. On a single row
 * or column no move changes the arrangement, so each blank cell has one word.
 *
 * Moves may not reach all arrangements of a map: src/spaces/board/reachability.ts.
 */

import { InputError } from '../../base/text.js';
import { factorial, fromLehmerDigits, type Rotation, rotateWindow } from '../../permutations/lehmer.js';
import {
  type Board,
  colourOf,
  columnOf,
  DIRECTIONS,
  formatBoard,
  isLine,
  MOST_CELLS,
  neighbour,
  neighbours,
  rowOf,
} from './board.js';
import { BLANK, formatPosition, type Position } from './position.js';
import { reachOf } from './reachability.js';

/** States in a word, 5!/2. The other four bits of its 64 are always 0. */
export const STATES_PER_WORD = 60;

export const BYTES_PER_WORD = 8;

/** Returns the place 0..31 of the lowest bit that is set. @param half of a word, not 0 */
export function lowestBit(half: number): number {
  return 31 - Math.clz32(half & -half);
}

/** Number of Lehmer digits that number the bits of a word. */
export const LOW_DIGITS = 5;

/** The numbering of one board. */
export interface Geometry {
  readonly board: Board;
  /** [place on the path]: the cell. */
  readonly path: readonly number[];
  /** [cell]: its place on the path. */
  readonly pathIndex: readonly number[];
  /** [cell]: 1 if arrangements with the blank there are odd, else 0. */
  readonly parityAt: readonly (0 | 1)[];
  /** True if no move changes the arrangement: on a single row or column. */
  readonly isLine: boolean;
  /** Number of Lehmer digits, at least 5. Digit j has the radix `digits - j`. */
  readonly digits: number;
  /** Number of digits in front of the first tile that can move: 5 - m for boards of m < 5 tiles. */
  readonly still: number;
  /** Words for each blank cell: digits!/5!. */
  readonly words: number;
  /** Arrangements of each blank cell that have numbers: m!/2, or 1 for a single row or column. */
  readonly arrangements: number;
  /** Number of states with numbers: cells * arrangements. */
  readonly states: number;
  /** Number of states that moves reach: all of them, except on some maps. */
  readonly reached: number;
}

/**
 * Returns the numbering of a board.
 * @throws InputError if it has more than 2^53 states, which no number here could count
 */
export function geometryOf(board: Board): Geometry {
  const path = boardPath(board);
  const pathIndex = placesOnPath(path);
  const tiles = board.cells - 1;
  const line = isLine(board);
  const digits = line ? LOW_DIGITS : Math.max(tiles, LOW_DIGITS);
  const states = numberedStates(board);
  if (!Number.isSafeInteger(states)) {
    const count = Number.isFinite(states) ? `about ${states.toExponential(1)}` : 'more than 1e+308';
    throw new InputError(
      `${formatBoard(board)} is too large to number: it has ${count} states, and 2^53 is the most that can be counted exactly; antipode solve can still search for solutions`,
    );
  }
  return {
    board,
    path,
    pathIndex,
    parityAt: pathIndex.map((place, cell) => ((place + colourOf(board, cell)) % 2 === 0 ? 0 : 1)),
    isLine: line,
    digits,
    still: Math.max(0, LOW_DIGITS - tiles),
    words: wordsBelow(digits),
    arrangements: arrangementsOf(board),
    states,
    reached: reachOf(board).states,
  };
}

/** Window of an arrangement that a move of the blank rotates: the digits first..last. If first = last, no digit changes. */
export interface Window {
  readonly first: number;
  readonly last: number;
  readonly rotation: Rotation;
}

/**
 * Returns the window of the blank's move from one cell to a neighbouring one. The tile between them jumps over all tiles whose
 * places on the path lie between the two cells.
 */
export function cellWindow(geometry: Geometry, source: number, target: number): Window {
  const from = geometry.pathIndex[source] + geometry.still;
  const to = geometry.pathIndex[target] + geometry.still;
  return from < to
    ? { first: from, last: to - 1, rotation: 'last-to-first' }
    : { first: to, last: from - 1, rotation: 'first-to-last' };
}

/** Returns the number of states in the numbering of a board; they are too many if this is not a safe integer. */
export function numberedStates(board: Board): number {
  return board.cells * arrangementsOf(board);
}

function arrangementsOf(board: Board): number {
  return isLine(board) ? 1 : factorial(board.cells - 1) / 2;
}

/** Returns the number of words that the last `digits` digits number: digits!/5!, for 5 digits and more. */
export function wordsBelow(digits: number): number {
  let words = 1;
  for (let radix = LOW_DIGITS + 1; radix <= digits; radix++) words *= radix;
  return words;
}

/** Writes the digits first..last (both included) of a mixed-radix number. */
export function writeDigits(value: number, digits: number[], first: number, last: number): void {
  let rest = value;
  for (let j = last; j >= first; j--) {
    const radix = digits.length - j;
    digits[j] = rest % radix;
    rest = Math.floor(rest / radix);
  }
}

/**
 * Writes all Lehmer digits of a state.
 * @param word,bit of its arrangement
 * @param parity of its arrangement: the geometry's parityAt of the blank's cell
 */
export function writeStateDigits(word: number, bit: number, parity: 0 | 1, digits: number[]): void {
  const low = digits.length - LOW_DIGITS;
  writeDigits(word, digits, 0, low - 1);
  writeDigits(bit, digits, low, low + 2);
  let sum: number = parity;
  for (let j = 0; j < low + 3; j++) sum += digits[j];
  // The last digit but one gives the arrangement its parity.
  digits[low + 3] = sum % 2;
  digits[low + 4] = 0;
}

/** Returns the mixed-radix number of the digits first..last (both included). */
function readDigits(digits: readonly number[], first: number, last: number): number {
  let value = 0;
  for (let j = first; j <= last; j++) value = value * (digits.length - j) + digits[j];
  return value;
}

/** Returns [value of the digits first..last]: their value after a rotation. */
export function windowMap(digits: number, first: number, last: number, rotation: Rotation): Uint32Array {
  let values = 1;
  for (let j = first; j <= last; j++) values *= digits - j;
  const map = new Uint32Array(values);
  const after = valueAfter(digits, { first, last, rotation });
  for (let value = 0; value < values; value++) map[value] = after(value);
  return map;
}

/** Returns a function of the value of a window's digits: their value after its rotation. */
export function valueAfter(digits: number, { first, last, rotation }: Window): (value: number) => number {
  const scratch = new Array<number>(digits).fill(0);
  return (value) => {
    writeDigits(value, scratch, first, last);
    rotateWindow(scratch, first, last, rotation);
    return readDigits(scratch, first, last);
  };
}

/**
 * Returns the cells of a board in the order of its path: by rows or by columns, whichever keeps neighbours closer. See above for ties.
 */
export function boardPath(board: Board): number[] {
  const byRows = snake(board, rowOf, columnOf);
  const byColumns = snake(board, columnOf, rowOf);
  const difference = farthestNeighbours(board, byRows) - farthestNeighbours(board, byColumns);
  if (difference !== 0) return difference < 0 ? byRows : byColumns;
  return board.rows >= board.columns ? byRows : byColumns;
}

/** Returns the cells lane by lane, there and back. */
function snake(board: Board, laneOf: typeof rowOf, stepOf: typeof rowOf): number[] {
  const cells = Array.from({ length: board.cells }, (_, cell) => cell);
  const forwards = (cell: number) => (laneOf(board, cell) % 2 === 0 ? stepOf(board, cell) : -stepOf(board, cell));
  return cells.sort((a, b) => laneOf(board, a) - laneOf(board, b) || forwards(a) - forwards(b));
}

/** Returns the maximum distance of two neighbours on the path. */
function farthestNeighbours(board: Board, path: readonly number[]): number {
  const pathIndex = placesOnPath(path);
  return Math.max(
    ...path.map((cell, place) =>
      Math.max(...neighbours(board, cell).map((other) => Math.abs(pathIndex[other] - place))),
    ),
  );
}

/** Returns [cell]: its place on a path. */
export function placesOnPath(path: readonly number[]): number[] {
  const pathIndex = path.map(() => 0);
  for (const [place, cell] of path.entries()) pathIndex[cell] = place;
  return pathIndex;
}

/* States of a board as numbers: conversion between positions, relative to a goal, and (cell, word, bit). */

/** A state: the blank's cell, and the bit among the words of that cell. */
export interface State {
  readonly cell: number;
  /** 0..words-1. */
  readonly word: number;
  /** 0..59. */
  readonly bit: number;
}

/**
 * Returns the tiles in the order of their labels, by which the numbering of a goal names them. Labels follow the path in the goal; if that
 * arrangement has to be odd, the last two are exchanged. Goals that differ only in their tiles have the same numbering under other names.
 * @returns [label 0..cells-2]: the tile
 */
export function tilesByLabel({ path, parityAt }: Geometry, goal: Position): number[] {
  const tiles = path.map((cell) => goal[cell]).filter((tile) => tile !== BLANK);
  if (parityAt[goal.indexOf(BLANK)] === 1) tiles.push(...tiles.splice(-2).reverse());
  return tiles;
}

/**
 * Returns the inverse of tilesByLabel.
 * @returns [tile]: the label; the entry of the blank has no meaning
 */
export function labelsOf(geometry: Geometry, goal: Position): Int32Array {
  const labels = new Int32Array(geometry.board.cells);
  for (const [label, tile] of tilesByLabel(geometry, goal).entries()) labels[tile] = label;
  return labels;
}

/** Returns the goal with its blank on a cell whose tiles have these labels: the inverse of labelsOf. */
export function goalOf({ path, parityAt }: Geometry, labels: Int32Array, goalCell: number): Position {
  const tiles: number[] = [];
  for (const [tile, label] of labels.entries()) if (tile !== BLANK) tiles[label] = tile;
  if (parityAt[goalCell] === 1) tiles.push(...tiles.splice(-2).reverse());
  const goal = new Array<number>(path.length).fill(BLANK);
  let next = 0;
  for (const cell of path) if (cell !== goalCell) goal[cell] = tiles[next++];
  return goal;
}

/** Scratch memory of writeArrangement: the labels along the path. */
const order = new Uint8Array(MOST_CELLS);

/**
 * Numbers the arrangement of a position.
 * @param labels of the goal
 * @param digits receives the `geometry.digits` Lehmer digits; all but the last two are 0 for the goal
 * @returns whether the position has a number: whether its arrangement has the parity of the blank's cell or, on a single row or column, is
 * the goal's own. No moves lead to the goal from other positions; on some maps, nor from some of these
 */
export function writeArrangement(
  geometry: Geometry,
  labels: Int32Array,
  position: Position,
  digits: Int32Array | number[],
): boolean {
  const { path, still, parityAt, isLine } = geometry;
  const tiles = position.length - 1;
  let length = 0;
  for (const cell of path) if (position[cell] !== BLANK) order[length++] = labels[position[cell]];
  for (let j = 0; j < digits.length; j++) digits[j] = 0;
  if (isLine) return order.subarray(0, tiles).every((label, place) => label === place);
  let inversions = 0;
  for (let j = 0; j < tiles; j++) {
    let smaller = 0;
    for (let k = j + 1; k < tiles; k++) if (order[k] < order[j]) smaller++;
    digits[still + j] = smaller;
    inversions += smaller;
  }
  return inversions % 2 === parityAt[position.indexOf(BLANK)];
}

/**
 * Returns the state of a position.
 * @throws RangeError if it has no number, so no moves lead from it to the goal
 */
export function stateOf(geometry: Geometry, goal: Position, position: Position): State {
  const digits = new Array<number>(geometry.digits);
  if (!writeArrangement(geometry, labelsOf(geometry, goal), position, digits)) {
    throw new RangeError(`no moves lead from ${formatPosition(position)} to ${formatPosition(goal)}`);
  }
  const low = geometry.digits - LOW_DIGITS;
  const word = readDigits(digits, 0, low - 1);
  return { cell: position.indexOf(BLANK), word, bit: readDigits(digits, low, low + 2) };
}

/** Returns the position of a state: the inverse of stateOf. */
export function positionOf(geometry: Geometry, goal: Position, { cell, word, bit }: State): Position {
  const digits = new Array<number>(geometry.digits);
  writeStateDigits(word, bit, geometry.parityAt[cell], digits);
  const tiles = tilesByLabel(geometry, goal);
  const arrangement = geometry.isLine ? tiles.map((_, label) => label) : fromLehmerDigits(digits.slice(geometry.still));
  const position = new Array<number>(geometry.board.cells).fill(BLANK);
  let next = 0;
  for (const place of geometry.path) if (place !== cell) position[place] = tiles[arrangement[next++]];
  return position;
}

/** Returns the number of a state among all states of a board, 0..states-1: cell * arrangements + arrangement. */
export function numberOf({ arrangements }: Geometry, { cell, word, bit }: State): number {
  return cell * arrangements + word * STATES_PER_WORD + bit;
}

/** Returns the state of a number: the inverse of numberOf. */
export function stateAt({ arrangements }: Geometry, number: number): State {
  const cell = Math.floor(number / arrangements);
  return stateOfArrangement(cell, number - cell * arrangements);
}

/** Returns the state of an arrangement. @param arrangement word * 60 + bit */
export function stateOfArrangement(cell: number, arrangement: number): State {
  const bit = arrangement % STATES_PER_WORD;
  return { cell, word: (arrangement - bit) / STATES_PER_WORD, bit };
}

/* Moves of the blank between neighbouring cells, as changes of an arrangement's number. */

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
      return to < 0 ? undefined : { to, ...cellWindow(geometry, cell, to) };
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

/*
 * The arrangements of all states, word by word. This gives the same as positionOf, for callers that visit all states of a board.
 *
 * The states of a word have their first places in common. On the last five places, the five remaining labels have each of their 60 orders of
 * one parity. So the first places are computed once for a word, and the order of the last five is looked up.
 */

/**
 * [parity of the digits in front][bit * 5 + place]: which of the five remaining labels, ascending, is on each of the last five places.
 */
export const ORDERS_IN_WORD: readonly Uint8Array[] = [0, 1].map((parity) => {
  const orders = new Uint8Array(STATES_PER_WORD * LOW_DIGITS);
  for (let bit = 0; bit < STATES_PER_WORD; bit++) {
    const [x, y, z] = [Math.floor(bit / 12), Math.floor(bit / 3) % 4, bit % 3];
    orders.set(fromLehmerDigits([x, y, z, (x + y + z + parity) % 2, 0]), bit * LOW_DIGITS);
  }
  return orders;
});

export class WordArrangements {
  /** Labels along the path without the blank, one for each tile, of the state that was read last. */
  readonly labels: Uint8Array;
  readonly #geometry: Geometry;
  readonly #digits: number[];
  readonly #left: Uint8Array;
  #orders = ORDERS_IN_WORD[0];

  constructor(geometry: Geometry) {
    const tiles = geometry.board.cells - 1;
    this.#geometry = geometry;
    this.#digits = new Array<number>(geometry.digits).fill(0);
    this.#left = new Uint8Array(geometry.digits);
    this.labels = Uint8Array.from({ length: tiles }, (_, label) => label);
  }

  /** Reads a word. @param word 0..words-1 @param cell of the blank, which determines the parity of the arrangements */
  readWord(word: number, cell: number): void {
    const { digits, isLine, parityAt } = this.#geometry;
    if (isLine) return;
    const low = digits - LOW_DIGITS;
    writeDigits(word, this.#digits, 0, low - 1);
    const left = this.#left;
    for (let label = 0; label < digits; label++) left[label] = label;
    let sum: number = parityAt[cell];
    for (let place = 0; place < low; place++) {
      const digit = this.#digits[place];
      sum += digit;
      this.labels[place] = left[digit];
      for (let at = digit; at < digits - 1 - place; at++) left[at] = left[at + 1];
    }
    this.#orders = ORDERS_IN_WORD[sum % 2];
  }

  /** Reads a state of the word that was read last. @param bit 0..59 */
  readState(bit: number): void {
    const { digits, still, isLine } = this.#geometry;
    if (isLine) return;
    const low = digits - LOW_DIGITS;
    const orders = this.#orders;
    // On boards of fewer than five tiles, the first of the five labels are those of tiles that do not exist.
    for (let place = still; place < LOW_DIGITS; place++) {
      this.labels[low + place - still] = this.#left[orders[bit * LOW_DIGITS + place]] - still;
    }
  }
}
