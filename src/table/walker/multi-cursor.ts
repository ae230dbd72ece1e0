/**
 * A cursor on a table of the metric `multi`: a move slides any number of tiles.
 *
 * The table's two bits of a state are 00 if it is not reached; otherwise they give its depth mod 3
 * (src/table/files/board-header.ts). The depth of a neighbour is one less, the same, or one more, which differ mod 3.
 */

import { type Geometry, STATES_PER_WORD } from '../../spaces/board/numbering/geometry.js';
import { type State, stateOfArrangement } from '../../spaces/board/numbering/numbering.js';
import { arrangementNumber, type Step, stepsOf, weightsOf } from '../../spaces/board/numbering/steps.js';
import { changeByRotation, rotateWindow } from '../../spaces/permutation/lehmer.js';
import type { TableStore } from '../files/store.js';
import { type MoveIndex, mostCells } from './move-names.js';
import type { TableCursor } from './table-cursor.js';

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
