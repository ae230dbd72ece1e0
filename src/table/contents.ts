/** What a distance table holds, wherever it lies. */

import { type Board, formatBoard } from '../board/board.js';

/** A distance table's bits, and what they mean. */
export interface TableContents {
  readonly board: Board;
  /** The blank's cell in the goal. The table is that of the ordered goal; other goals are the same, tiles renamed. */
  readonly goalCell: number;
  readonly histogram: readonly number[];
  /** The little-endian words of a blank cell, in order, in pieces; valid as long as they are held. */
  words(cell: number): Iterable<Uint8Array>;
}

/** The name that the files of a table have: the board, and the goal's blank cell where that is not the last. */
export function spaceName(board: Board, goalCell: number): string {
  return goalCell === board.cells - 1 ? formatBoard(board) : `${formatBoard(board)}-blank-${goalCell}`;
}
