/** The space of a checked file, as reports describe it. */

import type { BoardView } from '../../space/space.js';
import type { SpaceSource } from '../../space/space-source.js';

export interface VerifiedSpace {
  readonly source: SpaceSource;
  /** Name given by the author of the space. */
  readonly name: string;
  /** Name of the space in results and files. */
  readonly fullName: string;
  readonly metric: string | null;
  /** Number of states, reached or not. */
  readonly size: number;
  /** Texts of the states from which distances are counted; the goal of a board. */
  readonly starts: readonly string[];
  /**
   * Board and goal if states are numbered by blank cell and arrangement; null if the space's own moves and numbers are
   * used.
   */
  readonly board: BoardView | null;
}
