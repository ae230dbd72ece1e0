/** Pattern databases of the output folder, or made on the spot. */

import type { SearchOptions } from '../../search/options.js';
import { type FoundDatabases, partitionTables } from '../../search/patterns/partition-tables.js';
import { Limits } from '../../search/question/limits.js';
import { type Board, formatBoard } from '../../spaces/board/board.js';
import type { Position } from '../../spaces/board/position.js';
import { DEFAULT_FOLDER } from '../arguments/output-folder.js';
import type { Output } from '../process/io.js';

/** Milliseconds after which a user wonders. */
const LONG = 1000;

/**
 * Opens or makes pattern databases. If there is a time limit, says on standard error that this takes long.
 * @throws as partitionTables
 */
export async function preparedDatabases(
  board: Board,
  goal: Position,
  { partition, threads, seconds, bytes }: Pick<SearchOptions, 'partition' | 'threads' | 'seconds' | 'bytes'>,
  stderr: Output,
): Promise<FoundDatabases> {
  const notice = `${formatBoard(board)}: preparing pattern databases, which the time limit does not count\n`;
  const timer = seconds === undefined ? undefined : setTimeout(() => stderr.write(notice), LONG);
  try {
    return await partitionTables(DEFAULT_FOLDER, board, goal, partition, threads, new Limits({ bytes }));
  } finally {
    clearTimeout(timer);
  }
}
