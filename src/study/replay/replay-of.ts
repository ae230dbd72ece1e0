/** Chooses how the layers of a table's space are replayed. */

import type { TableSpace } from '../../table/contents.js';
import type { SpaceTable } from '../../table/space-table.js';
import { BoardReplay } from './board-replay.js';
import { StateReplay } from './state-replay.js';
import type { TableReplay } from './table-replay.js';

/** A table of any kind. Of a board's, what its header says suffices. */
export type StudiedTable = TableSpace | SpaceTable;

/** @throws InputError if the board is too large to number */
export function replayOf(table: StudiedTable): TableReplay {
  return 'board' in table ? new BoardReplay(table) : new StateReplay(table);
}
