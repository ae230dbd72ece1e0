/** Cursors go from state to state and ask a table which neighbours are nearer: the seam between solving and the meaning of a bit. */

import type { State } from '../../spaces/board/numbering/numbering.js';
import type { MoveIndex } from './move-names.js';

export interface TableCursor {
  readonly state: State;
  /** cell * arrangements + rank >> 1 of the arrangement: a number for each state. */
  readonly index: number;
  /** The Lehmer digits of the arrangement here, to be copied. */
  readonly digits: Int32Array;
  readonly atGoal: boolean;
  /** The index of a state, wherever the cursor is. */
  indexOf(cell: number, digits: Int32Array): number;
  /** Moves the cursor to a state. @throws TableError if the table cannot be read */
  place(cell: number, digits: Int32Array): void;
  /** Returns whether a move from here exists and leads nearer to the goal. @throws TableError */
  isNearer(move: MoveIndex): boolean;
  /**
   * Returns the change of the distance by a move from here, which must exist: -1, 0 or 1; NaN if the table says that the state it
   * leads to is not reached. @throws TableError
   */
  changeBy(move: MoveIndex): number;
  /** Makes the move for which isNearer was last asked, which must have led nearer. */
  step(): void;
}
