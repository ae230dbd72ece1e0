/** What the commands that replay a table's layers begin with: the table, the threads, and whether memory suffices. */

import { DistanceTable } from '../table/distance-table.js';
import { TableError } from '../table/errors.js';
import { announceMemory } from './memory.js';
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
 * @param held what takes them, in words
 * @param also what else is needed, in words
 * @throws MemoryError where there is not so much
 */
export function checkReplay({ table, threads }: ReplaySetup, bytes: number, held: string, also = ''): void {
  announceMemory({ board: table.board, states: table.geometry.states, bytes, threads, held, also });
}

/** Does some work on a table. @throws what the work throws, with the table's path in front where that is a TableError */
export async function naming<Outcome>(tablePath: string, work: () => Promise<Outcome>): Promise<Outcome> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof TableError)) throw error;
    throw new TableError(`${tablePath}: ${error.message}`, { cause: error });
  }
}
