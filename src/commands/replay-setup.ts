/** What the commands that replay a table's layers begin with: the table, the threads, and whether memory suffices. */

import { formatBoard } from '../board/board.js';
import { checkMemory, freeMemory } from '../explore/requirements.js';
import { DistanceTable } from '../table/distance-table.js';
import { bytesText, grouped } from '../text/numbers.js';
import { threadsOf } from './option-values.js';

export interface ReplaySetup {
  readonly table: DistanceTable;
  readonly threads: number;
}

/** @throws InputError, TableError */
export function replaySetup(tablePath: string, threads: string | undefined): ReplaySetup {
  return {
    table: DistanceTable.open(tablePath),
    threads: threadsOf(threads),
  };
}

/**
 * Says on standard error what a replay needs.
 * @param bytes of memory
 * @param also what else is to be said of it
 * @throws MemoryError where there is not so much
 */
export function checkReplay({ table, threads }: ReplaySetup, bytes: number, also = ''): void {
  const { board, geometry } = table;
  const free = freeMemory();
  checkMemory(board, bytes, threads, free);
  process.stderr.write(
    `${formatBoard(board)}: ${grouped(geometry.states)} states need ${bytesText(bytes)} of memory${also}, ${bytesText(free)} are free\n`,
  );
}
