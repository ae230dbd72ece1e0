/**
 * Cursors move from state to state of a board and determine from a table which neighbours are nearer. They are the seam between
 * solving and the meaning of the table's bits. There is one for each metric.
 */

import { changeByRotation, rotateWindow } from '../permutations/lehmer.js';
import { type Board, colourOf, type Metric } from '../spaces/board/board.js';
import {
  arrangementNumber,
  type Geometry,
  STATES_PER_WORD,
  type State,
  type Step,
  stateOfArrangement,
  stepsOf,
  weightsOf,
} from '../spaces/board/numbering.js';
import type { TableStore } from './files/store.js';

export interface TableCursor {
  readonly state: State;
  /** Number of the state: cell * arrangements + the arrangement's rank >> 1. */
  readonly index: number;
  /** Lehmer digits of the current arrangement. They change with the cursor: copy them to keep them. */
  readonly digits: Int32Array;
  readonly atGoal: boolean;
  /** Returns the index of any state. */
  indexOf(cell: number, digits: Int32Array): number;
  /** Moves the cursor to a state. @throws TableError if the table cannot be read */
  place(cell: number, digits: Int32Array): void;
  /** Returns true if a move exists from here and leads nearer to the goal. @throws as place */
  isNearer(move: MoveIndex): boolean;
  /**
   * Returns the change of the distance by a move from here, which must exist.
   * @returns -1, 0 or 1; NaN if the state that the move leads to is not reached according to the table
   * @throws as place
   */
  changeBy(move: MoveIndex): number;
  /** Makes the move of the last isNearer, which must have returned true. */
  step(): void;
}

/** The moves of a table's solutions, as numbers and as text. */

/** Index of a direction in DIRECTIONS. */
type DirectionIndex = number;

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

/**
 * A cursor: a state of a board, from which a table determines the moves that lead nearer to the goal.
 *
 * The table's bit b = floor(depth / 2) mod 2 and the parity p of the depth, which is the colour of the blank's cell
 * relative to the goal's, give depth mod 4 = 2b + p. The depth of a neighbour is one less or one more. If p = 1, one
 * less has the same b and one more the other; if p = 0 it is the reverse. So one bit of the neighbour is enough.
 */

/** A cursor on a table of the metric `single`: a move slides one tile, so a move is its direction. */
export class Cursor implements TableCursor {
  readonly #store: TableStore;
  readonly #goalCell: number;
  readonly #arrangements: number;
  /** [cell][direction]; undefined at the edge of the board. */
  readonly #steps: readonly (readonly (Step | undefined)[])[];
  readonly #colours: readonly number[];
  /** Weight of each digit in word * 60 + bit. That number is exact, because boards have at most 2^53 states. */
  readonly #weights: readonly number[];

  readonly #digits: Int32Array;
  #cell = 0;
  /** Number of the arrangement: word * 60 + bit. */
  #arrangement = 0;
  #residue = 0;

  // The neighbour read by the last isNearer.
  #candidateStep: Step | undefined;
  #candidateArrangement = 0;

  constructor(geometry: Geometry, goalCell: number, store: TableStore) {
    const { board, digits } = geometry;
    this.#store = store;
    this.#goalCell = goalCell;
    this.#arrangements = geometry.arrangements;
    this.#steps = stepsOf(geometry);
    this.#colours = Array.from({ length: board.cells }, (_, cell) => colourOf(board, cell));
    this.#weights = weightsOf(geometry);
    this.#digits = new Int32Array(digits);
  }

  get state(): State {
    return stateOfArrangement(this.#cell, this.#arrangement);
  }

  get index(): number {
    return this.#cell * this.#arrangements + this.#arrangement;
  }

  get digits(): Int32Array {
    return this.#digits;
  }

  indexOf(cell: number, digits: Int32Array): number {
    return cell * this.#arrangements + arrangementNumber(digits, this.#weights);
  }

  place(cell: number, digits: Int32Array): void {
    this.#cell = cell;
    for (let j = 0; j < digits.length; j++) this.#digits[j] = digits[j];
    this.#arrangement = arrangementNumber(digits, this.#weights);
    this.#residue = this.#bit(cell, this.#arrangement);
  }

  get atGoal(): boolean {
    return this.#cell === this.#goalCell && this.#arrangement === 0;
  }

  isNearer(direction: DirectionIndex): boolean {
    const step = this.#steps[this.#cell][direction];
    if (step === undefined) return false;
    const { first, last, rotation } = step;
    const change = first === last ? 0 : changeByRotation(this.#digits, first, last, rotation, this.#weights);
    this.#candidateStep = step;
    this.#candidateArrangement = this.#arrangement + change;
    return this.#bit(step.to, this.#candidateArrangement) === this.#nearerResidue;
  }

  changeBy(direction: DirectionIndex): number {
    return this.isNearer(direction) ? -1 : 1;
  }

  step(): void {
    const step = this.#candidateStep as Step;
    this.#residue = this.#nearerResidue;
    this.#cell = step.to;
    this.#arrangement = this.#candidateArrangement;
    rotateWindow(this.#digits, step.first, step.last, step.rotation);
  }

  get #nearerResidue(): number {
    return this.#colours[this.#cell] === this.#colours[this.#goalCell] ? this.#residue ^ 1 : this.#residue;
  }

  #bit(cell: number, arrangement: number): number {
    // Faster than the % operator, and exact below 2^53.
    const word = Math.floor(arrangement / STATES_PER_WORD);
    const bit = arrangement - word * STATES_PER_WORD;
    const index = 2 * word + (bit >> 5);
    return (this.#store.word(cell, index) >>> (bit & 31)) & 1;
  }
}

/**
 * A cursor on a table of the metric `multi`: a move slides any number of tiles.
 *
 * The table's two bits of a state are 00 if it is not reached; otherwise they give its depth mod 3
 * (src/table/files/board-header.ts). The depth of a neighbour is one less, the same, or one more, which differ mod 3.
 */

/** A pair of bits that no state has. */
const NONE = -1;
/** [pair of bits, as the first plus twice the second]: the pair of states one nearer to the goal. */
const NEARER = [NONE, 3, 1, 2];
/** Bits of places beyond the board, which equal no others. */
const NO_BITS = -2;

export class MultiCursor implements TableCursor {
  readonly #store: TableStore;
  readonly #goalCell: number;
  readonly #arrangements: number;
  /** Number of 32-bit halves of a cell's first bits, which its second bits follow. */
  readonly #halves: number;
  readonly #mostCells: number;
  /** [cell][direction]; undefined at the edge of the board. */
  readonly #steps: readonly (readonly (Step | undefined)[])[];
  /** Weight of each digit in word * 60 + bit. That number is exact, because boards have at most 2^53 states. */
  readonly #weights: readonly number[];

  readonly #digits: Int32Array;
  #cell = 0;
  /** Number of the arrangement: word * 60 + bit. */
  #arrangement = 0;
  #bits = 0;

  // The neighbour read by the last isNearer.
  readonly #candidateDigits: Int32Array;
  #candidateCell = 0;
  #candidateArrangement = 0;

  constructor(geometry: Geometry, goalCell: number, store: TableStore) {
    this.#store = store;
    this.#goalCell = goalCell;
    this.#arrangements = geometry.arrangements;
    this.#halves = 2 * geometry.words;
    this.#mostCells = mostCells(geometry.board, 'multi');
    this.#steps = stepsOf(geometry);
    this.#weights = weightsOf(geometry);
    this.#digits = new Int32Array(geometry.digits);
    this.#candidateDigits = new Int32Array(geometry.digits);
  }

  get state(): State {
    return stateOfArrangement(this.#cell, this.#arrangement);
  }

  get index(): number {
    return this.#cell * this.#arrangements + this.#arrangement;
  }

  get digits(): Int32Array {
    return this.#digits;
  }

  get atGoal(): boolean {
    return this.#cell === this.#goalCell && this.#arrangement === 0;
  }

  indexOf(cell: number, digits: Int32Array): number {
    return cell * this.#arrangements + arrangementNumber(digits, this.#weights);
  }

  place(cell: number, digits: Int32Array): void {
    this.#cell = cell;
    this.#digits.set(digits);
    this.#arrangement = arrangementNumber(digits, this.#weights);
    this.#bits = this.#bitsOf(cell, this.#arrangement);
  }

  isNearer(move: MoveIndex): boolean {
    return this.#bitsBeyond(move) === NEARER[this.#bits];
  }

  changeBy(move: MoveIndex): number {
    const bits = this.#bitsBeyond(move);
    if (bits === 0) return Number.NaN;
    if (bits === NEARER[this.#bits]) return -1;
    return bits === this.#bits ? 0 : 1;
  }

  step(): void {
    this.#bits = NEARER[this.#bits];
    this.#cell = this.#candidateCell;
    this.#arrangement = this.#candidateArrangement;
    this.#digits.set(this.#candidateDigits);
  }

  /** Returns the bits of the state that a move leads to, which becomes the candidate; NO_BITS if the move leaves the board. */
  #bitsBeyond(move: MoveIndex): number {
    const most = this.#mostCells;
    const direction = Math.floor(move / most);
    this.#candidateDigits.set(this.#digits);
    this.#candidateCell = this.#cell;
    this.#candidateArrangement = this.#arrangement;
    for (let left = (move % most) + 1; left > 0; left--) {
      const step = this.#steps[this.#candidateCell][direction];
      if (step === undefined) return NO_BITS;
      this.#slideOn(step);
    }
    return this.#bitsOf(this.#candidateCell, this.#candidateArrangement);
  }

  #slideOn({ to, first, last, rotation }: Step): void {
    this.#candidateCell = to;
    if (first === last) return;
    this.#candidateArrangement += changeByRotation(this.#candidateDigits, first, last, rotation, this.#weights);
    rotateWindow(this.#candidateDigits, first, last, rotation);
  }

  #bitsOf(cell: number, arrangement: number): number {
    const word = Math.floor(arrangement / STATES_PER_WORD);
    const bit = arrangement - word * STATES_PER_WORD;
    const half = 2 * word + (bit >> 5);
    const place = bit & 31;
    const first = (this.#store.word(cell, half) >>> place) & 1;
    const second = (this.#store.word(cell, this.#halves + half) >>> place) & 1;
    return first + 2 * second;
  }
}
