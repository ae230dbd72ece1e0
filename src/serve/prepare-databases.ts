/** Builds or opens the pattern databases of a board in a worker thread, so that the server's main thread is never blocked. */

import type { PatternLayout } from '../search/ida-star/pattern-layout.js';
import { findDatabases } from '../search/ida-star/pattern-search.js';
import { Limits } from '../search/question/limits.js';
import type { Board } from '../spaces/board/board.js';
import type { Position } from '../spaces/board/position.js';

export interface DatabasesTask {
  readonly board: Board;
  readonly goal: Position;
  /** Folder of pattern tables, which are used if they exist. */
  readonly folder: string;
  /** Number of threads that use the databases at the same time. */
  readonly threads: number;
}

/** Pattern databases as plain data, in memory that all threads share. */
export interface PreparedDatabases {
  readonly layout: PatternLayout;
  /** Sizes or tiles of the patterns. */
  readonly partition: string;
  /** Address of each thread's scratch space. */
  readonly scratch: readonly number[];
}

/** @throws as findDatabases */
export async function prepareDatabases({ board, goal, folder, threads }: DatabasesTask): Promise<PreparedDatabases> {
  const { databases, partition } = await findDatabases(folder, board, goal, new Limits(), { forMany: true });
  const scratch = Array.from({ length: threads }, () => databases.takeScratch());
  return { layout: databases.layout, partition, scratch };
}
