/** What a distance table holds, wherever it lies. */

import { type Board, formatBoard } from '../spaces/board/board.js';
import type { Metric } from '../spaces/board/metric.js';

/** The space that a table is of, and how its states are spread over the distances. */
export interface TableSpace {
  readonly board: Board;
  /** The blank's cell in the goal. The table is that of the ordered goal; other goals are the same, tiles renamed. */
  readonly goalCell: number;
  /** What counts as one move. */
  readonly metric: Metric;
  /** States of each depth 0, 1, 2 ...; the last one not 0. */
  readonly histogram: readonly number[];
}

/** A distance table's bits, and what they mean. */
export interface TableContents extends TableSpace {
  /**
   * The little-endian words of a blank cell, in order, in pieces; valid as long as they are held. In the metric `multi` the
   * words of the first bits of all states, then those of the second ones.
   */
  words(cell: number): Iterable<Uint8Array>;
}

/**
 * The name that the files of a table have: the board, the metric where that is not `single`, and the goal's blank cell
 * where that is not the last. Examples: 3x3, 3x3-blank-4, 3x3-multi-blank-4.
 */
export function spaceName(board: Board, goalCell: number, metric: Metric): string {
  const name = metric === 'single' ? formatBoard(board) : `${formatBoard(board)}-${metric}`;
  return goalCell === board.cells - 1 ? name : `${name}-blank-${goalCell}`;
}
