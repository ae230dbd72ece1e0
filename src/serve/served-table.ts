/** What the API asks of a table, whether it is that of a board or of another space: the seam between answers and tables. */

import type { DistanceAnswer, DistributionAnswer, SolutionAnswer, TableAnswer } from './answers.js';
import type { SearchTask } from './search-task.js';

/**
 * Every method throws InputError where a text is no state, TableError where the table is damaged, SpaceError where the space
 * contradicts itself.
 */
export interface ServedTable {
  readonly facts: TableAnswer;
  readonly distribution: DistributionAnswer;
  distance(state: string): DistanceAnswer;
  solution(state: string): SolutionAnswer;
  /**
   * States of a depth, chosen at random, different ones.
   * @param depth 0..maxDepth
   * @param count at least 1; fewer are given where there are no more
   */
  random(depth: number, count: number): Promise<Sample>;
  /** The first antipodes in the order of the numbering, at most `count`; none where that is not known. */
  antipodes(count: number): Promise<readonly string[]>;
  /** The searches of a race, as a worker does them. */
  searchesFrom(state: string): readonly SearchTask[];
  close(): void;
}

export interface Sample {
  readonly states: readonly string[];
  /** Whether each state of the depth had the same chance. */
  readonly uniform: boolean;
}
