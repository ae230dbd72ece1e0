/**
 * Cursors move from state to state and determine from a table which neighbours are nearer. They are the seam between
 * solving and the meaning of the table's bits.
 */

import type { State } from '../../spaces/board/numbering/numbering.js';
import type { MoveIndex } from './move-names.js';

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
