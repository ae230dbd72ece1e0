/** What the commands that replay a table's layers begin with: the table, the threads, and whether memory suffices. */

import { TableError } from '../../table/errors.js';
import { BoardWalker } from '../../table/walker/board-walker.js';
import { announceMemory } from '../arguments/memory.js';
import { threadsOf } from '../arguments/option-values.js';
import type { Io } from '../io.js';
import { CountProgress } from '../terminal/count-progress.js';
import { LiveLine } from '../terminal/live-line.js';

export interface ReplaySetup {
  readonly table: BoardWalker;
  /** Undefined where they are left out: what is done with the table decides. */
  readonly threads: number | undefined;
}

/** @throws InputError, TableError */
export function replaySetup(tablePath: string, threads: string | undefined): ReplaySetup {
  return {
    table: BoardWalker.open(tablePath),
    threads: threadsOf(threads),
  };
}

/**
 * Says on standard error what a replay needs.
 * @param threads that it takes
 * @param bytes of memory
 * @param held what takes them, in words
 * @param also what else is needed, in words
 * @throws MemoryError where there is not so much
 */
export function checkReplay(table: BoardWalker, threads: number, bytes: number, held: string, io: Io, also = ''): void {
  announceMemory({ what: table.board, states: table.geometry.states, bytes, threads, held, also }, io);
}

/**
 * Replays, with a live line of how far that is.
 * @param counted what is counted, in the plural
 * @throws what the work throws, with the table's path in front where that is a TableError
 */
export async function withProgress<Outcome>(
  tablePath: string,
  counted: string,
  io: Io,
  work: (onProgress: (done: number, of: number) => void) => Promise<Outcome>,
): Promise<Outcome> {
  const progress = new CountProgress(counted);
  const line = new LiveLine(io.stderr, () => progress.text());
  try {
    return await work((done, of) => progress.on(done, of));
  } catch (error) {
    if (!(error instanceof TableError) || error.message.startsWith(`${tablePath}:`)) throw error;
    throw new TableError(`${tablePath}: ${error.message}`, { cause: error });
  } finally {
    line.end();
  }
}
