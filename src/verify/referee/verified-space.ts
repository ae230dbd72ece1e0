/** The space of a file that is checked, as reports describe it. */

import type { BoardView } from '../../space/space.js';
import type { SpaceSource } from '../../space/space-source.js';

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
  readonly board: BoardView | null;
}
