/** The seam between a comparison and the kind of its space. */

import type { PatternDatabases } from '../../search/patterns/pattern-databases.js';
import type { SearchLimits } from '../../search/question/limits.js';
import type { SearchState } from '../../search/question/question.js';
import type { TableSolver } from '../../search/tables/table-solver.js';
import type { Space } from '../../space/space.js';
import type { SeededRandom } from '../../spaces/board/random.js';
import type { Io } from '../process/io.js';

/** A space whose searches are compared. */
export interface ComparedSpace {
  readonly space: Space;
  /** Noun for a state. */
  readonly noun: 'position' | 'state';
  /** Title: the space and its start or goal. */
  readonly title: string;
  /** First fields of the result. */
  readonly facts: object;
  /**
   * Opens the given table, or one of the output folder, or makes one of a small space.
   * @returns undefined if there is none
   * @throws TableError; SpaceError if the space contradicts itself
   */
  openTable(): Promise<ComparedTable | undefined>;
  /** Opens or makes the databases of the heuristic pattern, and prints their origin on standard error. @throws as partitionTables */
  patternDatabases?(partition: string | undefined, limits: SearchLimits, io: Io): Promise<PatternDatabases>;
  /** Returns the name of the missing table, with advice. */
  advice(): string;
  /** Reads the states of a file. @throws InputError that names the line, also if no path can begin at its state */
  read(path: string): readonly SearchState[];
  /** Returns a source of random states. If a table is open, they are drawn from all reached states. */
  random(numbers: SeededRandom): RandomStates;
}

/** A table that answers every path of a comparison. */
export interface ComparedTable {
  readonly solver: TableSolver;
  /** Compares the space's heuristics with distances. @throws SpaceError if one overestimates */
  checkEstimates(): void;
  /** Returns up to this many states of each depth, chosen uniformly. */
  ofEachDepth(count: number): Promise<readonly SearchState[]>;
}

export interface RandomStates {
  draw(): SearchState;
  /** Returns their kind in words, such as 'random state' for 1 and 'random states' for more. */
  words(count: number): string;
}
