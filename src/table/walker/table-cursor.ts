/** What goes from state to state and asks a table which neighbours are nearer: the seam between solving and what a bit means. */

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
  /** Goes to a state. @throws TableError where the table cannot be read */
  place(cell: number, digits: Int32Array): void;
  /** Whether a move from here exists and leads nearer to the goal. @throws TableError */
  isNearer(move: MoveIndex): boolean;
  /**
   * What a move from here, which must exist, adds to the distance: -1, 0 or 1; NaN where the table says that the state it
   * leads to is not reached. @throws TableError
   */
  changeBy(move: MoveIndex): number;
  /** Makes the move for which isNearer was last asked, which must have led nearer. */
  step(): void;
}
