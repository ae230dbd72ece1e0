/** The resources for enumerating a space, known before anything is allocated. */

import type { MemoryNeeds } from '../base/memory.js';
import { planBoard } from '../engines/boards/board-plan.js';
import { generalNeeds } from '../engines/general/engine.js';
import type { Board, Metric } from '../spaces/board/board.js';

export interface Requirements extends MemoryNeeds {
  /** Number of states that have numbers. On some maps, and in other spaces, moves do not reach all of them. */
  readonly states: number;
}

/** The known properties of a space. */
export type MeasuredSpace =
  | { readonly board: { readonly board: Board; readonly metric: Metric } }
  | { readonly board?: null; readonly size: number; readonly reversible: boolean };

/**
 * Returns the resources for enumerating a space in memory.
 * @param space a board with its metric, or the size of another space, and if its moves can be undone
 * @param options.table true if a table is made. It doubles the bytes of boards in the metric `single`; spaces whose moves cannot be
 * undone need more for it too. @default true
 * @throws InputError if a board is too large to number
 * @example
 * ```ts
 * import { parseBoard, requirementsOf } from 'antipode';
 *
 * const { states, bytes } = requirementsOf({ board: { board: parseBoard('3x4'), metric: 'single' } });
 * ```
 */
export function requirementsOf(
  space: MeasuredSpace,
  { table = true }: { readonly table?: boolean } = {},
): Requirements {
  if (space.board == null) return generalNeeds(space, table);
  const { board, metric } = space.board;
  const { geometry, bytes, threadBytes } = planBoard(board, { metric, table, fresh: false });
  return { states: geometry.states, bytes, threadBytes };
}
