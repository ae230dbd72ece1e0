/** What a distance table holds, wherever it lies. */

import { type Board, formatBoard } from '../board/board.js';

/** The space that a table is of, and how its states are spread over the distances. */
export interface TableSpace {
  readonly board: Board;
  /** The blank's cell in the goal. The table is that of the ordered goal; other goals are the same, tiles renamed. */
  readonly goalCell: number;
  /** States of each depth 0, 1, 2 ...; the last one not 0. */
  readonly histogram: readonly number[];
}

/** A distance table's bits, and what they mean. */
export interface TableContents extends TableSpace {
  /** The little-endian words of a blank cell, in order, in pieces; valid as long as they are held. */
  words(cell: number): Iterable<Uint8Array>;
}

/** The name that the files of a table have: the board, and the goal's blank cell where that is not the last. */
export function spaceName(board: Board, goalCell: number): string {
  return goalCell === board.cells - 1 ? formatBoard(board) : `${formatBoard(board)}-blank-${goalCell}`;
}
