/**
 * The seam between the check of a table file and the kinds of spaces. verify-table.ts reads the file. A referee determines the
 * expected contents independently. There are two: board/table.ts and states/table.ts.
 */

import type { ContainerHeader } from '../../table/files/container.js';
import type { TableFaults } from '../file/table-faults.js';
import type { Progress } from '../threads/progress.js';
import type { VerifiedSpace } from './verified-space.js';

/**
 * Makes the referee of a table from the fields of its header.
 * @param fields as read from the file, of any shape
 * @param headerBytes length of the header, for messages
 * @param module path of the module that the user has named for the space, if any
 * @returns undefined if the fields do not determine the space; a fault is then added
 */
export type TableRefereeOf = (
  fields: unknown,
  headerBytes: number,
  faults: TableFaults,
  module: string | undefined,
) => TableReferee | undefined | Promise<TableReferee | undefined>;

export interface TableReferee {
  readonly space: VerifiedSpace;
  /** Sections of the table, at their offsets behind a header of any length. */
  readonly layout: ContainerHeader;
  /** Bytes of memory for the replay. */
  readonly replayBytes: number;
  /**
   * Returns the number of worker threads of the replay.
   * @param asked maximum number; by default as many as save more time than they take to start
   */
  threads(asked?: number): number;
  /** Returns the name of a section's words. */
  wordsName(section: number): string;
  /**
   * Searches the space, layer by layer.
   * @throws SpaceError if the space contradicts itself; WorkerError; Error if the machine refuses the memory; the
   * signal's reason
   */
  replay(threads: number, onProgress?: Progress, signal?: AbortSignal): Promise<ReplayedTable>;
}

/** The table that follows from a replay. */
export interface ReplayedTable {
  /** Number of states of each depth. */
  readonly histogram: readonly number[];
  /** The header that the table must have. */
  readonly header: object;
  /** Compares words with the replay; null if the file's encoding is wrong, which is a fault of its header. */
  readonly compareWords: ((piece: WordsPiece, faults: TableFaults) => void) | null;
}

/** A piece of a section's words. */
export interface WordsPiece {
  readonly section: number;
  /** Offset in the section's words in bytes, a multiple of 8. */
  readonly begin: number;
  /** Aligned to 8 bytes. */
  readonly bytes: Buffer;
}
