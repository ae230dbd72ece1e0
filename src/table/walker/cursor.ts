/**
 * A cursor: a state of a board, from which a table determines the moves that lead nearer to the goal.
 *
 * The table's bit b = floor(depth / 2) mod 2 and the parity p of the depth, which is the colour of the blank's cell
 * relative to the goal's, give depth mod 4 = 2b + p. The depth of a neighbour is one less or one more. If p = 1, one
 * less has the same b and one more the other; if p = 0 it is the reverse. So one bit of the neighbour is enough.
 */

import { colourOf } from '../../spaces/board/board.js';
import { type Geometry, STATES_PER_WORD } from '../../spaces/board/numbering/geometry.js';
import { type State, stateOfArrangement } from '../../spaces/board/numbering/numbering.js';
import { arrangementNumber, type Step, stepsOf, weightsOf } from '../../spaces/board/numbering/steps.js';
import { changeByRotation, rotateWindow } from '../../spaces/permutation/lehmer.js';
import type { TableStore } from '../files/store.js';
import type { DirectionIndex } from './move-names.js';
import type { TableCursor } from './table-cursor.js';

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
