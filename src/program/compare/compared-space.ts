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
  /** One of its states, in a word. */
  readonly noun: 'position' | 'state';
  /** The space and its start or goal, in words. */
  readonly title: string;
  /** The first fields of the result. */
  readonly facts: object;
  /**
   * Opens the table that was named, or one of the output folder, or makes one of a small space.
   * @returns undefined if there is none
   * @throws TableError; SpaceError if the space contradicts itself
   */
  openTable(): Promise<ComparedTable | undefined>;
  /** Opens or makes the databases of the heuristic pattern, and says which on standard error. @throws as partitionTables */
  patternDatabases?(partition: string | undefined, limits: SearchLimits, io: Io): Promise<PatternDatabases>;
  /** Returns the name of the table that is missing, and what to do about it. */
  advice(): string;
  /** Returns the state of a line. @throws InputError if it is not a state to begin at */
  parse(line: string): SearchState;
  /** Returns a source of random states: of all that moves lead to, if a table was opened, which knows them. */
  random(numbers: SeededRandom): RandomStates;
}

/** A table that answers every path of a comparison. */
export interface ComparedTable {
  readonly solver: TableSolver;
  /** Compares the space's heuristics with distances. @throws SpaceError if one overestimates */
  checkEstimates(): void;
  /** Returns up to this many states of each depth, evenly spread. */
  ofEachDepth(count: number): Promise<readonly SearchState[]>;
}

export interface RandomStates {
  draw(): SearchState;
  /** Their kind in words, such as 'random state' for 1 and 'random states' for more. */
  words(count: number): string;
}
