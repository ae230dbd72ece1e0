/**
 * The seams between the checks of files and the kinds of spaces: the referee of a table, the referee of distances, and the
 * space as reports describe it.
 *
 * verify-table.ts reads a table. Its referee determines the expected contents independently.
 * verify-distances.ts reads an array and makes the report. Its referee checks the local rules of its kind of space.
 * There are two of each: board-referees.ts and state-referees.ts.
 */

import type { BoardView, SpaceSource } from '../space/space.js';
import type { ContainerHeader } from '../table/files/container.js';
import type { Running } from './checks.js';
import type { BrokenRule, RulesResult, TableFaults } from './faults.js';
import type { ExpectedArray } from './file-distances.js';
import type { DistanceValues } from './shared-work.js';

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
  replay(running: Running): Promise<ReplayedTable>;
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

export interface DistancesReferee {
  readonly space: VerifiedSpace;
  /** The array that the file must hold. */
  readonly array: ExpectedArray;
  /** Number of equal parts in which `check` receives the array. */
  readonly parts: number;
  /** Bytes of memory in addition to the array. */
  readonly extraBytes: number;
  /**
   * Returns the number of worker threads of the check.
   * @param asked maximum number; by default as many as save more time than they take to start
   */
  threads(asked?: number): number;
  /**
   * Checks every state with all its neighbours.
   * @returns a result for each worker and step
   * @throws SpaceError if the space contradicts itself; WorkerError; the signal's reason
   */
  check(parts: readonly DistanceValues[], running: Running): Promise<readonly RulesResult[]>;
  /**
   * Returns the number of states of each distance 0, 1, 2 ...
   * @param counts number of states of each value except the largest
   */
  histogram(counts: ReadonlyMap<number, number>): number[];
  /** Describes a broken rule. @param unreached the value of states that are not reached */
  describe(broken: BrokenRule, unreached: number): BrokenRuleTexts;
}

export interface BrokenRuleTexts {
  /** One sentence, with the value found and the values expected. */
  readonly message: string;
  /** Text of the state. */
  readonly state: string;
  /** Name of the move and text of the neighbour, if the rule has one. */
  readonly move: string | null;
  readonly neighbour: string | null;
}

export interface VerifiedSpace {
  readonly source: SpaceSource;
  /** Name given by the author of the space. */
  readonly name: string;
  /** Name of the space in results and files. */
  readonly fullName: string;
  readonly metric: string | null;
  /** Number of states, reached or not. */
  readonly size: number;
  /** Texts of the states from which distances are counted; the goal of a board. */
  readonly starts: readonly string[];
  /**
   * Board and goal if states are numbered by blank cell and arrangement; null if the space's own moves and numbers are
   * used.
   */
  readonly board: BoardView | null;
}
