/** The space of a file that is checked, as reports describe it. */

import type { SpaceSource } from '../../space/space-source.js';
import type { Board } from '../../spaces/board/board.js';
import type { Metric } from '../../spaces/board/metric.js';
import type { Position } from '../../spaces/board/position.js';

/** A board and the position that distances are counted from. */
export interface BoardGoal {
  readonly board: Board;
  readonly goal: Position;
  readonly metric: Metric;
}

export interface VerifiedSpace {
  readonly source: SpaceSource;
  /** The name that its author gave it. */
  readonly name: string;
  /** The name that results and files carry. */
  readonly fullName: string;
  readonly metric: string | null;
  /** States, reached or not. */
  readonly size: number;
  /** Texts of the states that distances are counted from; the goal of a board. */
  readonly starts: readonly string[];
  /** Board and goal, if states are numbered by blank cell and arrangement; null if the space's own moves and numbers are used. */
  readonly board: BoardGoal | null;
}
